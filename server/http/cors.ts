import type {Context, Middleware} from 'koa';

import {addCommonHeader, addVary} from './send.ts';

/** Returns the middleware that lets pages of other origins use an interface, for `operations/routes.ts`; `undefined`:
 * no page may. If the elements read or send another header, add it to `exposedHeaders` or `allowedHeaders`. Cookies
 * must stay forbidden. */
export type Cors = (shared: {
  readonly isForPages: boolean;
  readonly isForAnyPage?: true;
}) => Middleware | undefined;

/** The response headers that pages can read: the elements need `Date` and `ETag`. */
const exposedHeaders =
  'Date,ETag,Location,RateLimit,RateLimit-Policy,Retry-After,WWW-Authenticate,X-Request-Id';

const allowedHeaders = 'Authorization,Content-Type,If-Match,If-None-Match';

/** Comma-separated field names (RFC 9110, section 5.6.2). */
const fieldNames = /^[\w!#$%&'*+.^`|~-]+(?: *, *[\w!#$%&'*+.^`|~-]+)*$/;

const maxFieldNamesLength = 1_000;

/** The seconds for which browsers remember the response to a preflight request. */
const maxAge = 600;

/**
 * Pages of any origin may use a public interface. Pages of the listed origins may use an interface whose callers have a token. Tokens
 * authenticate requests, so cookies are not allowed.
 */
export function createCors(origins: readonly string[]): Cors {
  const listed = new Set<string | undefined>(origins);
  return ({isForPages, isForAnyPage}) => {
    // The headers are the same for every origin, so caches need no `Vary`.
    if (isForAnyPage) return (context, next) => allow(context, '*', 'GET', next);
    if (!isForPages) return undefined;
    return (context, next) => {
      addVary(context.res, 'Origin');
      const {origin} = context.req.headers;
      // Without the headers, the browser refuses. Most requests have no `Origin`: programs and a proxy on the portal's own origin send none.
      return listed.has(origin) ? allow(context, origin ?? '', 'GET,PUT,POST,DELETE', next) : next();
    };
  };
}

/** Lets pages of an origin read the response. Responds to preflight requests. */
function allow(context: Context, origin: string, methods: string, next: () => Promise<unknown>): unknown {
  addCommonHeader(context.res, 'Access-Control-Allow-Origin', origin);
  if (context.method !== 'OPTIONS' || !context.get('Access-Control-Request-Method')) {
    addCommonHeader(context.res, 'Access-Control-Expose-Headers', exposedHeaders);
    return next();
  }
  // Monitoring scripts add their own headers, such as `traceparent`.
  const requested = context.get('Access-Control-Request-Headers');
  const isValid = requested.length <= maxFieldNamesLength && fieldNames.test(requested);
  context.set({
    'Access-Control-Allow-Methods': methods,
    'Access-Control-Allow-Headers': isValid ? `${allowedHeaders},${requested}` : allowedHeaders,
    'Access-Control-Max-Age': String(maxAge),
  });
  context.status = 204;
  return undefined;
}
