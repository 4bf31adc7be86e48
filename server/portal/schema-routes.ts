import {Router} from '@koa/router';
import {z} from 'zod';

import {hasCvrForm} from '../identity/cvr.ts';
import {portalSchema} from './schema.ts';

/** `GET /schema/portal.json`: the JSON Schema of the portal file, made from the schema that checks it. */
export function portalSchemaRoutes(): Router {
  const schema = z.toJSONSchema(portalSchema(hasCvrForm), {io: 'input', unrepresentable: 'any'});
  const router = new Router();
  router.get('/schema/portal.json', context => {
    context.set({'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*'});
    context.type = 'application/schema+json';
    context.body = JSON.stringify({title: 'The portal file of Tavle', ...schema});
  });
  return router;
}
