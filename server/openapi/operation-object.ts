import type {z} from 'zod';

import {errorBody, errorSchema, type FieldErrors} from '../problem.ts';
import {describeSchema, type JsonSchema} from './json-schema.ts';
import type {SuccessResponse, Content, Description, Operation, Parameter} from '../operations/operation.ts';
import {type CallerKind, callerKinds} from '../operations/callers.ts';
import {ifNoneMatch, preconditions} from '../operations/parameters.ts';

/* The part of an operation in the OpenAPI document, for `document.ts`. Adds the statuses that follow from the
 * operation, so that no declaration repeats them: change these in `errorResponses`. Generated clients name their
 * methods by `operationId`, which must stay. */

const callerStatuses = [401, 429, 503];
const bodyStatuses = [400, 413, 415, 422];

/** Returns the OpenAPI 3.1 object of an operation. */
export function operationObject(operation: Operation, {tag, caller}: Description) {
  const {id, method, summary, description, body, conditional, response} = operation;
  const {parameters = []} = operation;
  const {scheme} = callerKinds[caller];
  const {status = 200} = response;
  const headers: readonly string[] = response.headers ?? (method === 'get' ? ['ETag'] : []);
  const hasEntityTag = headers.includes('ETag');
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: scheme ? [{[scheme[0]]: []}] : [],
    parameters: [
      ...[...parameters, ...(conditional ? preconditions[conditional].parameters : [])].map(parameterObject),
      ...queryObjects(operation),
      ...(hasEntityTag ? [parameterObject(ifNoneMatch)] : []),
    ],
    ...(body && {requestBody: {required: true, content: contentObject(body)}}),
    responses: {
      [status]: responseObject(response, headers),
      ...(hasEntityTag && {304: responseReference('Uaendret')}),
      ...errorResponses(operation, caller),
      default: responseReference('Fejl'),
    },
  };
}

function errorResponses({body, conditional, parameters = [], refusals = {}}: Operation, caller: CallerKind) {
  const own = {...refusals, ...(conditional && {412: preconditions[conditional].refusal})};
  const common = [
    ...(callerKinds[caller].scheme ? callerStatuses : []),
    ...(body ? bodyStatuses : parameters.some(({in: location}) => location === 'path') ? [400] : []),
    431,
  ];
  return {
    ...Object.fromEntries(common.map(status => [status, responseReference(`Fejl${status}`)])),
    ...Object.fromEntries(
      Object.entries(own).map(([status, description]) => [
        status,
        errorObject({description}, Number(status)),
      ]),
    ),
  };
}

/** The header of an error response by status. Some callers do not get it. */
const errorHeaders: Record<number, string> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

export interface ErrorDescription {
  /** When the service returns the error. */
  readonly description: string;
  /** The message of the example. Default: `description`. */
  readonly message?: string;
  readonly errors?: FieldErrors;
}

/** Returns a response object with the error body. @param status Default: any status. */
export function errorObject({description, message = description, errors}: ErrorDescription, status?: number) {
  const header = errorHeaders[status ?? 0];
  return {
    description,
    ...(header !== undefined && headersObject([header])),
    content: contentObject({schema: errorSchema, example: status && errorBody(status, message, errors)}),
  };
}

export const schemaUri = (name: string) => `#/components/schemas/${name}`;

const headersObject = (names: readonly string[]) => ({
  headers: Object.fromEntries(names.map(name => [name, {$ref: `#/components/headers/${name}`}])),
});

const responseReference = (response: string) => ({$ref: `#/components/responses/${response}`});

function parameterObject({name, in: location, description, schema, example}: Parameter) {
  const {$schema, ...rules} = describeSchema(schema);
  return {
    name,
    in: location,
    description,
    required: location === 'path',
    schema: rules,
    ...(example === undefined ? {} : {example}),
  };
}

/** Returns the parameters of the query, each with the description and the example of its schema. */
function queryObjects({query}: Operation) {
  if (!query) return [];
  const {properties = {}, required = []} = describeSchema(query) as {
    properties?: Record<string, JsonSchema>;
    required?: readonly string[];
  };
  return Object.entries(properties).map(([name, {description, example, default: _, ...schema}]) => ({
    name,
    in: 'query',
    description,
    required: required.includes(name),
    schema,
    ...(example === undefined ? {} : {example}),
  }));
}

function responseObject({description, csv, ...content}: SuccessResponse, headers: readonly string[]) {
  return {
    description,
    ...(headers.length > 0 && headersObject(headers)),
    content: {
      ...contentObject(content),
      ...(csv && contentObject({type: 'text/csv', example: csv.join(';')})),
    },
  };
}

function contentObject({schema, type = 'application/json', example}: Partial<Content>) {
  const shape = schema === undefined ? {type: 'string'} : {$ref: schemaUri(schemaName(schema))};
  return {[type]: {schema: shape, ...(example === undefined ? {} : {example})}};
}

function schemaName(schema: z.ZodType): string {
  const {id} = schema.meta() ?? {};
  if (id === undefined) throw new Error('The schema of a body or a response has no name: see `.meta({id})`.');
  return id;
}
