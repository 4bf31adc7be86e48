import {join} from 'node:path';

import type {Middleware} from 'koa';

import {embedServices} from './embed/operations.ts';
import {createRoutes, openGate} from './operations/routes.ts';
import {descriptions, packageInterface} from './interfaces.ts';
import {createDocument} from './openapi/document.ts';
import {documentServices} from './openapi/document-operations.ts';
import {packageDirectory} from './package-directory.ts';
import {version} from './version.ts';

/**
 * Returns the routes that serve files of the package: `/embed/…`, `/openapi.json` and `/docs`.
 *
 * @param publicUrl The service's public URL, without a trailing slash.
 * @param built Output directory of `npm run build`. Default: the package's.
 * @throws If the build is missing.
 */
export function packageRoutes(publicUrl: string, built = packageDirectory): Middleware[] {
  return [
    createRoutes(
      [packageInterface],
      {
        ...embedServices(join(built, 'embed'), version, publicUrl),
        ...documentServices(() => createDocument(descriptions, publicUrl), join(built, 'docs')),
      },
      openGate,
    ),
  ];
}
