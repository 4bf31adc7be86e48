import {Router} from '@koa/router';

import {type Store, StoreUnavailable} from '../store/store.ts';
import {errorBody} from './response/problem.ts';

/**
 * `GET /health/live`: the process answers. `GET /health/ready`: it can serve, the store included.
 *
 * @param stopping Whether the service is stopping: then it is not ready.
 */
export function healthRoutes(store: Store, stopping: () => boolean): Router {
  const router = new Router({prefix: '/health', sensitive: true, strict: true});

  router.get('/live', context => {
    context.set('Cache-Control', 'no-store');
    context.body = {status: 'OK', code: 200};
  });

  router.get('/ready', async context => {
    context.set('Cache-Control', 'no-store');
    const problem = stopping() ? 'The service is stopping.' : await problemOf(store);
    context.status = problem === undefined ? 200 : 503;
    if (problem !== undefined) context.set('Retry-After', '1');
    context.body = problem === undefined ? {status: 'OK', code: 200} : errorBody(503, problem);
  });

  return router;
}

/** Why the store cannot serve; `undefined`: it can. */
async function problemOf(store: Store): Promise<string | undefined> {
  try {
    await store.ping();
    await store.checkWritable();
    return undefined;
  } catch (error) {
    return error instanceof StoreUnavailable ? error.message : 'The store is not available.';
  }
}
