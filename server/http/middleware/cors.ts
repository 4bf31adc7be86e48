import koaCors from '@koa/cors';
import type {Context, Middleware} from 'koa';

import {pathOf} from '../request/target.ts';
import {addCommonHeader} from '../response/send.ts';

/** The origins that may use a path from a browser. */
export type CorsPolicy = 'any' | 'listed' | 'none';

const exposedHeaders = 'ETag,Location,RateLimit,RateLimit-Policy,Retry-After,X-Request-Id';

const allowedHeaders = 'Authorization,Content-Type,If-Match,If-None-Match';

/** Comma-separated field names (RFC 9110, section 5.6.2). */
const fieldNames = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/;

const maxFieldNamesLength = 1_000;

/** The seconds for which browsers remember the response to a preflight request. */
const maxAge = 600;

/** Returns the allowed headers with those that a preflight request asks for: monitoring scripts add their own, such as `traceparent`. */
function allowedHeadersFor(context: Context): string {
  const requested = context.get('Access-Control-Request-Headers');
  const isValid = requested.length <= maxFieldNamesLength && fieldNames.test(requested);
  return isValid ? `${allowedHeaders},${requested}` : allowedHeaders;
}

/** Sets CORS headers by the policy of each path. Requests are authenticated by tokens, so cookies are not allowed. */
export function cors(origins: readonly string[], corsPolicyOf: (path: string) => CorsPolicy): Middleware {
  const allowed = new Set(origins);
  const allow: Middleware = koaCors({
    // An empty text omits the CORS headers, so the browser refuses.
    origin: context => (allowed.has(context.get('Origin')) ? context.get('Origin') : ''),
    allowMethods: 'GET,PUT,POST,DELETE',
    allowHeaders: allowedHeaders,
    exposeHeaders: exposedHeaders,
    maxAge,
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
      if (context.method === 'OPTIONS') {
        context.set('Access-Control-Allow-Headers', allowedHeadersFor(context));
        context.set('Access-Control-Max-Age', String(maxAge));
      }
      return next();
    }
    if (context.req.headers.origin !== undefined) {
      const done = allow(context, next) as Promise<void>;
      if (context.method !== 'OPTIONS') return done;
      return done.then(() => {
        // Only for an allowed origin.
        if (context.res.hasHeader('Access-Control-Allow-Headers'))
          context.set('Access-Control-Allow-Headers', allowedHeadersFor(context));
      });
    }
    addCommonHeader(context.res, 'Vary', 'Origin');
    return next();
  };
}
