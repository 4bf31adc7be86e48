import {Router} from '@koa/router';
import bodyParser from 'koa-bodyparser';

import {FieldCheck, Problem} from '../server/http/response/problem.ts';
import {serveFiles} from '../server/http/response/static-files.ts';
import type {Authorities} from './authorities.ts';
import {type Issuer, users} from './issuer.ts';
import type {Suppliers} from './suppliers.ts';

/** What the demo's pages promise: they run under the strictest policy that a portal may have. */
const policy = [
  "default-src 'self'",
  "img-src 'self' data:",
  "object-src 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
  "require-trusted-types-for 'script'",
  "trusted-types lit-html dompurify 'allow-duplicates'",
].join('; ');

/** What stands for a supplier's solution, which the page of a form may show in a frame. */
const solutionPage = '/loesning.html';
const framedPolicy = policy.replace("frame-ancestors 'none'", "frame-ancestors 'self'");

/** The pages behind `formUrl` and `loesningsUrl`, since `/demo` is the portal's URL. */
const formPages = [
  ['/demo/myndigheder/:kind/:authority/:permalink', '/demo/formular.html'],
  ['/demo/nemlogin/login', '/demo/nemlogin.html'],
] as const;

/** The methods and the longest path that interfaces A and B are called with. */
const methods = ['GET', 'POST', 'PUT', 'DELETE'];
const maxPathLength = 2_000;

const json = bodyParser({
  enableTypes: ['json'],
  onerror(error) {
    const {status = 400} = error as {status?: number};
    throw new Problem(status, `The body cannot be read: ${error.message}`);
  },
});

/**
 * The demo's pages at `/demo/`, its users at `/demo/users` and their tokens from `POST /demo/token`, its authorities at
 * `/demo/myndigheder`, which deliver what is sent to `POST /demo/frister`, and its form suppliers at
 * `/demo/leverandoerer`, each with what it deleted, which make the calls that are sent to `POST /demo/kald`.
 */
export function demoRoutes(
  pages: string,
  issuer: Issuer,
  authorities: Authorities,
  suppliers: Suppliers,
): Router {
  const router = new Router({strict: true});

  router.get('/', context => context.redirect('/demo/'));
  router.get('/demo', context => context.redirect('/demo/'));

  router.get('/demo/users', context => {
    context.body = users;
  });

  router.post('/demo/token', json, async context => {
    const {sub} = context.request.body as {sub?: unknown};
    const user = users.find(known => known.sub === sub);
    if (!user) throw new Problem(404, 'There is no such demo user.');
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

  router.post('/demo/frister', json, async context => {
    const {afsender, ...frist} = context.request.body as Record<string, unknown>;
    const {status, body} = await authorities.deliver(String(afsender), frist);
    context.status = status;
    context.body = body;
  });

  router.get('/demo/leverandoerer', context => {
    context.body = suppliers.list.map(({cvr, navn, paaVegneAf}) => ({cvr, navn, paaVegneAf}));
  });

  router.get('/demo/leverandoerer/:cvr/slettede', context => {
    context.body = suppliers.deleted(context.params.cvr ?? '');
  });

  router.post('/demo/kald', json, async context => {
    const {som, method, path, body} = readCall(context.request.body);
    const answer = await suppliers.call(som, method, path, body);
    context.status = answer.status;
    context.body = answer.body;
  });

  const files = serveFiles(pages, '/demo', (response, path) => {
    response.setHeader('Content-Security-Policy', path === solutionPage ? framedPolicy : policy);
    const hashed = path.startsWith('/assets/');
    // The solution in its sandbox has no origin.
    if (hashed) response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cache-Control', hashed ? 'public, max-age=31536000, immutable' : 'no-cache');
  });
  for (const [path, page] of formPages) {
    router.get(path, (context, next) => {
      context.path = page;
      return files(context, next) as unknown;
    });
  }
  router.get('/demo/{*path}', files);

  return router;
}

/** @throws {Problem} 400 that names every field of the wrong type or form. */
function readCall(given: unknown) {
  const {som, method, path, body} = given as Record<string, unknown>;
  const check = new FieldCheck();
  check.require(typeof som === 'string', 'som', 'Write the CVR number of a supplier.');
  check.require(
    typeof method === 'string' && methods.includes(method),
    'method',
    `Write one of ${methods.join(', ')}.`,
  );
  const isPath = typeof path === 'string' && path.startsWith('/') && path.length <= maxPathLength;
  check.require(
    isPath,
    'path',
    `Write a path that begins with a slash, of at most ${maxPathLength} characters.`,
  );
  check.orThrow();
  return {som: String(som), method: String(method), path: String(path), body};
}
