import {Router} from '@koa/router';

import {serveFiles} from '../http/response/static-files.ts';

/** All that the page is and calls comes from here. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * `GET /docs`: the description as a page that can be read and tried.
 *
 * @param directory What `npm run build` made.
 */
export function docsRoutes(directory: string): Router {
  const router = new Router({sensitive: true, strict: true});
  const serve = serveFiles(directory, '/docs', response => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Cache-Control', 'public, max-age=3600');
  });

  router.get('/docs', serve);
  router.get('/docs/{:file}', async (context, next) => {
    // The page's own links start beside it, not below.
    if (context.path === '/docs/') context.redirect('../docs');
    else await serve(context, next);
  });
  return router;
}
