import {randomUUID} from 'node:crypto';

import {describe, expect, it} from 'vitest';

import {bounds} from '../limits/bounds.ts';
import {proxySettings} from '../testing/certificates.ts';
import {useTestService} from '../testing/service.ts';
import {documentOf, operationsOf, type Placed} from './testing/document.ts';
import {createFuzzCallers} from './testing/fuzz-callers.ts';
import {createResources} from './testing/fuzz-resources.ts';
import {requireMessageStyle} from './testing/message-style.ts';
import {createRawClient} from '../testing/raw-client.ts';

/*
 * Every field of every body, as the OpenAPI document lists them, with each kind of value that it must not have.
 */

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** The largest error body that a caller may get, in bytes. */
const maxErrorBytes = 32 * 1024;

const kinds: Readonly<Record<string, unknown>> = {
  boolean: true,
  number: 1.5,
  string: 'x',
  array: [],
  object: {},
};

const service = await useTestService(proxySettings);
const document = documentOf(service.url);
const callers = await createFuzzCallers(service);
const sendRaw = createRawClient(service.url);
const createResource = createResources(document, callers, sendRaw);

interface TestResponse {
  readonly status: number;
  readonly bytes: number;
  readonly message: string;
  readonly errors: Readonly<Record<string, string[]>>;
}

/** One body that an operation accepts. */
interface Body {
  readonly placed: Placed;
  readonly schema: Schema;
  /** Whether the request creates what its path names. */
  readonly creates: boolean;
}

/** What each request is about, which all requests of the same body change. */
const resources = new Map<Body, ReturnType<typeof createResource>>();

/** Sends the operation's example with changes; a field whose change is `undefined` is left out. */
async function send(requested: Body, changes: Readonly<Record<string, unknown>>): Promise<TestResponse> {
  const {placed, creates} = requested;
  const {path, method, operation} = placed;
  const resource = resources.get(requested) ?? createResource(placed);
  resources.set(requested, resource);
  const egetId = `e-${randomUUID()}`;
  const parts: Record<string, string> = {...(await resource), ...(creates && {egetId})};
  const [media] = Object.values(operation.requestBody?.content ?? {});
  const example = media?.example as object;
  const own = creates && 'egetId' in example ? {egetId} : {};
  const answer = await sendRaw({
    method: method.toUpperCase(),
    target: path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(parts[name] ?? '')),
    headers: [...callers(placed), ['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify({...example, ...own, ...changes})),
  });
  const {message = '', errors = {}} = JSON.parse(answer.text) as Partial<TestResponse>;
  return {status: answer.status, bytes: Buffer.byteLength(answer.text), message, errors};
}

/** Expects a refusal that names one field, in the service's own words. */
function expectRefusal(answer: TestResponse, status: number, field: string): void {
  expect(answer.status).toBe(status);
  expect(Object.keys(answer.errors)).toEqual([field]);
  expect(answer.message).toContain(field);
  requireMessageStyle(answer);
}

function resolve(schema: Schema): Schema {
  const name = schema.$ref?.replace('#/components/schemas/', '');
  return name === undefined ? schema : (document.components.schemas[name] as Schema);
}

function typesOf({type, anyOf}: Schema): string[] {
  return anyOf ? anyOf.flatMap(typesOf) : [type ?? []].flat();
}

const wrongKinds = (schema: Schema) => {
  const types = typesOf(schema).map(type => (type === 'integer' ? 'number' : type));
  // A number that is not whole still is a wrong type where the schema asks for an integer.
  const isInteger = typesOf(schema).includes('integer') && !types.includes('string');
  return Object.entries(kinds).filter(([kind]) => !types.includes(kind) || (kind === 'number' && isInteger));
};

/** Every body of the document. A PUT that creates or changes has a schema for each. */
const bodies = operationsOf(document).flatMap((placed): [name: string, body: Body][] => {
  const {operationId, requestBody} = placed.operation;
  const schemas = Object.values(requestBody?.content ?? {}).map(media => resolve(media.schema));
  return schemas.flatMap(({anyOf: both, ...schema}): [string, Body][] =>
    both
      ? both.map((each, place) => [
          `${operationId} (${place ? 'changes' : 'creates'})`,
          {placed, schema: resolve(each), creates: place === 0},
        ])
      : [[operationId, {placed, schema, creates: placed.method === 'post'}]],
  );
});

describe.each(bodies)('%s', (_, body) => {
  const {properties = {}, required = []} = body.schema;
  const fields = Object.entries(properties);

  it.each(fields)('returns 400 and names %s when it has a wrong type', async (field, schema) => {
    for (const [kind, value] of wrongKinds(schema)) {
      const answer = await send(body, {[field]: value});
      expectRefusal(answer, 400, field);
      expect(answer.errors[field], kind).toHaveLength(1);
    }
  });

  it.each(fields)(
    'accepts null for %s only where the schema does, and otherwise returns 422',
    async (field, schema) => {
      const answer = await send(body, {[field]: null});
      if (typesOf(schema).includes('null')) expect(answer.status).toBeLessThan(300);
      else expectRefusal(answer, 422, field);
    },
  );

  it.each(fields)('returns 422 when %s is missing but required', async field => {
    const answer = await send(body, {[field]: undefined});
    if (required.includes(field)) {
      expectRefusal(answer, 422, field);
      expect(answer.errors[field]).toEqual(['Is required.']);
    } else {
      expect(answer.status).toBeLessThan(300);
    }
  });

  it('has fields', () => {
    expect(fields).not.toEqual([]);
  });

  it('names every field at once in a short message when all are missing and when all are wrong', async () => {
    const all = (value: unknown) => Object.fromEntries(fields.map(([field]) => [field, value]));
    const areLists = fields.every(([, {items}]) => items);
    for (const value of [{}, areLists ? 'x' : [], Number.MAX_VALUE]) {
      const answer = await send(body, all(value));
      expect(answer.status).toBe(400);
      expect(answer.bytes).toBeLessThan(maxErrorBytes);
      expect(answer.message.length).toBeLessThan(500);
      requireMessageStyle(answer);
    }
  });

  const lists = fields.filter(([, schema]) => schema.items);

  it.runIf(lists.length).each(lists)(
    'names each wrong item of %s by its place',
    async (field, {items = {}}) => {
      for (const [, value] of wrongKinds(items)) {
        expectRefusal(await send(body, {[field]: [value]}), 400, `${field}[0]`);
      }
      expectRefusal(await send(body, {[field]: [null]}), 422, `${field}[0]`);
    },
  );

  it.runIf(lists.length).each(lists)(
    'names each wrong key of an item of %s by its path',
    async (field, {items}) => {
      const valid = Object.fromEntries(
        Object.keys(items?.properties ?? {}).map(key => [key, 'https://a.dk/']),
      );
      for (const [key, schema] of Object.entries(items?.properties ?? {})) {
        const path = `${field}[1].${key}`;
        for (const [, value] of wrongKinds(schema)) {
          expectRefusal(await send(body, {[field]: [valid, {...valid, [key]: value}]}), 400, path);
        }
        for (const value of [null, undefined]) {
          const answer = await send(body, {[field]: [valid, {...valid, [key]: value}]});
          expectRefusal(answer, 422, path);
          expect(answer.errors[path]).toEqual(['Is required.']);
        }
      }
    },
  );

  it.runIf(lists.length).each(lists)(
    'returns few messages for a long list of wrong items in %s, and one for a list that is too long',
    async (field, {maxItems = 0}) => {
      const wrong = (count: number) => ({[field]: Array<unknown>(count).fill(true)});
      const long = await send(body, wrong(maxItems));
      expect(long.status).toBe(400);
      expect(Object.values(long.errors).flat()).toHaveLength(bounds.maxMessagesPerField);
      expect(long.bytes).toBeLessThan(maxErrorBytes);
      expect(long.message.length).toBeLessThan(500);

      const tooLong = await send(body, wrong(maxItems + 1));
      expectRefusal(tooLong, 422, field);
      expect((await send(body, wrong(150_000))).bytes).toBeLessThan(maxErrorBytes);
      expect(tooLong.errors[field]).toEqual([`Must have at most ${maxItems} items.`]);
    },
  );
});
