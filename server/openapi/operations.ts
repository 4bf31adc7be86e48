/* The operations that return the OpenAPI document, JSON Schemas and `/docs`, for `interfaces.ts`, which declares those of
 * the schemas. Add a document to `documentOperations`; `policy` says what the page `/docs` may load. Documents must be
 * created at the first request: otherwise the service starts more slowly. */

import {z} from 'zod';

import {entityTag} from '../http/etag.ts';
import {bytes, content, type Reply} from '../http/reply.ts';
import {jsonText} from '../http/send.ts';
import {serveFiles} from '../http/static-files.ts';
import {pathOf} from '../http/target.ts';
import {memoize} from '../memoize.ts';
import {operationsFor} from '../operations/operation.ts';
import {inPath} from '../operations/parameters.ts';
import {describeSchema} from './json-schema.ts';

/** The responses of {@link schemaOperation}. The OpenAPI document only says that they are JSON Schemas. */
const jsonSchema = z.looseObject({title: z.string()}).meta({id: 'JsonSchema'});

/** Declares an operation that returns a JSON Schema. `interfaces.ts` declares all of them. @param createSchema Runs at the first request. */
export function schemaOperation(
  id: string,
  path: string,
  title: string,
  summary: string,
  description: string,
  createSchema: () => z.ZodType,
) {
  let text: string | undefined;
  return operationsFor<object, unknown>()(id, 'get', path, {
    summary,
    description,
    response: {
      description: 'The JSON Schema (2020-12).',
      type: 'application/schema+json',
      schema: jsonSchema,
      example: {title, type: 'object'},
    },
    handle: () => context => {
      text ??= jsonText({title, ...describeSchema(createSchema())});
      context.set('Access-Control-Allow-Origin', '*');
      return content('application/schema+json; charset=utf-8', text, {maxAge: 3600})(context);
    },
  });
}

type OpenApiVersion = '3.1.1' | '3.0.3';

export type DocumentServices = ReturnType<typeof documentServices>;

const documentSchema = z.looseObject({openapi: z.string()}).meta({id: 'OpenApiDokument'});

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
 * @param createDocuments Each function runs when its document is first requested: all together would take a tenth of the start time.
 * @param directory The built files of the page.
 */
export function documentServices(createDocuments: Record<OpenApiVersion, () => object>, directory: string) {
  const page = serveFiles(directory, '/docs', response => {
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Cache-Control', 'public, max-age=3600');
  });
  const read = memoize((create: () => object) => {
    const text = jsonText(create());
    return {json: Buffer.from(text), tag: entityTag(text)};
  });
  return {readDocument: (openapi: OpenApiVersion) => read(createDocuments[openapi]), page};
}

const operation = operationsFor<DocumentServices, unknown>();

const documentResponse = (openapi: OpenApiVersion) => ({
  response: {description: `The OpenAPI ${openapi} document.`, schema: documentSchema, example: {openapi}},
  handle:
    (_: unknown, {readDocument}: DocumentServices): Reply =>
    context => {
      const {json, tag} = readDocument(openapi);
      context.set('Access-Control-Allow-Origin', '*');
      return bytes(json, tag, 3600)(context);
    },
});

export const documentOperations = [
  operation('hentBeskrivelse', 'get', '/openapi.json', {
    summary: 'Read this description',
    description: 'The OpenAPI document.',
    ...documentResponse('3.1.1'),
  }),
  operation('hentBeskrivelse30', 'get', '/openapi-3.0.json', {
    summary: 'Read this description in OpenAPI 3.0',
    description: 'The OpenAPI document for tools that cannot read OpenAPI 3.1.',
    ...documentResponse('3.0.3'),
  }),
  operation('hentDokumentationsfil', 'get', '/docs/{file}', {
    route: '/docs/{:file}',
    summary: 'Load a file of the documentation page',
    description: 'Scripts and style sheets of `/docs`, and the manual: its first page is `/docs/manual`.',
    parameters: [inPath('file', 'Name of the file.', 'page.js')],
    response: {description: 'The file.', type: 'text/javascript', example: 'customElements.define(…);'},
    refusals: {404: 'There is no file with that name.'},
    // Redirects `/docs/`: the page's links are relative to `/docs`.
    handle: ({context: request}, {page}) =>
      pathOf(request) === '/docs/' ? context => context.redirect('../docs') : page,
  }),
  operation('hentDokumentation', 'get', '/docs', {
    summary: 'Read this description as a page',
    description: 'The OpenAPI document as a web page.',
    response: {description: 'The page.', type: 'text/html', example: '<!doctype html>…'},
    handle: (_, {page}) => page,
  }),
];
