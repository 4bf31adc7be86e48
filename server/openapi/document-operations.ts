import type {Context, Next} from 'koa';
import {z} from 'zod';

import {pathOf} from '../http/request/target.ts';
import {entityTag, isNotModified} from '../http/response/etag.ts';
import {setBody} from '../http/response/slices.ts';
import {serveFiles} from '../http/middleware/static-files.ts';
import {inPath} from '../operations/parameters.ts';
import {publicOperation} from '../operations/public.ts';

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

const servePage = (context: Context, {page}: DocumentServices, next: Next): unknown => page(context, next);

export const documentOperations = [
  publicOperation<DocumentServices>({
    id: 'hentBeskrivelse',
    path: '/openapi.json',
    summary: 'Read this description',
    description: 'The OpenAPI document.',
    response: {
      description: 'The OpenAPI 3.1 document.',
      headers: ['ETag'],
      schema: 'OpenApiDokument',
      example: {openapi: '3.1.1'},
    },
    serve(context, {readDocument}) {
      const {content, tag} = readDocument();
      context.set({'Cache-Control': 'public, max-age=3600', 'Access-Control-Allow-Origin': '*'});
      if (isNotModified(context, tag)) return;
      context.type = 'application/json; charset=utf-8';
      setBody(context, content);
    },
  }),
  publicOperation<DocumentServices>({
    id: 'hentDokumentationsfil',
    path: '/docs/{file}',
    route: '/docs/{:file}',
    summary: 'Load a file of the documentation page',
    description: 'Scripts and style sheets of `/docs`.',
    parameters: [inPath('file', 'Name of the file.', 'page.js')],
    response: {
      description: 'The file.',
      headers: ['ETag'],
      type: 'text/javascript',
      example: 'customElements.define(…);',
    },
    refusals: {404: 'There is no file with that name.'},
    serve(context, services, next) {
      if (pathOf(context) !== '/docs/') return servePage(context, services, next);
      // The page's own links are relative to `/docs`.
      context.redirect('../docs');
      return undefined;
    },
  }),
  publicOperation<DocumentServices>({
    id: 'hentDokumentation',
    path: '/docs',
    summary: 'Read this description as a page',
    description: 'The OpenAPI document as a web page.',
    response: {description: 'The page.', headers: ['ETag'], type: 'text/html', example: '<!doctype html>…'},
    serve: servePage,
  }),
];
