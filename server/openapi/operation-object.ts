import {errorBody} from '../http/response/problem.ts';
import type {FieldErrors} from '../http/response/status-body.ts';
import {describeSchema} from './json-schema.ts';
import type {
  SuccessResponse,
  CallerKind,
  Content,
  Description,
  Operation,
  Parameter,
} from '../operations/operation.ts';
import {ifNoneMatch} from '../operations/parameters.ts';

const security = {
  certificate: [{klientcertifikat: []}],
  token: [{adgangstoken: []}],
  anyone: [],
} satisfies Record<CallerKind, unknown>;

const callerStatuses = [401, 429, 503];
const bodyStatuses = [400, 413, 415, 422];

/** Returns an operation as OpenAPI 3.1 has it. */
export function operationObject(operation: Operation, {tag, caller}: Description) {
  const {id, method, summary, description, body, response} = operation;
  const tagged = method === 'get' && response.headers?.includes('ETag') === true;
  const parameters = [...(operation.parameters ?? []), ...(tagged ? [ifNoneMatch] : [])];
  return {
    operationId: id,
    tags: [tag],
    summary,
    description,
    security: security[caller],
    parameters: parameters.map(parameterObject),
    ...(body && {requestBody: {required: true, content: contentObject(body)}}),
    responses: {
      [response.status]: responseObject(response),
      ...(tagged && {304: refer('Uaendret')}),
      ...refusals(operation, caller),
      default: refer('Fejl'),
    },
  };
}

function refusals({body, refusals: own = {}}: Operation, caller: CallerKind) {
  const usual = [...(caller === 'anyone' ? [] : callerStatuses), ...(body ? bodyStatuses : []), 431];
  return {
    ...Object.fromEntries(usual.map(status => [status, refer(`Fejl${status}`)])),
    ...Object.fromEntries(
      Object.entries(own).map(([status, description]) => [
        status,
        errorObject({description}, Number(status)),
      ]),
    ),
  };
}

/** Headers that come with an error, at least for some callers. */
const errorHeaders: Record<number, string> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

export interface ErrorDescription {
  /** When it is returned. */
  readonly description: string;
  /** The message of the example. Default: `description`. */
  readonly message?: string;
  readonly errors?: FieldErrors;
}

/** Returns a response with the error body. @param status Default: any. */
export function errorObject({description, message = description, errors}: ErrorDescription, status?: number) {
  const header = errorHeaders[status ?? 0];
  return {
    description,
    ...(header !== undefined && headersObject([header])),
    content: contentObject({schema: 'Fejl', example: status && errorBody(status, message, errors)}),
  };
}

export const schemaUri = (name: string) => `#/components/schemas/${name}`;

const headersObject = (names: readonly string[]) => ({
  headers: Object.fromEntries(names.map(name => [name, {$ref: `#/components/headers/${name}`}])),
});

const refer = (response: string) => ({$ref: `#/components/responses/${response}`});

function parameterObject({name, in: place, description, schema, required, example}: Parameter) {
  const {$schema, ...rules} = describeSchema(schema);
  return {
    name,
    in: place,
    description,
    required: required ?? place === 'path',
    schema: rules,
    ...(example === undefined ? {} : {example}),
  };
}

function responseObject({description, headers, ...content}: SuccessResponse) {
  return {
    description,
    ...(headers && headersObject(headers)),
    content: contentObject(content),
  };
}

function contentObject({schema, type = 'application/json', example}: Partial<Content>) {
  const shape = schema === undefined ? {type: 'string'} : {$ref: schemaUri(schema)};
  return {[type]: {schema: shape, ...(example === undefined ? {} : {example})}};
}
