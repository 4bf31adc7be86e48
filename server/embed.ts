import {createHash} from 'node:crypto';
import {readFileSync} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {join} from 'node:path';

import {z} from 'zod';

import {serveFiles} from './http/static-files.ts';
import {operationsFor} from './operations/operation.ts';
import {inPath} from './operations/parameters.ts';

/**
 * The scripts, each at public URLs. `tavle` has all elements except those for forms and editors. A new one also needs operations in
 * {@link embedOperations}, a `define.ts` in its folder of `client` and a size in `scripts/build.mjs`: the service does not start without the
 * built file.
 */
export const embedScripts = ['tavle', 'dashboard', 'calendar', 'deadlines', 'forms', 'editorial'] as const;

type ScriptName = (typeof embedScripts)[number];

/** The response of `GET /embed/{script}.json`: a script's URLs and digest. */
export const embedAddressesSchema = z.object({
  version: z.string().describe('Version of the service.'),
  url: z.url().describe('URL of the newest version.'),
  versionedUrl: z.url().describe('URL of exactly this version. Its content never changes.'),
  integrity: z.string().describe('Value of `integrity` for a script tag with `versionedUrl`.'),
});

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
  const addresses = new Map<ScriptName, EmbedAddresses>();
  for (const name of embedScripts) {
    const digest = createHash('sha384').update(readFileSync(join(directory, `${name}.js`)));
    addresses.set(name, {
      version,
      url: `${publicUrl}/embed/${name}.js`,
      versionedUrl: `${publicUrl}/embed/${version}/${name}.js`,
      integrity: `sha384-${digest.digest('base64')}`,
    });
  }
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

/** The route also serves files that the scripts load later. */
const script = {
  method: 'get',
  route: '/embed/*path',
  response: {
    status: 200,
    description: 'The script.',
    headers: ['ETag'],
    type: 'text/javascript',
    example: 'customElements.define(…);',
  },
  handle: (_: unknown, {script}: EmbedServices) => script,
} as const;

/** @param elements The elements that the script registers. */
function scriptOperations(id: string, name: ScriptName, elements: string) {
  return [
    operation({
      id: `hent${id}`,
      path: `/embed/${name}.js`,
      summary: `Load the script with ${elements}`,
      description: `The newest version of the script, which registers ${elements}.`,
      ...script,
    }),
    operation({
      id: `hent${id}Version`,
      path: `/embed/{version}/${name}.js`,
      summary: `Load one version of the script with ${elements}`,
      description: 'The script at a URL whose content never changes, for pages that check its digest.',
      parameters: [inPath('version', 'Version of the service.', '0.1.0')],
      refusals: {404: 'The service does not have that version.'},
      ...script,
    }),
    operation({
      id: `hent${id}Adresser`,
      method: 'get',
      path: `/embed/${name}.json`,
      summary: `Read the URLs and the digest of the script with ${elements}`,
      description: 'What a page needs to load the script with Subresource Integrity.',
      response: {
        status: 200,
        description: 'The URLs and the digest.',
        schema: 'EmbedAdresser',
        example: {
          version: '0.1.0',
          url: `https://tavle.example.dk/embed/${name}.js`,
          versionedUrl: `https://tavle.example.dk/embed/0.1.0/${name}.js`,
          integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC',
        },
      },
      handle:
        (_, {addresses}) =>
        context => {
          context.set({'Cache-Control': 'no-cache', 'Access-Control-Allow-Origin': '*'});
          context.body = addresses.get(name);
        },
    }),
  ];
}

export const embedOperations = [
  ...scriptOperations('Script', 'tavle', 'all elements but those for forms and editors'),
  ...scriptOperations('Oversigtsscript', 'dashboard', '`<tavle-dashboard>` and `<tavle-app>`'),
  ...scriptOperations('Kalenderscript', 'calendar', '`<tavle-calendar>`'),
  ...scriptOperations('Fristscript', 'deadlines', '`<tavle-deadlines>`'),
  ...scriptOperations('Formularscript', 'forms', '`<tavle-form>` and `<tavle-form-search>`'),
  ...scriptOperations('Redaktionsscript', 'editorial', '`<tavle-editorial>`'),
];
