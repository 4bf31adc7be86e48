// The demo's OpenAPI description, for `main.ts` and people who try requests at `/docs`. Change the servers here.
// `server/openapi/` generates everything else: do not edit the description of an operation here.
import {Router} from '@koa/router';
import type {Middleware} from 'koa';

import {descriptions} from '../server/interfaces.ts';
import {createDocument} from '../server/openapi/document.ts';
import {toVersion30} from '../server/openapi/version-3-0.ts';

/**
 * Serves the demo's `/openapi.json` and `/openapi-3.0.json`. Their `servers` are the two listeners, that of the request first.
 *
 * @param publicUrl For requests with tokens.
 * @param certificateUrl For requests with client certificates.
 */
export function openApiRoutes(publicUrl: string, certificateUrl: () => string): Middleware {
  const document = createDocument(descriptions, publicUrl);
  const router = new Router({sensitive: true, strict: true});
  for (const [path, versioned] of [
    ['/openapi.json', document],
    ['/openapi-3.0.json', toVersion30(document)],
  ] as const) {
    router.get(path, context => {
      const plain = {url: publicUrl, description: 'Med adgangstoken: D og E.'};
      const mutual = {url: certificateUrl(), description: 'Med klientcertifikat: A, B og C.'};
      context.set({'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*'});
      context.body = {...versioned, servers: context.secure ? [mutual, plain] : [plain, mutual]};
    });
  }
  return router.routes() as unknown as Middleware;
}
