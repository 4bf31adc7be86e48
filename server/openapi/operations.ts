import {z} from 'zod';

import {entityTag, isKnown} from '../http/etag.ts';
import {setBody} from '../http/reply.ts';
import {serveFiles} from '../http/static-files.ts';
import {pathOf} from '../http/target.ts';
import {operationsFor} from '../operations/operation.ts';
import {inPath} from '../operations/parameters.ts';
import {describeSchema} from './json-schema.ts';

/** The responses of {@link schemaOperation}: the OpenAPI document says no more of them than that they are JSON Schemas. */
export const jsonSchema = z.looseObject({title: z.string()});

/** Declares an operation that returns a JSON Schema; `interfaces.ts` has their public URLs. @param createSchema Runs at the first request. */
export function schemaOperation(
  id: string,
  path: string,
  title: string,
  summary: string,
  description: string,
  createSchema: () => z.ZodType,
) {
  let text: string | undefined;
  return operationsFor<object, unknown>()({
    id,
    method: 'get',
    path,
    summary,
    description,
    response: {
      status: 200,
      description: 'The JSON Schema (2020-12).',
      type: 'application/schema+json',
      schema: 'JsonSchema',
      example: {title, type: 'object'},
    },
    handle: () => context => {
      text ??= JSON.stringify({title, ...describeSchema(createSchema())});
      context.set({
        'Cache-Control': 'public, max-age=3600',
        'Access-Control-Allow-Origin': '*',
        'Content-Type': 'application/schema+json; charset=utf-8',
      });
      context.body = text;
    },
  });
}

export type DocumentServices = ReturnType<typeof documentServices>;

export const documentSchema = z.looseObject({openapi: z.string()});

/** The page may only send requests to this service. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/**
 * Returns the services of the operations.
 *
 * @param createDocument Runs at the first request: it would take a tenth of the time in which a service starts.
 * @param directory The built files of the page.
 */
export function documentServices(createDocument: () => object, directory: string) {
  let document: {readonly content: Buffer; readonly tag: string} | undefined;
  const page = serveFiles(directory, '/docs', response => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Cache-Control', 'public, max-age=3600');
  });
  const readDocument = () => {
    if (!document) {
      const text = JSON.stringify(createDocument());
      document = {content: Buffer.from(text), tag: entityTag(text)};
    }
    return document;
  };
  return {readDocument, page};
}

const operation = operationsFor<DocumentServices, unknown>();

export const documentOperations = [
  operation({
    method: 'get',
    id: 'hentBeskrivelse',
    path: '/openapi.json',
    summary: 'Read this description',
    description: 'The OpenAPI document.',
    response: {
      status: 200,
      description: 'The OpenAPI 3.1 document.',
      headers: ['ETag'],
      schema: 'OpenApiDokument',
      example: {openapi: '3.1.1'},
    },
    handle:
      (_, {readDocument}) =>
      context => {
        const {content, tag} = readDocument();
        context.set({'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*', ETag: tag});
        if (isKnown(context, tag)) {
          context.status = 304;
          return;
        }
        context.type = 'application/json; charset=utf-8';
        setBody(context, content);
      },
  }),
  operation({
    method: 'get',
    id: 'hentDokumentationsfil',
    path: '/docs/{file}',
    route: '/docs/{:file}',
    summary: 'Load a file of the documentation page',
    description: 'Scripts and style sheets of `/docs`.',
    parameters: [inPath('file', 'Name of the file.', 'page.js')],
    response: {
      status: 200,
      description: 'The file.',
      headers: ['ETag'],
      type: 'text/javascript',
      example: 'customElements.define(…);',
    },
    refusals: {404: 'There is no file with that name.'},
    // The page's own links are relative to `/docs`.
    handle: ({context: request}, {page}) =>
      pathOf(request) === '/docs/' ? context => context.redirect('../docs') : page,
  }),
  operation({
    method: 'get',
    id: 'hentDokumentation',
    path: '/docs',
    summary: 'Read this description as a page',
    description: 'The OpenAPI document as a web page.',
    response: {
      status: 200,
      description: 'The page.',
      headers: ['ETag'],
      type: 'text/html',
      example: '<!doctype html>…',
    },
    handle: (_, {page}) => page,
  }),
];
