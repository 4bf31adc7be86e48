import {join} from 'node:path';

import type {Router} from '@koa/router';

import type {EmbedArchive} from './embed/archive.ts';
import {embedServices} from './embed/operations.ts';
import {packageOperations} from './interfaces.ts';
import {createDocument} from './openapi/document.ts';
import {documentServices} from './openapi/document-operations.ts';
import {routesOf} from './operations/public.ts';
import {packageDirectory} from './package-directory.ts';
import {version} from './version.ts';

/**
 * Returns the routes of what the package has in addition to the interfaces: the script for pages, and `/openapi.json` with `/docs`.
 *
 * @param publicUrl The service's URL, as clients use it; without a trailing slash.
 * @param built What `npm run build` made. Default: the package's.
 * @param archive Scripts of earlier versions. Default: none.
 * @throws When the build is missing.
 */
export function packagePages(publicUrl: string, built = packageDirectory, archive?: EmbedArchive): Router[] {
  return [
    routesOf(packageOperations, {
      ...embedServices(join(built, 'embed'), version, publicUrl, archive),
      ...documentServices(createDocument(publicUrl), join(built, 'docs')),
    }),
  ];
}
