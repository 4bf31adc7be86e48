import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import {Router} from '@koa/router';

import {serveFiles} from '../http/response/static-files.ts';
import type {EmbedAddresses} from './answers.ts';

/** In seconds. */
const year = 365 * 24 * 60 * 60;

/**
 * Serves the script tag's file: `/embed/tavle.js`, the same at `/embed/{version}/tavle.js`, and their addresses with the
 * file's digest at `/embed/tavle.json`.
 *
 * @param directory What `npm run build` made.
 * @throws When the build is missing.
 */
export function embedRoutes(directory: string, version: string, publicUrl: string): Router {
  const script = readFileSync(join(directory, 'tavle.js'));
  const addresses: EmbedAddresses = {
    version,
    url: `${publicUrl}/embed/tavle.js`,
    versionedUrl: `${publicUrl}/embed/${version}/tavle.js`,
    integrity: `sha384-${createHash('sha384').update(script).digest('base64')}`,
  };

  const router = new Router({prefix: '/embed', sensitive: true, strict: true});
  router.get('/tavle.json', context => {
    context.set({'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*'});
    context.body = addresses;
  });
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
