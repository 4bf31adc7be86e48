import {Router} from '@koa/router';

import {serveSchema} from '../http/json-schema.ts';
import {hasCvrForm} from '../identity/cvr.ts';
import {portalSchema} from './schema.ts';

/** `GET /schema/portal.json`: the JSON Schema of the portal file. */
export function portalSchemaRoutes(): Router {
  const router = new Router({sensitive: true, strict: true});
  serveSchema(router, '/schema/portal.json', 'The portal file of Tavle', portalSchema(hasCvrForm));
  return router;
}
