import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {Router} from '@koa/router';

import {serveFiles} from '../http/response/static-files.ts';
import type {EmbedAddresses} from './answers.ts';

/** In seconds. */
const year = 365 * 24 * 60 * 60;

/** The scripts: with all elements, with the dashboard, and with the calendar. */
export const embedScripts = ['tavle', 'dashboard', 'calendar'] as const;

/**
 * Serves each script: `/embed/tavle.js`, the same at `/embed/{version}/tavle.js`, and their URLs with the file's digest at
 * `/embed/tavle.json`.
 *
 * @param directory The output of `npm run build`.
 * @throws When the build is missing.
 */
export function embedRoutes(directory: string, version: string, publicUrl: string): Router {
  const router = new Router({prefix: '/embed', sensitive: true, strict: true});
  for (const name of embedScripts) {
    const script = readFileSync(join(directory, `${name}.js`));
    const addresses: EmbedAddresses = {
      version,
      url: `${publicUrl}/embed/${name}.js`,
      versionedUrl: `${publicUrl}/embed/${version}/${name}.js`,
      integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
    };
    router.get(`/${name}.json`, context => {
      context.set({'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*'});
      context.body = addresses;
    });
  }
  router.get(
    '/*path',
    serveFiles(directory, '/embed', (response, path) => {
      // A module script is always fetched with CORS, from whatever page.
      response.setHeader('Access-Control-Allow-Origin', '*');
      response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
      const lasting = /^\/\d+\.\d+\.\d[^/]*\//.test(path);
      response.setHeader(
        'Cache-Control',
        lasting ? `public, max-age=${year}, immutable` : 'public, max-age=300, stale-while-revalidate=86400',
      );
    }),
  );
  return router;
}
