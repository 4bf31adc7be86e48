import {afterAll, beforeAll, describe, expect, it, vi} from 'vitest';

import type {ErrorBody} from '../http/response/status-body.ts';
import {storedBytesKey} from '../limits/storage-quota.ts';
import {openStore} from '../store/open-store.ts';
import {silent} from '../store/store-log.ts';
import {reached} from '../store/testing/opened.ts';
import {type TestResponse, tlsSettings} from '../testing/certificates.ts';
import {onEachStore, skat, type TestService, useTestService} from '../testing/service.ts';
import {createFit, documentOf, operationsOf, type Placed, responseFor} from './testing/document.ts';
import {
  byStranger,
  type Call,
  createSender,
  exampleCall,
  stranger,
  supplier,
} from './testing/example-calls.ts';
import {requireMessageStyle} from './testing/message-style.ts';
import {testPages} from './testing/pages.ts';

/*
 * Exercises the whole document as a client that knows nothing else: it sends the document's examples,
 * and every response must match it.
 */

const document = documentOf('https://tavle.test');
const fit = createFit(document);

// Resources are created before they are read, and read before they are deleted.
const order = ['post', 'put', 'get', 'delete'];
const operations = operationsOf(document).sort(
  (one, other) => order.indexOf(one.method) - order.indexOf(other.method),
);
const lasting = operations.filter(({method}) => method !== 'delete');
const deletions = operations.filter(({method}) => method === 'delete');

const hasCaller = ({operation}: Placed) => '401' in operation.responses;
const known = operations.filter(hasCaller);
const anonymous = operations.filter(placed => !hasCaller(placed));

function expectDescribed({operation}: Placed, answer: TestResponse): void {
  const response = responseFor(document, operation, answer.status);
  const type = String(answer.headers['content-type'] ?? '').split(';')[0] ?? '';
  const content = response.content?.[type];
  if (answer.status === 304) {
    expect(answer.text).toBe('');
    return;
  }
  expect(Object.keys(response.content ?? {})).toEqual([type]);
  expect(fit(content?.schema ?? {not: {}}, answer.body ?? answer.text)).toBeUndefined();
  if (answer.status >= 400) requireMessageStyle(answer.body as ErrorBody);
}

/** Sends the document's examples to one service. */
async function createWalk(service: TestService) {
  const send = await createSender(service.url);
  /** The part of a URL that only a response contains. */
  let hemmelighed: string | undefined;

  async function callOf(placed: Placed): Promise<Call> {
    const call = await exampleCall(placed, service);
    const isFeed = 'hemmelighed' in call.parts && hemmelighed !== undefined;
    return isFeed ? {...call, parts: {...call.parts, hemmelighed}} : call;
  }

  /** Expects the success that the document has for each operation, and its 304 where it has one. */
  async function expectSuccess(list: readonly Placed[]): Promise<void> {
    for (const placed of list) {
      const {operationId, responses} = placed.operation;
      const answer = await send(await callOf(placed));
      const [status = ''] = Object.keys(responses).filter(code => code.startsWith('2'));
      expect({operationId, status: answer.status, body: answer.status < 300 ? '' : answer.text}).toEqual({
        operationId,
        status: Number(status),
        body: '',
      });
      expectDescribed(placed, answer);
      const headers = Object.keys(responseFor(document, placed.operation, status).headers ?? {});
      for (const header of headers) {
        expect(answer.headers[header.toLowerCase()], `${operationId} ${header}`).toBeDefined();
      }
      expect('etag' in answer.headers, operationId).toBe(headers.includes('ETag'));
      if (operationId === 'opretAbonnement') {
        const {url} = answer.body as {url: string};
        hemmelighed = /([^/]+)\.ics$/.exec(url)?.[1];
      }
      if ('304' in responses) {
        const call = await callOf(placed);
        const headers = {...call.headers, 'if-none-match': String(answer.headers.etag)};
        const again = await send({...call, headers});
        expect(again.status, operationId).toBe(304);
        expectDescribed(placed, again);
      }
    }
  }

  return {send, callOf, expectSuccess};
}

onEachStore(
  async service => {
    const {expectSuccess} = await createWalk(service);
    it('every operation returns what the document says for its example', () =>
      expectSuccess([...lasting, ...deletions]));
  },
  tlsSettings,
  testPages,
);

const named = (list: readonly Placed[]) =>
  list.map(placed => [placed.operation.operationId, placed] as const);

const service = await useTestService(tlsSettings, {engine: 'Redis', pages: testPages});
const {send, callOf, expectSuccess} = await createWalk(service);
// What the tests below read, change and are refused.
beforeAll(() => expectSuccess(lasting));

describe('what came through the other version of the form interface', () => {
  const other = {
    hentFormularV1: (diaId: string) => ({id: diaId}),
    hentFormularV2: () => ({egetId: 'jord-7', cvr: '26911745'}),
  };

  it.each(named(operations.filter(({operation}) => operation.operationId in other)))(
    'fits too: %s',
    async (id, placed) => {
      const [list] = operations.filter(({operation}) => operation.operationId === 'hentFormularerV2');
      if (!list) throw new Error('The list is gone.');
      const items = (await send(await callOf(list))).body as {egetId: string; diaId: string}[];
      const ofV2 = items.find(({egetId}) => egetId === 'moms-1')?.diaId ?? '';

      const call = {...(await callOf(placed)), parts: other[id as keyof typeof other](ofV2)};
      const answer = await send(call);
      expect(answer.status).toBe(200);
      expectDescribed(placed, answer);
    },
  );
});

const wrong = '<wrong>';

const each = (values: Readonly<Record<string, unknown>>, value: unknown) =>
  Object.fromEntries(Object.keys(values).map(name => [name, value]));

/** How to come by a status code, whatever the operation. */
const provocations: Record<number, (call: Call) => Call | Promise<Call>> = {
  400: call => (call.body === undefined ? {...call, query: each(call.query, '')} : {...call, body: '[]'}),
  401: call => ({...call, caller: 'none', headers: {}}),
  403: call =>
    'app' in call.query ? {...call, query: {...call.query, app: 'laast'}} : byStranger(call, service),
  404: async call => {
    const {cvr, ...parts} = call.parts;
    if (call.path.endsWith('/abonnement')) {
      return {...(await byStranger(call, service)), parts: {cvr: stranger}};
    }
    const query = 'app' in call.query ? {...call.query, app: wrong} : call.query;
    return {...call, parts: {...each(parts, wrong), cvr}, query};
  },
  412: call => ({...call, headers: {...call.headers, 'if-match': '"wrong"'}}),
  413: call => ({...call, body: JSON.stringify({long: 'x'.repeat(17_000_000)})}),
  415: call => ({...call, headers: {...call.headers, 'content-type': 'text/plain'}}),
  422: call => ({...call, body: each(call.body as Record<string, unknown>, null)}),
  431: call => ({...call, headers: {...call.headers, long: 'x'.repeat(20_000)}}),
};

function refusalsOf(list: readonly Placed[], wanted: (status: number) => boolean) {
  return list.flatMap(placed =>
    Object.keys(placed.operation.responses)
      .map(Number)
      .filter(status => status >= 400 && wanted(status))
      .map(status => [status, placed.operation.operationId, placed] as const),
  );
}

describe('every refusal that the document has', () => {
  it.each(refusalsOf(operations, status => status !== 503 && status !== 429))(
    'comes about: %d of %s',
    async (status, _, placed) => {
      const provoke = provocations[status];
      if (!provoke) throw new Error(`Nobody knows how to come by a ${status}.`);
      const answer = await send(await provoke(await callOf(placed)));
      expect(answer.status).toBe(status);
      expectDescribed(placed, answer);
    },
  );

  it.each(named(operations))('is the same for a method that is not there: %s', async (_, placed) => {
    const answer = await send({...(await callOf(placed)), method: 'PATCH'});
    expect(answer.status).toBe(405);
    expectDescribed(placed, answer);
  });
});

// The statuses that the document has come about above.
describe('what is refused in no way that the document lacks', () => {
  const forBodies = [413, 415, 422];

  it.each(named(operations))('%s', async (_, placed) => {
    const call = await callOf(placed);
    for (const [status, provoke] of Object.entries(provocations)) {
      if (status in placed.operation.responses) continue;
      if (call.body === undefined && forBodies.includes(Number(status))) continue;
      const answer = await send(await provoke(call));
      expect(Object.keys(placed.operation.responses)).toContain(String(answer.status));
      expectDescribed(placed, answer);
    }
  });
});

describe('what the document says of bad times', async () => {
  describe('without a store', () => {
    beforeAll(() => service.engine.server?.kill());
    afterAll(() => service.engine.server?.restart());

    it.each(refusalsOf(operations, status => status === 503))(
      'comes about: %d of %s',
      async (status, _, placed) => {
        const call = await callOf(placed);
        await vi.waitFor(
          async () => {
            const answer = await send(call);
            // A search goes on for some seconds with what it knows.
            expect(answer.status).toBe(status);
            expectDescribed(placed, answer);
          },
          {timeout: 10_000, interval: 500},
        );
      },
    );
  });

  const limited = await useTestService(
    {
      ...tlsSettings,
      TAVLE_RATE_LIMIT: '1',
      TAVLE_PUBLIC_RATE_LIMIT: '1',
      TAVLE_TOKEN_JWKS: service.issuer.keySetFile,
    },
    {pages: testPages},
  );
  const sendLimited = await createSender(limited.url);

  describe('beyond a limit of one call in a minute', () => {
    it.each(refusalsOf(known, status => status === 429))(
      'comes about: %d of %s',
      async (status, _, placed) => {
        const call = await callOf(placed);
        await sendLimited(call);
        const answer = await sendLimited(call);
        expect(answer.status).toBe(status);
        expect(answer.headers['retry-after']).toBeDefined();
        expectDescribed(placed, answer);
      },
    );
  });

  describe('when the caller stores as much as it may', async () => {
    const bound = {TAVLE_MAX_SUPPLIER_MB: '1', TAVLE_MAX_AUTHORITY_MB: '1'};
    const full = await useTestService({...tlsSettings, ...bound}, {pages: testPages});
    const sendFull = await createSender(full.url);
    const storing = known.filter(
      ({operation}) =>
        operation.requestBody && operation.security.some(scheme => 'klientcertifikat' in scheme),
    );

    beforeAll(async () => {
      // Creates what the updates need.
      for (const placed of storing) expect((await sendFull(await callOf(placed))).status).toBeLessThan(300);
      const store = await reached(openStore(full.engine.address, silent));
      await store.add(storedBytesKey('leverandoer', supplier), 1024 ** 2);
      await store.add(storedBytesKey('myndighed', skat), 1024 ** 2);
      await store.close();
    });

    it.each(named(storing))('%s returns the 403 that it documents', async (_, placed) => {
      const call = await callOf(placed);
      const larger = {...(call.body as object), beskrivelse: 'Længere end før. '.repeat(10)};
      const isNew = 'egetId' in larger && {egetId: 'en-til'};
      const answer = await sendFull({...call, body: {...larger, ...isNew}});
      expect(answer).toMatchObject({
        status: 403,
        body: {message: expect.stringMatching(/^Not enough storage/) as string},
      });
      expectDescribed(placed, answer);
      expect(responseFor(document, placed.operation, 403).description).toContain('stores as much as it may');
    });
  });

  it.each(refusalsOf(anonymous, status => status === 429))(
    'comes about: %d of %s',
    async (status, _, placed) => {
      const call = await callOf(placed);
      const isFeed = 'hemmelighed' in call.parts;
      const guess = isFeed ? {...call, parts: {hemmelighed: wrong}} : call;
      await vi.waitFor(
        async () => {
          const answer = await (isFeed ? send : sendLimited)(guess);
          expect(answer.status).toBe(status);
          expectDescribed(placed, answer);
        },
        {timeout: 20_000, interval: 5},
      );
    },
  );
});
