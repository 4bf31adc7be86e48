import {Router} from '@koa/router';

import {entityTag, isKnown} from '../http/response/conditional.ts';
import {createDocument} from './document.ts';

/** `GET /openapi.json`: what this service takes and answers, for the pages and programs of anyone. */
export function openApiRoutes(version: string, publicUrl: string): Router {
  const text = JSON.stringify(createDocument(version, publicUrl));
  const tag = entityTag(text);
  const router = new Router({sensitive: true, strict: true});
  router.get('/openapi.json', context => {
    const known = isKnown(context, tag);
    context.set({'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*'});
    if (known) return;
    context.type = 'application/json; charset=utf-8';
    context.body = text;
  });
  return router;
}
