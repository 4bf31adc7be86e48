import {randomUUID} from 'node:crypto';

import {beforeAll, describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {webAddressPattern} from '../http/fields.ts';
import {proxySettings} from '../testing/certificates.ts';
import {useMailServer} from '../testing/mail-server.ts';
import {kmd, useTestService} from '../testing/service.ts';
import {documentOf, operationsOf, type Endpoint} from '../testing/openapi/document.ts';
import {createFuzzCredentials} from '../testing/openapi/fuzz-credentials.ts';
import {targetOf} from '../testing/openapi/fuzz-requests.ts';
import {createResources} from '../testing/openapi/fuzz-resources.ts';
import {requireMessageStyle} from '../testing/openapi/message-style.ts';
import {createRawClient, type RawResponse} from '../testing/raw-client.ts';

/* Sends invalid values of each type in every field of every request body of the OpenAPI document. */

interface Schema {
  readonly $ref?: string;
  readonly type?: string;
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly maxLength?: number;
  readonly enum?: readonly unknown[];
  readonly pattern?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** For an error response. */
const maxErrorBytes = 32 * 1024;

const kinds: Readonly<Record<string, unknown>> = {
  boolean: true,
  number: 1.5,
  string: 'x',
  array: [],
  object: {},
};

const service = await useTestService({...proxySettings, ...(await useMailServer()).settings});
const document = documentOf(service.url);
const credentialsOf = await createFuzzCredentials(service);
const sendRaw = createRawClient(service.url);
const createResource = createResources(document, credentialsOf, sendRaw);

beforeAll(async () => {
  const {maxLength = 0} = (document.components.schemas.FormularV2Ny as Schema).properties?.udstillere ?? {};
  const longest = {
    myndighedsid: 9,
    forkortelse: longestText(maxLength),
    navn: 'Lang',
    cvr: kmd,
    type: 'stat',
  };
  await service.editPortal(file => ({...file, myndigheder: [...file.myndigheder, longest]}));
});

interface ErrorResponse {
  readonly status: number;
  readonly bytes: number;
  readonly message: string;
  readonly errors: Readonly<Record<string, string[]>>;
}

/** A request body of an operation. */
interface Body {
  readonly endpoint: Endpoint;
  readonly schema: Schema;
  /** Whether the request creates the resource of its path. */
  readonly creates: boolean;
}

function exampleOf({endpoint}: Body): Record<string, unknown> {
  const [media] = Object.values(endpoint.operation.requestBody?.content ?? {});
  return media?.example as Record<string, unknown>;
}

/** Each letter has two units of UTF-16: lengths count code points. */
const longestText = (maxLength: number) => '𝒶'.repeat(maxLength);

/** The resource that all requests with the same body change. */
const resources = new Map<Body, ReturnType<typeof createResource>>();

/** Sends the operation's example with changes. Omits fields with the value `undefined`. */
async function send(requested: Body, changes: Readonly<Record<string, unknown>>): Promise<ErrorResponse> {
  const {endpoint, creates} = requested;
  const {path, method} = endpoint;
  const resource = resources.get(requested) ?? createResource(endpoint);
  resources.set(requested, resource);
  const egetId = `e-${randomUUID()}`;
  const parts: Record<string, string> = {...(await resource), ...(creates && {egetId})};
  const example = exampleOf(requested);
  const own = {
    ...(creates && 'egetId' in example && {egetId}),
    // An address gets at most three codes.
    ...('email' in example && {email: `${egetId}@example.dk`}),
  };
  const response = await sendRaw({
    method: method.toUpperCase(),
    target: targetOf(path, parts, {}),
    headers: [...credentialsOf(endpoint), ['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify({...example, ...own, ...changes})),
  });
  return errorOf(response);
}

function errorOf({status, text}: RawResponse): ErrorResponse {
  const {message = '', errors = {}} = JSON.parse(text) as Partial<ErrorResponse>;
  return {status, bytes: Buffer.byteLength(text), message, errors};
}

/** Expects an error about the fields only, with the service's own messages: one for each field. */
function expectFieldErrors(response: ErrorResponse, status: number, ...fields: readonly string[]): void {
  expect(response.status).toBe(status);
  expect(Object.keys(response.errors).sort()).toEqual([...fields].sort());
  for (const messages of Object.values(response.errors)) expect(messages).toHaveLength(1);
  requireMessageStyle(response);
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (document.components.schemas[name] as Schema);
}

function typesOf({type, oneOf}: Schema): string[] {
  return oneOf ? oneOf.flatMap(typesOf) : [type ?? []].flat();
}

/** Returns the schema of a list, which may be one of the forms of a field, with that of its items. */
function listOf(schema: Schema): Schema | undefined {
  const list = (schema.oneOf ?? [schema]).find(({items}) => items);
  return list?.items && {...list, items: resolve(list.items)};
}

const wrongKinds = (schema: Schema) => {
  const types = typesOf(schema).map(type => (type === 'integer' ? 'number' : type));
  // A fraction is a wrong type for an integer.
  const isInteger = typesOf(schema).includes('integer') && !types.includes('string');
  return Object.entries(kinds).filter(([kind]) => !types.includes(kind) || (kind === 'number' && isInteger));
};

/** All request bodies of the document: for a PUT that creates or changes, one for creation and one for changes. */
const bodies = operationsOf(document)
  // The valid code is in a mail.
  .filter(({operation}) => operation.operationId !== 'bekraeftPaamindelser')
  .flatMap((endpoint): [name: string, body: Body][] => {
    const {operationId, requestBody} = endpoint.operation;
    const schemas = Object.values(requestBody?.content ?? {}).map(media => resolve(media.schema));
    return schemas.flatMap(({anyOf: both, ...schema}): [string, Body][] =>
      both
        ? both.map((each, index) => [
            `${operationId} (${index ? 'changes' : 'creates'})`,
            {endpoint, schema: resolve(each), creates: index === 0},
          ])
        : [[operationId, {endpoint, schema, creates: endpoint.method === 'post'}]],
    );
  });

/** All parameters of queries, each with its operation. */
const queryParameters = operationsOf(document).flatMap(endpoint => {
  const inQuery = endpoint.operation.parameters.filter(parameter => parameter.in === 'query');
  return inQuery.map(({name, required = false}) => ({
    operation: endpoint.operation.operationId,
    endpoint,
    name,
    required,
    others: inQuery.filter(parameter => parameter.required && parameter.name !== name),
  }));
});

it.each(queryParameters)(
  '$operation returns 400 when $name is missing but required in the query',
  async ({endpoint, name, required, others}) => {
    const parts = await createResource(endpoint);
    const query = Object.fromEntries(others.map(other => [other.name, other.example]));
    const response = await sendRaw({
      method: endpoint.method.toUpperCase(),
      target: targetOf(endpoint.path, parts, query),
      headers: credentialsOf(endpoint),
    });
    if (required) expectFieldErrors(errorOf(response), 400, name);
    else expect(response.status).toBeLessThan(300);
  },
);

describe.each(bodies)('%s', (_, body) => {
  const {properties = {}, required = []} = body.schema;
  const fields = Object.entries(properties);
  const names = Object.keys(properties);
  const withValue = (some: readonly string[], value: unknown) =>
    Object.fromEntries(some.map(field => [field, value]));

  it.each(Object.entries(kinds))(
    'returns 400 and names each field with the wrong type %s',
    async (kind, value) => {
      const isWrong = (schema: Schema) => wrongKinds(schema).some(([wrong]) => wrong === kind);
      const wrong = fields.filter(([, schema]) => isWrong(schema)).map(([field]) => field);
      if (wrong.length) expectFieldErrors(await send(body, withValue(wrong, value)), 400, ...wrong);
    },
  );

  it('accepts null for the fields whose schema does, and returns 422 for each other one', async () => {
    const isNullable = (field: string) => typesOf(properties[field] ?? {}).includes('null');
    const others = names.filter(field => !isNullable(field));
    expect((await send(body, withValue(names.filter(isNullable), null))).status).toBeLessThan(300);
    if (!others.length) return;
    const response = await send(body, withValue(others, null));
    expectFieldErrors(response, 422, ...others);
    // Some clients write null for an omitted field: the message must name null.
    expect(Object.values(response.errors).flat()).not.toContain('Is required.');
  });

  it('accepts a body without the optional fields, and returns 422 for each missing required one', async () => {
    const optional = names.filter(field => !required.includes(field));
    expect((await send(body, withValue(optional, undefined))).status).toBeLessThan(300);
    if (!required.length) return;
    const response = await send(body, withValue(required, undefined));
    expectFieldErrors(response, 422, ...required);
    for (const messages of Object.values(response.errors)) expect(messages).toEqual(['Is required.']);
  });

  /** The forms of the fields' texts. */
  const texts = fields.flatMap(([field, schema]) =>
    (schema.oneOf ?? [schema]).flatMap(form => (form.type === 'string' ? [[field, form] as const] : [])),
  );

  // A change must repeat the id of the variant.
  const isFree = (field: string, {maxLength, pattern = ''}: Schema) =>
    maxLength !== undefined &&
    new RegExp(pattern, 'u').test(longestText(maxLength)) &&
    (field !== 'egetId' || body.creates);

  it.each(texts.filter(([field, form]) => isFree(field, form)))(
    'accepts the longest text in %s, and returns 422 for one more character',
    async (field, {maxLength = 0}) => {
      const longest = longestText(maxLength);
      expect((await send(body, {[field]: longest})).status).toBeLessThan(300);
      expectFieldErrors(await send(body, {[field]: `${longest}x`}), 422, field);
      // Each later request would read and write the long text again.
      resources.delete(body);
    },
  );

  it.each(texts.filter(([, {pattern}]) => pattern?.includes(webAddressPattern)))(
    'accepts URLs of http and https in %s, and returns 422 for others and for one that is too long',
    async (field, {maxLength = 0}) => {
      const start = 'https://a.dk/';
      const longest = start.padEnd(maxLength, 'x');
      for (const url of ['http://a.dk', longest]) {
        expect((await send(body, {[field]: url})).status).toBeLessThan(300);
      }
      for (const url of ['a.dk', '/a', 'ftp://a.dk', 'javascript:alert(1)', `${longest}x`]) {
        expectFieldErrors(await send(body, {[field]: url}), 422, field);
      }
    },
  );

  it.each(texts.filter(([, form]) => form.enum))(
    'accepts each allowed value of %s, and returns 422 for another',
    async (field, {enum: values = []}) => {
      // Two spellings of a field must not disagree.
      const twin = field === 'forventetIdriftsat' ? {forventetIdriftSat: undefined} : {};
      for (const value of values) {
        expect((await send(body, {...twin, [field]: value})).status).toBeLessThan(300);
      }
      expectFieldErrors(await send(body, {...twin, [field]: 'another'}), 422, field);
    },
  );

  it('names no half of a character in a message with the beginning of a text', async () => {
    const ships = '🚢'.repeat(30);
    const value = `x${ships}<p onx${ships}=1>`;
    const wrong = fields.flatMap(([field, schema]) => {
      const isText = typesOf(schema).includes('string');
      const isListOfTexts = typesOf(listOf(schema)?.items ?? {}).includes('string');
      return isText || isListOfTexts ? [[field, isText ? value : [value]] as const] : [];
    });
    const response = await send(body, Object.fromEntries(wrong));
    if (response.status >= 400) requireMessageStyle(response);
  });

  it('has fields', () => {
    expect(fields).not.toEqual([]);
  });

  it('returns a short message when all fields are missing or invalid', async () => {
    const areLists = fields.every(([, schema]) => listOf(schema));
    for (const value of [{}, areLists ? 'x' : [], Number.MAX_VALUE]) {
      const response = await send(body, withValue(names, value));
      expect(response.status).toBe(400);
      expect(response.bytes).toBeLessThan(maxErrorBytes);
      expect(response.message.length).toBeLessThan(500);
      requireMessageStyle(response);
    }
  });

  const lists = fields.flatMap(([field, schema]) => {
    const list = listOf(schema);
    return list ? [[field, list] as const] : [];
  });

  it.runIf(lists.length).each(lists)(
    'names an invalid item of %s by its index',
    async (field, {items = {}}) => {
      for (const [, value] of wrongKinds(items)) {
        expectFieldErrors(await send(body, {[field]: [value]}), 400, `${field}[0]`);
      }
      expectFieldErrors(await send(body, {[field]: [null]}), 422, `${field}[0]`);
    },
  );

  it.runIf(lists.length).each(lists)(
    'names an invalid key of an item of %s by its path',
    async (field, {items: {properties = {}, required = []} = {}}) => {
      const [example = {}] = (exampleOf(body)[field] ?? []) as object[];
      const links = Object.fromEntries(required.map(key => [key, 'https://a.dk/']));
      const valid = {
        ...links,
        ...Object.fromEntries(Object.entries(example).filter(([key]) => key in properties)),
      };
      for (const [key, schema] of Object.entries(properties)) {
        const path = `${field}[1].${key}`;
        for (const [, value] of wrongKinds(schema)) {
          expectFieldErrors(await send(body, {[field]: [valid, {...valid, [key]: value}]}), 400, path);
        }
        if (!required.includes(key)) continue;
        for (const [value, message] of [
          [null, /, not null\.$/],
          [undefined, /^Is required\.$/],
        ] as const) {
          const response = await send(body, {[field]: [valid, {...valid, [key]: value}]});
          expectFieldErrors(response, 422, path);
          expect(response.errors[path]).toEqual([expect.stringMatching(message)]);
        }
      }
    },
  );

  it.runIf(lists.length).each(lists)(
    'returns few messages for a long list of invalid items in %s, and one for a list that is too long',
    async (field, {maxItems = 0}) => {
      const wrong = (count: number) => ({[field]: Array<unknown>(count).fill(true)});
      const long = await send(body, wrong(maxItems));
      expect(long.status).toBe(400);
      expect(Object.values(long.errors).flat()).toHaveLength(bounds.maxMessagesPerField);
      expect(long.bytes).toBeLessThan(maxErrorBytes);
      expect(long.message.length).toBeLessThan(500);

      const tooLong = await send(body, wrong(maxItems + 1));
      expectFieldErrors(tooLong, 422, field);
      expect((await send(body, wrong(150_000))).bytes).toBeLessThan(maxErrorBytes);
      expect(tooLong.errors[field]).toEqual([`Must have at most ${maxItems} items.`]);
    },
  );
});

it.each([
  'Must be foo.',
  'Must be foo, not null.',
  'Must be foo. Did you mean bar?',
  'Must foo. Try again in a moment.',
])('the check of messages rejects one that docs/reference/messages.md does not list: %s', text => {
  const check = () =>
    requireMessageStyle({message: 'A field has the wrong type: see navn.', errors: {navn: [text]}});
  expect(check).toThrow(`does not list the message of navn: ${text}`);
});
