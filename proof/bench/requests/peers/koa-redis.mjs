import {Redis} from 'ioredis';

import {serve} from './koa.mjs';

const redis = new Redis(process.env.REDIS_URL ?? '', {enableAutoPipelining: true});

serve({
  states: (owner, apps) => redis.hmget(`states:${owner}`, ...apps),
  change: (owner, app, state) => redis.hset(`states:${owner}`, app, state),
  async month(company, from, to) {
    const members = await redis.zrangebylex(`deadlines:${company}`, `[${from}`, `[${to};`);
    const texts = await redis.mget(members.map(member => `deadline:${member.slice(9)}`));
    return texts.map(text => JSON.parse(text ?? ''));
  },
});
