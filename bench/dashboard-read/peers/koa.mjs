// Koa with its router and ioredis, and no token, no check and no header of its own.
import {Router} from '@koa/router';
import {Redis} from 'ioredis';
import Koa from 'koa';

const redis = new Redis(process.env.REDIS_URL ?? '');
const router = new Router();

router.get('/dashboard/1/apps/state', async context => {
  const apps = /** @type {string[]} */ (context.query.apps);
  const states = await redis.mget(apps.map(app => `state:${app}`));
  context.body = Object.fromEntries(apps.map((app, place) => [app, {state: states[place]}]));
});

const server = new Koa()
  .use(router.routes())
  .use(router.allowedMethods())
  .listen(0, '127.0.0.1', () => {
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.log(`ready http://127.0.0.1:${address.port}`);
  });
