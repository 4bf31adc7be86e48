import {Router} from '@koa/router';

import {serveSchema} from '../http/json-schema.ts';
import {emptyPortal} from '../portal/portal.ts';
import {fieldsV1} from './fields-v1.ts';
import {bodyV2} from './fields-v2.ts';

/** `GET /schema/formular-1.json` and `-2.json`: the JSON Schemas of what interfaces A and B take on creation. */
export function formSchemaRoutes(): Router {
  const router = new Router({sensitive: true, strict: true});
  serveSchema(router, '/schema/formular-1.json', 'Form variant, version 1', fieldsV1(emptyPortal));
  serveSchema(router, '/schema/formular-2.json', 'Form variant, version 2', bodyV2(emptyPortal));
  return router;
}
