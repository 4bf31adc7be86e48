// Serves the measured operations with Koa, its router and zod, for `koa-lmdb.mjs` and `koa-redis.mjs`. It does not verify tokens.
import {Router} from '@koa/router';
import Koa from 'koa';
import {z} from 'zod';

const name = z.string().min(1);
const read = z.object({apps: z.union([name.transform(app => [app]), z.array(name).min(1).max(100)])});
const change = z.object({app: name, activated: z.enum(['true', 'false'])});
const date = z.string().regex(/^\d\d-\d\d-\d{4}$/);
const month = z.object({fra: date, til: date});

/**
 * The functions of a store that `serve` needs.
 *
 * @typedef {object} Port
 * @property {(owner: string, apps: string[]) => Promise<(string | null | undefined)[]>} states
 * @property {(owner: string, app: string, state: string) => Promise<unknown>} change
 * @property {(company: string, from: string, to: string) => Promise<unknown[]>} month
 */

/** Serves an implementation of three operations on a free port. @param {Port} port */
export function serve({states, change: set, month: list}) {
  const router = new Router();

  router.get('/dashboard/1/apps/state', async context => {
    const {apps} = read.parse(context.query);
    const found = await states(ownerOf(context), apps);
    context.body = Object.fromEntries(apps.map((app, index) => [app, {state: found[index]}]));
  });

  router.put('/dashboard/1/apps/state', async context => {
    const {app, activated} = change.parse(context.query);
    await set(ownerOf(context), app, activated === 'true' ? 'active' : 'deactive');
    context.body = {[app]: activated === 'true'};
  });

  router.get('/calendar/1/virksomheder/:cvr/frister', async context => {
    const {fra, til} = month.parse(context.query);
    context.body = await list(context.params.cvr ?? '', compact(fra), compact(til));
  });

  const app = new Koa().use(router.routes()).use(router.allowedMethods());
  const server = app.listen(0, '127.0.0.1', () => {
    const address = /** @type {import('node:net').AddressInfo} */ (server.address());
    console.log(`ready http://127.0.0.1:${address.port}`);
  });
}

/** @param {import('koa').Context} context */
function ownerOf(context) {
  const [, payload = ''] = context.get('Authorization').split('.');
  return JSON.parse(Buffer.from(payload, 'base64url').toString()).sub;
}

/** Converts `dd-MM-yyyy` to `yyyymmdd`. @param {string} date */
const compact = date => date.split('-').reverse().join('');
