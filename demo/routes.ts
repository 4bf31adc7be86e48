// The demo's HTTP routes below `/demo`, for `main.ts`: pages, users, tokens, deliveries, mails. Add a route for a new
// page here. Do not weaken the policy of the pages: it shows that the elements work under a strict one.
import {Router} from '@koa/router';
import type {Middleware} from 'koa';

import {Problem} from '../server/problem.ts';
import {createBodyReader} from '../server/http/body.ts';
import {serveFiles} from '../server/http/static-files.ts';
import type {Authorities} from './authorities.ts';
import {editor, type Issuer, users} from './issuer.ts';
import type {DemoMail} from './mails.ts';
import type {Suppliers} from './suppliers.ts';

/** The strictest policy that the elements support. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html dompurify 'allow-duplicates'",
].join('; ');

/** Represents a supplier's solution. The page of a form may show it in a frame. */
const solutionPage = '/loesning.html';
const framedPolicy = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

/** The pages behind `formUrl` and `loesningsUrl`, since `/demo` is the portal's URL. */
const formPages = [
  ['/demo/myndigheder/:kind/:authority/:permalink', '/demo/formular.html'],
  ['/demo/nemlogin/login', '/demo/nemlogin.html'],
] as const;

const maxBodyBytes = 1024 ** 2;
const readBody = createBodyReader(maxBodyBytes);

/**
 * Serves the demo's pages at `/demo/`, users at `/demo/users` and tokens at `POST /demo/token`. `/demo/myndigheder` lists the authorities
 * in whose names `POST /demo/frister` delivers. `/demo/leverandoerer` lists the form suppliers, `/demo/leverandoerer/{cvr}/formularer` the
 * forms of one. `/demo/mails` lists the mails, `/demo/mails/{id}` shows one.
 */
export function demoRoutes(
  pages: string,
  issuer: Issuer,
  authorities: Authorities,
  suppliers: Suppliers,
  mails: readonly DemoMail[],
): Middleware[] {
  const router = new Router({strict: true});

  router.get('/', context => context.redirect('/demo/'));
  router.get('/demo', context => context.redirect('/demo/'));

  router.get('/demo/users', context => {
    context.body = users;
  });

  router.post('/demo/token', async context => {
    const {sub} = (await readBody(context)) as {sub?: unknown};
    const user = [...users, editor].find(known => known.sub === sub);
    if (!user) throw new Problem(404, 'No demo user has that `sub`.');
    context.set('Cache-Control', 'no-store');
    context.body = await issuer.issue(user);
  });

  router.get('/demo/myndigheder', context => {
    context.body = authorities.list.map(each => ({
      cvr: each.cvr,
      navn: each.navn,
      curl: authorities.curl(each),
    }));
  });

  router.post('/demo/frister', async context => {
    const {afsender, ...frist} = await readBody(context);
    const {status, body} = await authorities.deliver(String(afsender), frist);
    context.status = status;
    context.body = body;
  });

  router.get('/demo/leverandoerer', context => {
    context.body = suppliers.list.map(({cvr, navn}) => ({cvr, navn}));
  });

  router.get('/demo/leverandoerer/:cvr/formularer', async context => {
    context.body = await suppliers.formsOf(context.params.cvr ?? '');
  });

  router.get('/demo/mails', context => {
    context.set('Cache-Control', 'no-store');
    context.body = mails;
  });

  router.get('/demo/mails/:id', context => {
    const mail = mails.find(({id}) => String(id) === context.params.id);
    if (!mail) throw new Problem(404, 'No mail has that id.');
    context.set(
      'Content-Security-Policy',
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'",
    );
    context.type = 'html';
    context.body = mail.html;
  });

  const files = serveFiles(pages, '/demo', (response, path) => {
    response.setHeader('Content-Security-Policy', path === solutionPage ? framedPolicy : policy);
    // The page of a form links back to the search that it was opened from.
    response.setHeader('Referrer-Policy', 'same-origin');
    const hashed = path.startsWith('/assets/');
    // The sandboxed solution has an opaque origin, so its assets need CORS.
    if (hashed) response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  });
  for (const [path, page] of formPages) {
    router.get(path, context => {
      context.path = page;
      return files(context);
    });
  }
  router.get('/demo/{*path}', context => files(context));

  return [router.routes() as unknown as Middleware, router.allowedMethods() as unknown as Middleware];
}
