import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import {join} from 'node:path';

import type {Context, Next} from 'koa';
import {z} from 'zod';

import {serveFiles} from '../http/response/static-files.ts';
import {inPath} from '../operations/parameters.ts';
import {publicOperation} from '../operations/public.ts';

/** Where a page finds the script, and what it needs to pin it. */
export const embedAddressesSchema = z.object({
  version: z.string().describe('Version of the service.'),
  url: z.url().describe('URL of the newest version.'),
  versionedUrl: z.url().describe('URL of exactly this version. Its content never changes.'),
  integrity: z.string().describe('Value of `integrity` for a script tag with `versionedUrl`.'),
});

export type EmbedAddresses = z.infer<typeof embedAddressesSchema>;

export type EmbedServices = ReturnType<typeof embedServices>;

const yearSeconds = 365 * 24 * 60 * 60;

/** Returns what the operations serve. @param directory The script as `npm run build` made it. @throws When it is missing. */
export function embedServices(directory: string, version: string, publicUrl: string) {
  const digest = createHash('sha384').update(readFileSync(join(directory, 'tavle.js')));
  const addresses: EmbedAddresses = {
    version,
    url: `${publicUrl}/embed/tavle.js`,
    versionedUrl: `${publicUrl}/embed/${version}/tavle.js`,
    integrity: `sha384-${digest.digest('base64')}`,
  };
  const script = serveFiles(directory, '/embed', (response, path) => {
    // A module script is always fetched with CORS, from whatever page.
    response.setHeader('Access-Control-Allow-Origin', '*');
    response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    const isVersioned = /^\/\d+\.\d+\.\d[^/]*\//.test(path);
    const caching = isVersioned
      ? `max-age=${yearSeconds}, immutable`
      : 'max-age=300, stale-while-revalidate=86400';
    response.setHeader('Cache-Control', `public, ${caching}`);
  });
  return {addresses, script};
}

/** The route also serves what the script loads later. */
const script = {
  route: '/embed/*path',
  answer: {
    meaning: 'The script.',
    headers: ['ETag'],
    type: 'text/javascript',
    example: 'customElements.define(…);',
  },
  serve: (context: Context, {script}: EmbedServices, next: Next): unknown => script(context, next),
} as const;

export const embedOperations = [
  publicOperation<EmbedServices>({
    id: 'hentScript',
    path: '/embed/tavle.js',
    summary: 'Load the script with the elements',
    description: 'The newest version of the script, which registers all elements.',
    ...script,
  }),
  publicOperation<EmbedServices>({
    id: 'hentScriptVersion',
    path: '/embed/{version}/tavle.js',
    summary: 'Load one version of the script',
    description: 'The script at a URL whose content never changes, for pages that check its digest.',
    parameters: [inPath('version', 'Version of the service.', '0.1.0')],
    refusals: {404: 'The service does not have that version.'},
    ...script,
  }),
  publicOperation<EmbedServices>({
    id: 'hentScriptAdresser',
    path: '/embed/tavle.json',
    summary: 'Read the URLs and the digest of the script',
    description: 'What a page needs to load the script with Subresource Integrity.',
    answer: {
      meaning: 'The URLs and the digest.',
      schema: 'EmbedAdresser',
      example: {
        version: '0.1.0',
        url: 'https://tavle.example.dk/embed/tavle.js',
        versionedUrl: 'https://tavle.example.dk/embed/0.1.0/tavle.js',
        integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC',
      },
    },
    serve(context, {addresses}) {
      context.set({'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*'});
      context.body = addresses;
    },
  }),
];
