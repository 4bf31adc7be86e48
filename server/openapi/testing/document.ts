import {Ajv2020, type ValidateFunction} from 'ajv/dist/2020.js';

import {createDocument} from '../document.ts';

/** As much of OpenAPI 3.1 as the tests read. */
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

/** One operation with its place. */
export interface Placed {
  readonly path: string;
  readonly method: string;
  readonly operation: OperationObject;
}

/** Returns the document of a service at a URL, as clients read it. */
export function documentOf(url: string): Document {
  return JSON.parse(JSON.stringify(createDocument(url))) as Document;
}

export function operationsOf({paths}: Document): Placed[] {
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({path, method, operation})),
  );
}

/** The response that the document has for a status code. */
export function responseFor(
  document: Document,
  {responses}: Pick<OperationObject, 'responses'>,
  status: number | string,
) {
  const response = responses[status] ?? responses.default;
  if (!response) throw new Error(`The document has no response with ${status}.`);
  if (!('$ref' in response)) return response;
  const found = document.components.responses[response.$ref.replace('#/components/responses/', '')];
  if (!found) throw new Error(`${response.$ref} leads nowhere.`);
  return found;
}

/**
 * Says what does not fit a schema of the document, which may refer to others of it; nothing when all does. Keys that the
 * document does not name do not fit either.
 */
export function createFit(document: Document): (schema: object, value: unknown) => unknown {
  const ajv = new Ajv2020({
    strict: false,
    allErrors: true,
    formats: {uri: text => URL.canParse(text)},
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

/** The same without room for keys that are not named, where the document does not ask for it. */
function closed<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value), (_, node: unknown) =>
    isObjectSchema(node) ? {additionalProperties: false, ...node} : node,
  ) as Value;
}

function isObjectSchema(node: unknown): node is object {
  return typeof node === 'object' && node !== null && 'type' in node && 'properties' in node;
}
