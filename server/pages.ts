import {join} from 'node:path';

import type {Router} from '@koa/router';

import {embedRoutes} from './embed/routes.ts';
import {docsRoutes} from './openapi/page-routes.ts';
import {openApiRoutes} from './openapi/routes.ts';

/**
 * What every service has beside the interfaces: the script, and the description of all of it.
 *
 * @param built The directory that `npm run build` made.
 * @throws When the build is missing.
 */
export function createPages(built: string, version: string, publicUrl: string): Router[] {
  return [
    embedRoutes(join(built, 'embed'), version, publicUrl),
    openApiRoutes(version, publicUrl),
    docsRoutes(join(built, 'docs')),
  ];
}
