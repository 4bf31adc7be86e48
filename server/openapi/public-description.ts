import {z} from 'zod';

import {embedAddressesSchema} from '../embed/answers.ts';
import type {embedScripts} from '../embed/routes.ts';
import type {Answer, Description, Operation} from '../operations/operation.ts';

const jsonSchema = z.looseObject({title: z.string()});

const document = z.looseObject({openapi: z.string()});

function reading(
  id: string,
  path: string,
  summary: string,
  description: string,
  answer: Omit<Answer, 'status'>,
): Operation {
  return {id, method: 'get', path, summary, description, answer: {status: 200, ...answer}};
}

const script = (meaning: string) => ({
  meaning,
  headers: ['ETag'] as const,
  type: 'text/javascript',
  example: 'customElements.define(…);',
});

/** Describes what `embedRoutes` serves of a script.
 * @param elements The elements that it registers. */
function scriptOperations(id: string, name: (typeof embedScripts)[number], elements: string): Operation[] {
  return [
    reading(
      `hent${id}`,
      `/embed/${name}.js`,
      `Load the script with ${elements}`,
      `The newest version of the script, which registers ${elements}.`,
      script('The script.'),
    ),
    {
      ...reading(
        `hent${id}Version`,
        `/embed/{version}/${name}.js`,
        `Load one version of the script with ${elements}`,
        'The script at a URL whose content never changes, for pages that check its digest.',
        script('The script.'),
      ),
      parameters: [
        {
          name: 'version',
          in: 'path',
          meaning: 'Version of the service.',
          schema: z.string(),
          example: '0.1.0',
        },
      ],
      refusals: {404: 'The service does not have that version.'},
    },
    reading(
      `hent${id}Adresser`,
      `/embed/${name}.json`,
      `Read the URLs and the digest of the script with ${elements}`,
      'What a page needs to load the script with Subresource Integrity.',
      {
        meaning: 'The URLs and the digest.',
        schema: 'EmbedAdresser',
        example: {
          version: '0.1.0',
          url: `https://tavle.example.dk/embed/${name}.js`,
          versionedUrl: `https://tavle.example.dk/embed/0.1.0/${name}.js`,
          integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC',
        },
      },
    ),
  ];
}

const schemaOf = (what: string) => ({
  meaning: 'The JSON Schema (2020-12).',
  type: 'application/schema+json',
  schema: 'JsonSchema',
  example: {title: what, type: 'object'},
});

const ok = {schema: 'Kvittering', example: {status: 'OK', code: 200}};

/** What anyone may read, in addition to the interfaces. */
export const publicDescription: Description = {
  tag: 'Service',
  caller: 'anyone',
  meaning: 'Health and metrics, the scripts with the elements, schemas, and this description.',
  schemas: {EmbedAdresser: embedAddressesSchema, JsonSchema: jsonSchema, OpenApiDokument: document},
  operations: [
    reading('erILive', '/health/live', 'Check that the process responds', 'Never depends on the store.', {
      meaning: 'The process responds.',
      ...ok,
    }),
    {
      ...reading(
        'erKlar',
        '/health/ready',
        'Check that the service is ready',
        'For load balancers: reports whether the service and its store can serve requests.',
        {meaning: 'The service and its store are ready.', ...ok},
      ),
      refusals: {503: 'The store cannot be used.'},
    },
    reading('hentMaalinger', '/metrics', 'Read the metrics', 'Metrics of this process for Prometheus.', {
      meaning: 'The metrics in the text format of Prometheus.',
      type: 'text/plain',
      example: 'tavle_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 1\n',
    }),
    ...scriptOperations('Script', 'tavle', 'all elements'),
    ...scriptOperations('Oversigtsscript', 'dashboard', '`<tavle-dashboard>` and `<tavle-app>`'),
    ...scriptOperations('Kalenderscript', 'calendar', '`<tavle-calendar>`'),
    reading(
      'hentPortalskema',
      '/schema/portal.json',
      'Read the schema of the portal file',
      'For editors that check the portal file while it is written.',
      schemaOf('Portal file'),
    ),
    reading(
      'hentFormularskema1',
      '/schema/formular-1.json',
      'Read the schema of a form variant, version 1',
      'The fields that interface A requires and accepts on creation.',
      schemaOf('Form variant, version 1'),
    ),
    reading(
      'hentFormularskema2',
      '/schema/formular-2.json',
      'Read the schema of a form variant, version 2',
      'The fields that interface B requires and accepts on creation.',
      schemaOf('Form variant, version 2'),
    ),
    reading('hentBeskrivelse', '/openapi.json', 'Read this description', 'This document, for programs.', {
      meaning: 'The OpenAPI 3.1 document.',
      headers: ['ETag'],
      schema: 'OpenApiDokument',
      example: {openapi: '3.1.1'},
    }),
    {
      ...reading(
        'hentDokumentationsfil',
        '/docs/{file}',
        'Load a file of the documentation page',
        'Scripts and style sheets of `/docs`.',
        script('The file.'),
      ),
      parameters: [
        {name: 'file', in: 'path', meaning: 'Name of the file.', schema: z.string(), example: 'page.js'},
      ],
      refusals: {404: 'There is no file with that name.'},
    },
    reading('hentDokumentation', '/docs', 'Read this description as a page', 'This document, for people.', {
      meaning: 'The page.',
      headers: ['ETag'],
      type: 'text/html',
      example: '<!doctype html>…',
    }),
  ],
};
