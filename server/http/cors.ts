import koaCors from '@koa/cors';
import type {Middleware} from 'koa';

/**
 * Lets the pages of the named origins, and no others, call from a browser whatever lies below `paths`. Callers bring
 * their own token, so no cookies are allowed.
 */
export function cors(origins: readonly string[], paths: readonly string[]): Middleware {
  const allowed = new Set(origins);
  const allow: Middleware = koaCors({
    // An empty text means: no CORS headers, so the browser refuses.
    origin: context => (allowed.has(context.get('Origin')) ? context.get('Origin') : ''),
    allowMethods: 'GET,PUT,POST,DELETE',
    allowHeaders: 'Authorization,Content-Type,If-Match,If-None-Match',
    exposeHeaders: 'ETag,Location,RateLimit,RateLimit-Policy,Retry-After,X-Request-Id',
    maxAge: 600,
  });
  return async (context, next) => {
    await (paths.some(path => context.path.startsWith(path)) ? allow(context, next) : next());
  };
}
