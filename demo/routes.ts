import {Router} from '@koa/router';
import bodyParser from 'koa-bodyparser';

import {Problem} from '../server/http/problem.ts';
import {serveFiles} from '../server/http/static-files.ts';
import {type Issuer, users} from './issuer.ts';

/** What the demo's pages promise: they run under the strictest policy that a portal may have. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html 'allow-duplicates'",
].join('; ');

const loopbackNames = ['localhost', '127.0.0.1', '[::1]'];

/**
 * The demo's pages at `/demo/`, its users at `/demo/users` and their tokens from `POST /demo/token`. Tokens go to whoever
 * asks on this machine, but not under a foreign name that was made to point at it (DNS rebinding).
 */
export function demoRoutes(pages: string, issuer: Issuer): Router {
  const router = new Router({strict: true});

  router.get('/', context => context.redirect('/demo/'));
  router.get('/demo', context => context.redirect('/demo/'));

  router.get('/demo/users', context => {
    context.body = users;
  });

  router.post('/demo/token', bodyParser({enableTypes: ['json']}), async context => {
    if (!loopbackNames.includes(context.hostname))
      throw new Problem(403, 'Ask under a name of this machine.');
    const {sub} = context.request.body as {sub?: unknown};
    const user = users.find(known => known.sub === sub);
    if (!user) throw new Problem(404, 'There is no such demo user.');
    context.set('Cache-Control', 'no-store');
    context.body = await issuer.issue(user);
  });

  router.get(
    '/demo/{*path}',
    serveFiles(pages, '/demo', (response, path) => {
      response.setHeader('Content-Security-Policy', policy);
      const hashed = path.startsWith('/assets/');
      response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
    }),
  );

  return router;
}
