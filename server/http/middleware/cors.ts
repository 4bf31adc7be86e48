import koaCors from '@koa/cors';
import type {Middleware} from 'koa';

import {pathOf} from '../request/target.ts';
import {addCommonHeader} from '../response/send.ts';

/** The origins that may use a path from a browser. */
export type CorsPolicy = 'any' | 'listed' | 'none';

const exposedHeaders = 'Date,ETag,Location,RateLimit,RateLimit-Policy,Retry-After,X-Request-Id';

/** Sets CORS headers by the policy of each path. Requests are authenticated by tokens, so cookies are not allowed. */
export function cors(origins: readonly string[], corsPolicyOf: (path: string) => CorsPolicy): Middleware {
  const allowed = new Set(origins);
  const allow: Middleware = koaCors({
    // An empty text omits the CORS headers, so the browser refuses.
    origin: context => (allowed.has(context.get('Origin')) ? context.get('Origin') : ''),
    allowMethods: 'GET,PUT,POST,DELETE',
    allowHeaders: 'Authorization,Content-Type,If-Match,If-None-Match',
    exposeHeaders: exposedHeaders,
    maxAge: 600,
    // The response has the headers already. Otherwise they would be added to the error, which several requests may share.
    keepHeadersOnError: false,
  });
  return (context, next) => {
    const policy = corsPolicyOf(pathOf(context));
    if (policy === 'none') return next();
    if (policy === 'any') {
      // The same for every origin, so caches need no `Vary`.
      addCommonHeader(context.res, 'Access-Control-Allow-Origin', '*');
      addCommonHeader(context.res, 'Access-Control-Expose-Headers', exposedHeaders);
      return next();
    }
    if (context.req.headers.origin !== undefined) return allow(context, next) as Promise<void>;
    addCommonHeader(context.res, 'Vary', 'Origin');
    return next();
  };
}
