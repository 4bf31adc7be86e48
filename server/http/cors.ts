import koaCors from '@koa/cors';
import type {Context, Middleware} from 'koa';

import {addCommonHeader, addVary} from './send.ts';

/** Returns the middleware that lets pages of other origins use an interface, for `operations/routes.ts`; `undefined`: no page may. */
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

/** Returns the allowed headers with those that a preflight request asks for: monitoring scripts add their own, such as `traceparent`. */
function allowedHeadersFor(context: Context): string {
  const requested = context.get('Access-Control-Request-Headers');
  const isValid = requested.length <= maxFieldNamesLength && fieldNames.test(requested);
  return isValid ? `${allowedHeaders},${requested}` : allowedHeaders;
}

/**
 * Pages of any origin may use a public interface. Pages of the listed origins may use an interface whose callers have a token. Tokens
 * authenticate requests, so cookies are not allowed.
 */
export function createCors(origins: readonly string[]): Cors {
  const listed = allowListed(new Set(origins));
  return ({isForPages, isForAnyPage}) => {
    if (isForAnyPage) return allowAny;
    return isForPages ? listed : undefined;
  };
}

/** The headers are the same for every origin, so caches need no `Vary`. */
const allowAny: Middleware = (context, next) => {
  addCommonHeader(context.res, 'Access-Control-Allow-Origin', '*');
  addCommonHeader(context.res, 'Access-Control-Expose-Headers', exposedHeaders);
  if (context.method === 'OPTIONS') {
    context.set('Access-Control-Allow-Headers', allowedHeadersFor(context));
    context.set('Access-Control-Max-Age', String(maxAge));
  }
  return next();
};

function allowListed(origins: ReadonlySet<string>): Middleware {
  const allow: Middleware = koaCors({
    // An empty text omits the CORS headers, so the browser refuses.
    origin: context => (origins.has(context.get('Origin')) ? context.get('Origin') : ''),
    allowMethods: 'GET,PUT,POST,DELETE',
    allowHeaders: allowedHeaders,
    exposeHeaders: exposedHeaders,
    maxAge,
    // The response already has the headers. With `true`, they would be added to the error, which several requests may share.
    keepHeadersOnError: false,
  });
  return async (context, next) => {
    addVary(context.res, 'Origin');
    // Most requests have no `Origin`: programs and a proxy on the portal's own origin send none.
    if (context.req.headers.origin === undefined) return next() as unknown;
    await allow(context, next);
    // Set only for an allowed origin.
    if (context.method === 'OPTIONS' && context.res.hasHeader('Access-Control-Allow-Headers'))
      context.set('Access-Control-Allow-Headers', allowedHeadersFor(context));
    return undefined;
  };
}
