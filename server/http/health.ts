import {Router} from '@koa/router';

import {answers} from '../store/first-answer.ts';
import type {Store} from '../store/store.ts';
import {errorBody} from './problem.ts';

/** `GET /health/live`: the process answers. `GET /health/ready`: it can serve, the store included. */
export function healthRoutes(store: Store): Router {
  const router = new Router({prefix: '/health', sensitive: true, strict: true});

  router.get('/live', context => {
    context.set('Cache-Control', 'no-store');
    context.body = {status: 'OK', code: 200};
  });

  router.get('/ready', async context => {
    context.set('Cache-Control', 'no-store');
    const ready = await answers(store);
    context.status = ready ? 200 : 503;
    if (!ready) context.set('Retry-After', '1');
    context.body = ready ? {status: 'OK', code: 200} : errorBody(503, 'The store is not available.');
  });

  return router;
}
