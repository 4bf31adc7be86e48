import type {FieldErrors} from '../http/response/error-body.ts';
import {describeSchema} from '../http/json-schema.ts';
import {errorBody} from '../http/response/problem.ts';
import type {Answer, CallerKind, Description, Operation, Parameter} from '../operations/operation.ts';
import {ifNoneMatch} from '../operations/parameters.ts';

const security = {
  certificate: [{klientcertifikat: []}],
  token: [{adgangstoken: []}],
  anyone: [],
} satisfies Record<CallerKind, unknown>;

/** What a caller is refused for before its operation is looked at. */
const atTheDoor: Record<CallerKind, readonly number[]> = {
  certificate: [401, 429, 503],
  token: [401, 429, 503],
  anyone: [],
};

/** What a body is refused for. */
const forItsBody = [400, 413, 415, 422];

/** An operation as OpenAPI 3.1 has it. */
export function operationObject(operation: Operation, {tag, caller}: Description) {
  const {id, method, summary, description, body, answer} = operation;
  const tagged = method === 'get' && answer.headers?.includes('ETag') === true;
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
      [answer.status]: answerObject(answer),
      ...(tagged && {304: refer('Uaendret')}),
      ...refusals(operation, caller),
      default: refer('Fejl'),
    },
  };
}

function refusals({body, refusals: own = {}}: Operation, caller: CallerKind) {
  const usual = [...atTheDoor[caller], ...(body ? forItsBody : []), 431];
  return {
    ...Object.fromEntries(usual.map(status => [status, refer(`Fejl${status}`)])),
    ...Object.fromEntries(
      Object.entries(own).map(([status, meaning]) => [status, errorObject({meaning}, Number(status))]),
    ),
  };
}

/** Headers that come with an error, at least for some callers. */
const errorHeaders: Record<number, string> = {
  401: 'WWW-Authenticate',
  429: 'Retry-After',
  503: 'Retry-After',
};

/** An error of the interface. */
export interface ErrorDescription {
  /** When it is returned. */
  readonly meaning: string;
  /** The message of the example. Default: `meaning`. */
  readonly message?: string;
  readonly errors?: FieldErrors;
}

/** A response with the one body of every error. @param status Default: any. */
export function errorObject({meaning, message = meaning, errors}: ErrorDescription, status?: number) {
  const header = status === undefined ? undefined : errorHeaders[status];
  return {
    description: meaning,
    ...(header && {headers: {[header]: {$ref: `#/components/headers/${header}`}}}),
    content: contentObject({schema: 'Fejl', example: status && errorBody(status, message, errors)}),
  };
}

/** Where a named schema stands in the document. */
export const schemaAddress = (name: string) => `#/components/schemas/${name}`;

const refer = (response: string) => ({$ref: `#/components/responses/${response}`});

function parameterObject({name, in: place, meaning, schema, required, example}: Parameter) {
  const {$schema, ...rules} = describeSchema(schema);
  return {
    name,
    in: place,
    description: meaning,
    required: required ?? place === 'path',
    schema: rules,
    ...(example === undefined ? {} : {example}),
  };
}

function answerObject({meaning, headers, ...content}: Answer) {
  return {
    description: meaning,
    ...(headers && {
      headers: Object.fromEntries(headers.map(name => [name, {$ref: `#/components/headers/${name}`}])),
    }),
    content: contentObject(content),
  };
}

function contentObject({
  schema,
  type = 'application/json',
  example,
}: {
  schema?: string | undefined;
  type?: string | undefined;
  example?: unknown;
}) {
  const shape = schema === undefined ? {type: 'string'} : {$ref: schemaAddress(schema)};
  return {[type]: {schema: shape, ...(example === undefined ? {} : {example})}};
}
