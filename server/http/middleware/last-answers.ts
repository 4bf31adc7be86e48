import type {Middleware} from 'koa';

/**
 * While the service stops, makes each answer the last one on its connection (RFC 9112, section 9.6). A client that asks
 * and asks on a connection that it keeps would hold the process up, and lose a request when that is over.
 */
export function lastAnswers(stopping: () => boolean): Middleware {
  return async (context, next) => {
    await next();
    if (stopping()) context.set('Connection', 'close');
  };
}
