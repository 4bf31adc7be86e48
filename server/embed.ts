/* Serves the scripts of the elements to pages, for `interfaces.ts`. Add a script to `embedScripts`, and change its
 * caching in `setHeaders`. Pages of portals contain the URLs: keep them. What a URL with a version returns must never
 * change. */

import {hash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {join} from 'node:path';

import {z} from 'zod';

import {jsonText} from './http/send.ts';
import {serveFiles} from './http/static-files.ts';
import {operationsFor, type Parameter} from './operations/operation.ts';
import {inPath} from './operations/parameters.ts';
import {nothingHere} from './problem.ts';

/**
 * The scripts that pages load. Each has a public URL for its newest version and one for each version. `tavle` has all elements except those for forms and editors. A new script also needs a `define.ts` in its folder of
 * `client` and a size in `scripts/build.mjs`. The service does not start without the built file.
 */
export const embedScripts = ['tavle', 'dashboard', 'calendar', 'deadlines', 'forms', 'editorial'] as const;

/** The response of `GET /embed/{script}.json`: a script's URLs and digest. */
const embedAddressesSchema = z
  .object({
    version: z.string().describe('Version of the service.'),
    url: z.url().describe('URL of the newest version.'),
    versionedUrl: z.url().describe('URL of exactly this version. Its content never changes.'),
    integrity: z.string().describe('Value of `integrity` for a script tag with `versionedUrl`.'),
  })
  .meta({id: 'EmbedAdresser'});

export type EmbedAddresses = z.infer<typeof embedAddressesSchema>;

export type EmbedServices = ReturnType<typeof embedServices>;

const yearSeconds = 365 * 24 * 60 * 60;

/**
 * Returns the files that the operations serve.
 *
 * @param directory The built scripts.
 * @throws When a script is missing.
 */
export function embedServices(directory: string, version: string, publicUrl: string) {
  const addressesOf = (name: string): EmbedAddresses => ({
    version,
    url: `${publicUrl}/embed/${name}.js`,
    versionedUrl: `${publicUrl}/embed/${version}/${name}.js`,
    integrity: `sha384-${hash('sha384', readFileSync(join(directory, `${name}.js`)), 'base64')}`,
  });
  const addresses = new Map(embedScripts.map((name): [string, EmbedAddresses] => [name, addressesOf(name)]));
  return {addresses, script: serveFiles(directory, '/embed', setHeaders)};
}

function setHeaders(response: ServerResponse, path: string): void {
  // Pages of any origin fetch module scripts with CORS.
  response.setHeader('Access-Control-Allow-Origin', '*');
  response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  const isVersioned = /^\/\d+\.\d+\.\d[^/]*\//.test(path);
  const caching = isVersioned
    ? `max-age=${yearSeconds}, immutable`
    : 'max-age=300, stale-while-revalidate=86400';
  response.setHeader('Cache-Control', `public, ${caching}`);
}

const operation = operationsFor<EmbedServices, unknown>();

const scriptParameter: Parameter = {
  name: 'script',
  in: 'path',
  description:
    'Name of the script. `tavle` registers all elements except those for forms and editors; `forms` registers `<tavle-form>` and ' +
    '`<tavle-form-search>`; the others register the element of their name.',
  schema: z.enum(embedScripts),
  example: 'tavle',
};

/** The route also serves files that the scripts load later. */
const script = {
  route: '/embed/*path',
  response: {description: 'The script.', type: 'text/javascript', example: 'customElements.define(…);'},
  handle: (_: unknown, {script}: EmbedServices) => script,
};

export const embedOperations = [
  // Must come before the route of the files, which has as many parameters.
  operation('hentScriptAdresser', 'get', '/embed/{script}.json', {
    summary: 'Read the URLs and the digest of a script',
    description: 'What a page needs to load a script with Subresource Integrity.',
    parameters: [scriptParameter],
    response: {
      description: 'The URLs and the digest.',
      headers: [],
      schema: embedAddressesSchema,
      example: {
        version: '0.1.0',
        url: 'https://tavle.example.dk/embed/tavle.js',
        versionedUrl: 'https://tavle.example.dk/embed/0.1.0/tavle.js',
        integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC',
      },
    },
    refusals: {404: 'No script has that name.'},
    handle: ({params}, {addresses}) => {
      const found = addresses.get(params.script ?? '');
      if (!found) throw nothingHere();
      return context => {
        context.set({'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*'});
        context.type = 'json';
        context.body = jsonText(found);
      };
    },
  }),
  operation('hentScript', 'get', '/embed/{script}.js', {
    summary: 'Load a script with elements',
    description: 'The newest version of a script, which registers elements.',
    parameters: [scriptParameter],
    refusals: {404: 'No script has that name.'},
    ...script,
  }),
  operation('hentScriptVersion', 'get', '/embed/{version}/{script}.js', {
    summary: 'Load one version of a script with elements',
    description: 'A script at a URL whose content never changes, for pages that check its digest.',
    parameters: [inPath('version', 'Version of the service.', '0.1.0'), scriptParameter],
    refusals: {404: 'The service does not have that script or that version.'},
    ...script,
  }),
];
