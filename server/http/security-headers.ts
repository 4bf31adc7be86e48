import type {Middleware} from 'koa';

const headers = {
  // Nothing of the API is a page; what is one sets a policy of its own.
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

export const securityHeaders: Middleware = (context, next) => {
  context.set(headers);
  return next();
};
