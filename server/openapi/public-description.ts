import {z} from 'zod';

import {embedAddressesSchema} from '../embed/answers.ts';
import type {Answer, Description, Operation} from './operation.ts';

const jsonSchema = z.looseObject({title: z.string()});

const document = z.looseObject({openapi: z.string()});

/** Something to read for anyone. */
function reading(id: string, path: string, summary: string, answer: Omit<Answer, 'status'>): Operation {
  return {id, method: 'get', path, summary, caller: 'anyone', answer: {status: 200, ...answer}};
}

const script = (meaning: string) => ({
  meaning,
  type: 'text/javascript',
  example: 'customElements.define(…);',
});

const schemaOf = (what: string) => ({
  meaning: `JSON Schema for ${what}.`,
  type: 'application/schema+json',
  schema: 'JsonSchema',
  example: {title: what, type: 'object'},
});

const ok = {schema: 'Kvittering', example: {status: 'OK', code: 200}};

/** What anyone may read: beside the interfaces, and without a caller. */
export const publicDescription: Description = {
  tag: 'Ved siden af',
  meaning: 'Sundhed og målinger, browserdelen, skemaer og denne beskrivelse.',
  schemas: {EmbedAdresser: embedAddressesSchema, JsonSchema: jsonSchema, OpenApiDokument: document},
  operations: [
    reading('erILive', '/health/live', 'Svarer processen?', {meaning: 'Ja.', ...ok}),
    {
      ...reading('erKlar', '/health/ready', 'Kan tjenesten bruges?', {meaning: 'Ja, også lageret.', ...ok}),
      refusals: {503: 'Lageret kan ikke nås.'},
    },
    reading('hentMaalinger', '/metrics', 'Målinger', {
      meaning: 'Målinger til Prometheus.',
      type: 'text/plain',
      example: 'tavle_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 1\n',
    }),
    reading('hentScript', '/embed/tavle.js', 'Scriptet med elementerne', script('Den nyeste version.')),
    {
      ...reading('hentScriptVersion', '/embed/{version}/tavle.js', 'Scriptet i en bestemt version', {
        ...script('Netop den version.'),
      }),
      parameters: [
        {name: 'version', in: 'path', meaning: 'Versionen.', schema: z.string(), example: '0.1.0'},
      ],
      refusals: {404: 'Den version har tjenesten ikke.'},
    },
    reading('hentScriptAdresser', '/embed/tavle.json', 'Scriptets adresser og kontrolsum', {
      meaning: 'Adresserne.',
      schema: 'EmbedAdresser',
      example: {
        version: '0.1.0',
        url: 'https://tavle.example.dk/embed/tavle.js',
        versionedUrl: 'https://tavle.example.dk/embed/0.1.0/tavle.js',
        integrity: 'sha384-oqVuAfXRKap7fdgcCY5uykM6+R9GqQ8K/uxy9rx7HNQlGYl1kPzQho1wx4JwY8wC',
      },
    }),
    reading('hentPortalskema', '/schema/portal.json', 'Portalfilens skema', schemaOf('portalfilen')),
    reading(
      'hentFormularskema1',
      '/schema/formular-1.json',
      'Formularvariantens felter, version 1',
      schemaOf('en formularvariant i version 1'),
    ),
    reading(
      'hentFormularskema2',
      '/schema/formular-2.json',
      'Formularvariantens felter, version 2',
      schemaOf('en formularvariant i version 2'),
    ),
    reading('hentBeskrivelse', '/openapi.json', 'Denne beskrivelse', {
      meaning: 'OpenAPI 3.1.',
      headers: ['ETag'],
      schema: 'OpenApiDokument',
      example: {openapi: '3.1.1'},
    }),
    {
      ...reading('hentDokumentationsfil', '/docs/{file}', 'En fil til dokumentationens side', {
        ...script('Filen.'),
      }),
      parameters: [
        {name: 'file', in: 'path', meaning: 'Filens navn.', schema: z.string(), example: 'page.js'},
      ],
      refusals: {404: 'Ingen fil af det navn.'},
    },
    reading('hentDokumentation', '/docs', 'Denne beskrivelse som side', {
      meaning: 'Siden.',
      type: 'text/html',
      example: '<!doctype html>…',
    }),
  ],
};
