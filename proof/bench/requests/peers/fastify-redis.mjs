// A peer for `servers.mjs`: Fastify with a response schema, from which it generates the serializer. It does not verify tokens.
import Fastify from 'fastify';
import {Redis} from 'ioredis';

const redis = new Redis(process.env.REDIS_URL ?? '', {enableAutoPipelining: true});
const app = Fastify();

const querystring = {
  type: 'object',
  properties: {apps: {type: 'array', items: {type: 'string', minLength: 1}, minItems: 1, maxItems: 100}},
  required: ['apps'],
};
const response = {
  200: {
    type: 'object',
    additionalProperties: {type: 'object', properties: {state: {type: 'string'}}},
  },
};

app.get('/dashboard/1/apps/state', {schema: {querystring, response}}, async ({query, headers}) => {
  const {apps} = /** @type {{apps: string[]}} */ (query);
  const [, payload = ''] = (headers.authorization ?? '').split('.');
  const {sub} = JSON.parse(Buffer.from(payload, 'base64url').toString());
  const states = await redis.hmget(`states:${sub}`, ...apps);
  return Object.fromEntries(apps.map((name, index) => [name, {state: states[index]}]));
});

console.log(`ready ${await app.listen({port: 0, host: '127.0.0.1'})}`);
