import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';

import {descriptions} from '../../interfaces.ts';
import {createDocument} from '../../openapi/document.ts';

/* Reads the OpenAPI description, and checks values against its schemas, for the tests. Add a key that a test reads to the interfaces below. */

/** The part of OpenAPI 3.1 that the tests read. */
export interface Document {
  readonly info: {readonly version: string};
  readonly servers: readonly {readonly url: string}[];
  readonly paths: Record<string, Record<string, OperationObject>>;
  readonly components: {
    readonly schemas: Record<string, object>;
    readonly responses: Record<string, ResponseObject>;
  };
}

export interface OperationObject {
  readonly operationId: string;
  readonly summary: string;
  readonly description?: string;
  readonly security: readonly Record<string, unknown>[];
  readonly parameters: readonly ParameterObject[];
  readonly requestBody?: {readonly content: Record<string, MediaType>};
  readonly responses: Record<string, ResponseObject | {$ref: string}>;
}

export interface ParameterObject {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly description?: string;
  readonly required?: boolean;
  readonly schema: object;
  readonly example?: unknown;
}

export interface ResponseObject {
  readonly description: string;
  readonly headers?: Record<string, unknown>;
  readonly content?: Record<string, MediaType>;
}

export interface MediaType {
  readonly schema: object;
  readonly example?: unknown;
}

/** An operation with its path and method. */
export interface Endpoint {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** Returns the OpenAPI description of a service at a URL, as JSON. */
export function documentOf(url: string): Document {
  return JSON.parse(JSON.stringify(createDocument(descriptions, url))) as Document;
}

export function operationsOf({paths}: Document): Endpoint[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({path, method, operation})),
  );
}

/** Returns the documented response for a status code. */
export function responseFor(
  document: Document,
  {responses}: Pick<OperationObject, 'responses'>,
  status: number | string,
) {
  const response = responses[status] ?? responses.default;
  if (!response) throw new Error(`The document has no response with ${status}.`);
  if (!('$ref' in response)) return response;
  const found = document.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`${response.$ref} does not exist.`);
  return found;
}

/**
 * Returns a function that checks a value against a schema of the OpenAPI description. It returns the errors, or `undefined` for a
 * valid value. Unknown keys are errors.
 */
export function createSchemaCheck(document: Document): (schema: object, value: unknown) => unknown {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: {uri: isUri, int64: true},
  });
  ajv.addSchema(closed(document), 'document');
  const known = new Map<string, ValidateFunction>();

  return (schema, value) => {
    const text = JSON.stringify(closed(schema)).replaceAll('"#/', '"document#/');
    const validate = known.get(text) ?? ajv.compile(JSON.parse(text) as object);
    known.set(text, validate);
    return validate(value) ? undefined : validate.errors;
  };
}

/** Returns whether a text has only characters of URIs (RFC 3986). Browsers also open URLs with other characters. */
const isUri = (text: string) =>
  URL.canParse(text) && /^(?:[\w!#$&'()*+,./:;=?@[\]~-]|%[\dA-Fa-f]{2})*$/.test(text);

/** Adds `additionalProperties: false` to object schemas that do not define it. */
function closed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, node: unknown) =>
    isObjectSchema(node) ? {additionalProperties: false, ...node} : node,
  ) as Value;
}

function isObjectSchema(node: unknown): node is object {
  return typeof node === 'object' && node !== null && 'type' in node && 'properties' in node;
}
