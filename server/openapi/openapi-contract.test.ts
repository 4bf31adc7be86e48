import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';

import {linkIdOf} from '../calendar/personal/links.ts';
import {webAddressPattern} from '../http/fields.ts';
import type {ErrorBody} from '../problem.ts';
import {storedBytesKey} from '../store/storage-quota.ts';
import {type TestResponse, tlsSettings} from '../testing/certificates.ts';
import {engines} from '../testing/engines.ts';
import {useMailServer} from '../testing/mail-server.ts';
import {skat, type TestService, useTestService} from '../testing/service.ts';
import {
  createSchemaCheck,
  documentOf,
  operationsOf,
  type Endpoint,
  responseFor,
} from '../testing/openapi/document.ts';
import {
  byStranger,
  type ExampleRequest,
  createSender,
  exampleRequest,
  supplier,
} from '../testing/openapi/example-requests.ts';
import {requireMessageStyle} from '../testing/openapi/message-style.ts';
import {testPackageRoutes} from '../testing/openapi/package-routes.ts';
import {openWriteDetector, withoutJobs} from '../testing/openapi/write-detector.ts';
import {useStoreOf} from '../testing/store.ts';

/* Sends the examples of the OpenAPI document, and checks that every response matches it. */

const mail = await useMailServer();
const settings = {...tlsSettings, ...mail.settings};

const document = documentOf('https://tavle.test');
const schemaErrors = createSchemaCheck(document);

// Resources are created before they are read, and read before they are deleted. An address is confirmed after it is chosen.
const order = ['post', 'put', 'get', 'delete'];
const placeOf = ({method, operation}: Endpoint) =>
  order.indexOf(operation.operationId === 'bekraeftPaamindelser' ? 'get' : method);
const operations = operationsOf(document).sort((one, other) => placeOf(one) - placeOf(other));
const withoutDeletions = operations.filter(({method}) => method !== 'delete');
const deletions = operations.filter(({method}) => method === 'delete');

const hasCaller = ({operation}: Endpoint) => '401' in operation.responses;
const authenticated = operations.filter(hasCaller);
const anonymous = operations.filter(endpoint => !hasCaller(endpoint));

function expectDescribed({operation}: Endpoint, actual: TestResponse): void {
  const response = responseFor(document, operation, actual.status);
  const type = String(actual.headers['content-type'] ?? '').split(';')[0] ?? '';
  const content = response.content?.[type];
  if (actual.status === 304) {
    expect(actual.text).toBe('');
    return;
  }
  // Clients that prefer CSV get it.
  expect(Object.keys(response.content ?? {}).filter(each => each !== 'text/csv')).toEqual([type]);
  expect(schemaErrors(content?.schema ?? {not: {}}, actual.body ?? actual.text)).toBeUndefined();
  if (actual.status >= 400) requireMessageStyle(actual.body as ErrorBody);
}

/** Returns functions that send the document's examples to a service. */
async function createContractClient(service: TestService) {
  const send = await createSender(service.url);
  /** The secret of the created link. */
  let hemmelighed: string | undefined;

  async function requestOf(endpoint: Endpoint): Promise<ExampleRequest> {
    const call = await exampleRequest(endpoint, service);
    if (endpoint.operation.operationId === 'bekraeftPaamindelser')
      return {...call, body: {kode: /\d{6}/.exec(mail.mails.at(-1)?.subject ?? '')?.[0] ?? '000000'}};
    if (hemmelighed === undefined) return call;
    if (call.path.endsWith('.ics')) return {...call, parts: {...call.parts, hemmelighed}};
    const isLink = call.path.includes('/abonnementer/{id}');
    return isLink ? {...call, parts: {...call.parts, id: linkIdOf(hemmelighed)}} : call;
  }

  /** Expects the documented success of each operation, and 304 if it is documented. */
  async function expectSuccess(list: readonly Endpoint[]): Promise<void> {
    for (const endpoint of list) {
      const {operationId, responses} = endpoint.operation;
      const actual = await send(await requestOf(endpoint));
      const [status = ''] = Object.keys(responses).filter(code => code.startsWith('2'));
      expect({operationId, status: actual.status, body: actual.status < 300 ? '' : actual.text}).toEqual({
        operationId,
        status: Number(status),
        body: '',
      });
      expectDescribed(endpoint, actual);
      const headers = Object.keys(responseFor(document, endpoint.operation, status).headers ?? {});
      for (const header of headers) {
        expect(actual.headers[header.toLowerCase()], `${operationId} ${header}`).toBeDefined();
      }
      expect('etag' in actual.headers, operationId).toBe(headers.includes('ETag'));
      if (operationId === 'opretAbonnement') {
        const {url} = actual.body as {url: string};
        hemmelighed = /([^/]+)\.ics$/.exec(url)?.[1];
      }
      if ('304' in responses) {
        const call = await requestOf(endpoint);
        const headers = {...call.headers, 'if-none-match': String(actual.headers.etag)};
        const again = await send({...call, headers});
        expect(again.status, operationId).toBe(304);
        expectDescribed(endpoint, again);
      }
    }
  }

  return {send, requestOf, expectSuccess};
}

describe.each(engines)('on %s', async engine => {
  const service = await useTestService(settings, {engine, extraRoutes: testPackageRoutes});
  const {expectSuccess} = await createContractClient(service);
  it('every operation returns its documented response to its example', () =>
    expectSuccess([...withoutDeletions, ...deletions]));
});

const named = (list: readonly Endpoint[]) =>
  list.map(endpoint => [endpoint.operation.operationId, endpoint] as const);

withoutJobs();
const service = await useTestService(settings, {engine: 'Redis', extraRoutes: testPackageRoutes});
const {send, requestOf, expectSuccess} = await createContractClient(service);
// Creates the resources of the tests below.
beforeAll(() => expectSuccess(withoutDeletions));

const other = {
  hentFormularV1: (diaId: string) => ({id: diaId}),
  hentFormularV2: () => ({egetId: 'jord-7', cvr: '26911745'}),
};

it.each(named(operations.filter(({operation}) => operation.operationId in other)))(
  'a variant of the other version of the form interface matches the document: %s',
  async (id, endpoint) => {
    const [list] = operations.filter(({operation}) => operation.operationId === 'hentFormularerV2');
    if (!list) throw new Error('The document has no list of variants.');
    const items = (await send(await requestOf(list))).body as {egetId: string; diaId: string}[];
    const ofV2 = items.find(({egetId}) => egetId === 'moms-1')?.diaId ?? '';

    const call = {...(await requestOf(endpoint)), parts: other[id as keyof typeof other](ofV2)};
    const actual = await send(call);
    expect(actual.status).toBe(200);
    expectDescribed(endpoint, actual);
  },
);

it.each(['https://a.dk/ b', 'https://æøå.dk/', 'https://a.dk/{id}|2', ''])(
  'the URL that a client writes matches the document in its request and in responses: "%s"',
  async url => {
    for (const endpoint of operations.filter(({method}) => method === 'put')) {
      const fields = urlFieldsOf(endpoint).filter(field => url !== '' || field === 'link');
      if (!fields.length) continue;
      const call = await requestOf(endpoint);
      const body = {...(call.body as object), ...Object.fromEntries(fields.map(field => [field, url]))};
      expect(schemaErrors(schemaOf(endpoint), body)).toBeUndefined();
      const changed = await send({...call, body});
      expect(changed.status, changed.text).toBeLessThan(300);
    }
    const reading: string[] = [];
    for (const endpoint of operations.filter(({method}) => method === 'get')) {
      const actual = await send(await requestOf(endpoint));
      expectDescribed(endpoint, actual);
      if (JSON.stringify(actual.body ?? '').includes(`"${url}"`))
        reading.push(endpoint.operation.operationId);
    }
    const withUrl = ['hentFormularV2', 'hentFormularside', 'hentFrist', 'hentFrister', 'hentFaellesFrister'];
    expect(reading).toEqual(expect.arrayContaining(url === '' ? [] : withUrl));
  },
);

interface BodySchema {
  readonly $ref?: string;
  readonly anyOf?: readonly BodySchema[];
  readonly properties?: Readonly<Record<string, {readonly oneOf?: readonly {readonly pattern?: string}[]}>>;
}

const schemaOf = ({operation}: Endpoint): BodySchema =>
  operation.requestBody?.content['application/json']?.schema ?? {};

/** Returns the names of the fields of a request that are URLs. */
const urlFieldsOf = (endpoint: Endpoint) => [...new Set(urlFields(schemaOf(endpoint)))];

function urlFields({$ref, anyOf = [], properties = {}}: BodySchema): string[] {
  if ($ref !== undefined) return urlFields(document.components.schemas[$ref.split('/').at(-1) ?? ''] ?? {});
  const own = Object.entries(properties).flatMap(([field, {oneOf = []}]) =>
    oneOf.some(({pattern}) => pattern?.includes(webAddressPattern)) ? [field] : [],
  );
  return [...own, ...anyOf.flatMap(urlFields)];
}

it('no operation that reads writes to the store', async () => {
  const detector = await openWriteDetector(service.engine.address);
  const writing: string[] = [];
  // The check of readiness tries a write.
  const reads = operations.filter(
    ({method, operation}) => method === 'get' && operation.operationId !== 'erKlar',
  );
  for (const endpoint of reads) {
    const before = await detector.read();
    await send(await requestOf(endpoint));
    if ((await detector.read()) !== before) writing.push(endpoint.operation.operationId);
  }
  await detector.close();
  expect(writing).toEqual([]);
});

const wrong = '<wrong>';

const each = (values: Readonly<Record<string, unknown>>, value: unknown) =>
  Object.fromEntries(Object.keys(values).map(name => [name, value]));

/** Only deadlines may have more than a megabyte. */
const tooLongBody = (path: string) =>
  JSON.stringify({long: 'x'.repeat(path.startsWith('/calendar/1/frister') ? 17_000_000 : 1_100_000)});

/** Changes a request so that it gets a status code. */
const requestsFor: Record<number, (call: ExampleRequest) => ExampleRequest | Promise<ExampleRequest>> = {
  400: call => {
    if (call.body !== undefined) return {...call, body: '[]'};
    const isWithQuery = Object.keys(call.query).length > 0;
    // A search accepts empty parameters.
    return isWithQuery
      ? {...call, query: each(call.query, 'soeg' in call.query ? 'x'.repeat(300) : '')}
      : {...call, path: call.path.replace(/\{\w+\}/, '%')};
  },
  401: call => ({...call, caller: 'none', headers: {}}),
  403: call =>
    'app' in call.query ? {...call, query: {...call.query, app: 'laast'}} : byStranger(call, service),
  404: async call => {
    const {cvr, ...parts} = call.parts;
    const query = 'app' in call.query ? {...call.query, app: wrong} : call.query;
    // The service has no metrics for requests that a proxy forwards.
    const headers = call.path === '/metrics' ? {...call.headers, via: '1.1 proxy'} : call.headers;
    return {...call, parts: {...each(parts, wrong), cvr}, query, headers};
  },
  412: call => ({...call, headers: {...call.headers, 'if-match': '"wrong"'}}),
  413: call => ({...call, body: tooLongBody(call.path)}),
  415: call => ({...call, headers: {...call.headers, 'content-type': 'text/plain'}}),
  422: call => {
    // Null is valid: it clears a field.
    const invalid = call.path.startsWith('/redaktion/') ? '\n' : null;
    return {...call, body: each(call.body as Record<string, unknown>, invalid)};
  },
  431: call => ({...call, headers: {...call.headers, long: 'x'.repeat(40_000)}}),
};

/** Status codes that depend on a setting only: `server/security-contact.test.ts` and `mail/reminders.test.ts` test them. */
const isOfSetting = (status: number, {operation}: Endpoint) =>
  status === 404 && /^hentSikkerhedskontakt$|[Pp]aamindelser$|Afmelding$/.test(operation.operationId);

function errorStatusesOf(list: readonly Endpoint[], isWanted: (status: number) => boolean) {
  return list.flatMap(endpoint =>
    Object.keys(endpoint.operation.responses)
      .map(Number)
      .filter(status => status >= 400 && isWanted(status) && !isOfSetting(status, endpoint))
      .map(status => [status, endpoint.operation.operationId, endpoint] as const),
  );
}

it.each(errorStatusesOf(operations, status => status !== 503 && status !== 429))(
  'every documented error status is returned: %d of %s',
  async (status, _, endpoint) => {
    const change = requestsFor[status];
    if (!change) throw new Error(`This test has no request for ${status}.`);
    const actual = await send(await change(await requestOf(endpoint)));
    expect(actual.status).toBe(status);
    expectDescribed(endpoint, actual);
  },
);

it.each(named(operations))(
  'an invalid request never gets an undocumented status: %s',
  async (_, endpoint) => {
    const call = await requestOf(endpoint);
    for (const [status, change] of Object.entries(requestsFor)) {
      if (status in endpoint.operation.responses) continue;
      if (call.body === undefined && ['413', '415', '422'].includes(status)) continue;
      const actual = await send(await change(call));
      expect(Object.keys(endpoint.operation.responses)).toContain(String(actual.status));
      expectDescribed(endpoint, actual);
    }
  },
);

describe('documented errors of an overloaded or failing service', async () => {
  describe('without a store', () => {
    beforeAll(() => service.engine.server?.kill());
    afterAll(() => service.engine.server?.restart());

    it.each(errorStatusesOf(operations, status => status === 503))(
      'are returned: %d of %s',
      async (status, _, endpoint) => {
        const call = await requestOf(endpoint);
        await vi.waitFor(
          async () => {
            const actual = await send(call);
            // A search uses cached data for some seconds.
            expect(actual.status).toBe(status);
            expectDescribed(endpoint, actual);
          },
          {interval: 500},
        );
      },
    );
  });

  const limited = await useTestService(
    {
      ...settings,
      TAVLE_RATE_LIMIT: '1',
      TAVLE_PUBLIC_RATE_LIMIT: '1',
      TAVLE_TOKEN_JWKS: service.issuer.keySetFile,
    },
    {extraRoutes: testPackageRoutes},
  );
  const sendLimited = await createSender(limited.url);

  it.each(errorStatusesOf(authenticated, status => status === 429))(
    'beyond a limit of one request in a minute are returned: %d of %s',
    async (status, _, endpoint) => {
      const call = await requestOf(endpoint);
      await sendLimited(call);
      const actual = await sendLimited(call);
      expect(actual.status).toBe(status);
      expect(actual.headers['retry-after']).toBeDefined();
      expectDescribed(endpoint, actual);
    },
  );

  describe('when the storage quota of the caller is full', async () => {
    const bound = {TAVLE_MAX_SUPPLIER_MB: '1', TAVLE_MAX_AUTHORITY_MB: '1'};
    const full = await useTestService({...settings, ...bound}, {extraRoutes: testPackageRoutes});
    const store = useStoreOf(full);
    const sendFull = await createSender(full.url);
    const storing = authenticated.filter(
      ({operation}) =>
        operation.requestBody && operation.security.some(scheme => 'klientcertifikat' in scheme),
    );

    beforeAll(async () => {
      // Creates the resources of the updates.
      for (const endpoint of storing)
        expect((await sendFull(await requestOf(endpoint))).status).toBeLessThan(300);
      await store.add(storedBytesKey('leverandoer', supplier), 1024 ** 2);
      await store.add(storedBytesKey('myndighed', skat), 1024 ** 2);
    });

    it.each(named(storing))('%s returns the documented 403', async (_, endpoint) => {
      const call = await requestOf(endpoint);
      const larger = {...(call.body as object), beskrivelse: 'Længere end før. '.repeat(10)};
      const isNew = 'egetId' in larger && {egetId: 'en-til'};
      const actual = await sendFull({...call, body: {...larger, ...isNew}});
      expect(actual).toMatchObject({
        status: 403,
        body: {message: expect.stringMatching(/^Not enough storage/) as string},
      });
      expectDescribed(endpoint, actual);
      expect(responseFor(document, endpoint.operation, 403).description).toContain('storage quota');
    });
  });

  const subscribing = operations.filter(({operation}) => operation.operationId === 'opretAbonnement');
  it.each(errorStatusesOf(anonymous, status => status === 429))(
    'are returned: %d of %s',
    async (status, _, endpoint) => {
      const isFeed = endpoint.operation.operationId === 'hentKalender';
      // Unknown links have no limit. The store that was killed above may still be away, and may have lost the link.
      if (isFeed) await vi.waitFor(() => expectSuccess(subscribing), {interval: 100});
      const call = await requestOf(endpoint);
      await vi.waitFor(
        async () => {
          const actual = await (isFeed ? send : sendLimited)(call);
          expect(actual.status).toBe(status);
          expectDescribed(endpoint, actual);
        },
        {interval: 5},
      );
    },
  );
});
