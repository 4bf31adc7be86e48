import fc from 'fast-check';
import {beforeAll, describe, expect, it} from 'vitest';

import {proxySettings} from '../testing/certificates.ts';
import type {EngineName} from '../testing/engines.ts';
import {useTestService} from '../testing/service.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {createArbitraries} from './testing/arbitrary-of-schema.ts';
import {mutations} from './testing/mutations.ts';
import {documentOf, operationsOf, type Placed} from './testing/document.ts';
import {createFuzzCallers} from './testing/fuzz-callers.ts';
import {describedCalls, type Start, usefulCalls} from './testing/fuzz-calls.ts';
import {createResources} from './testing/fuzz-resources.ts';
import {createResponseOracle} from './testing/response-oracle.ts';
import {knownValues} from './testing/known-values.ts';
import {testPages} from './testing/pages.ts';
import {brokenBytes} from './testing/broken-bytes.ts';
import {createRawClient, sendBytes, type RawResponse, type RawRequest} from '../testing/raw-client.ts';
import {openWriteDetector, type WriteDetector} from './testing/write-detector.ts';

/*
 * Requests made from the description alone, right ones and broken ones, against the whole service. FUZZ_RUNS says how many of
 * each kind every operation gets; a failure names the seed, which FUZZ_SEED takes.
 */

const numRuns = Number(process.env.FUZZ_RUNS ?? (isThorough ? 250 : 12));
const seed = process.env.FUZZ_SEED;
const settings = {numRuns, ...(seed !== undefined && {seed: Number(seed)})};

/** In milliseconds. */
const timeoutMs = 60_000 + numRuns * 1_000;

const engines: EngineName[] = isThorough ? ['LMDB', 'Redis'] : ['LMDB'];

describe.each(engines)('on %s', async engine => {
  const service = await useTestService(proxySettings, {engine, pages: testPages});
  const document = documentOf(service.url);
  const operations = operationsOf(document);
  const values = createArbitraries(document.components.schemas);
  const callers = await createFuzzCallers(service);
  const send = createRawClient(service.url);
  const createResource = createResources(document, callers, send);
  const requireValid = createResponseOracle(document);
  let writes: WriteDetector;
  beforeAll(async () => {
    writes = await openWriteDetector(service.engine.address);
    return () => writes.close();
  });

  /** Sends a request, and checks what must hold for every response. */
  async function ask(request: RawRequest): Promise<RawResponse> {
    const before = await writes.read();
    const logged = service.logged.length;
    const answer = await send(request);
    try {
      requireValid(request, answer);
      const changed = (await writes.read()) !== before;
      if (changed && isIdle(request, answer)) throw new Error('The store changed.');
      for (const line of service.logged.slice(logged)) {
        if (/"level":"(error|fatal)"/.test(line)) throw new Error(line);
      }
    } catch (error) {
      throw new Error(`${describeCall(request)}\n${answer.status} ${answer.text.slice(0, 2_000)}`, {
        cause: error,
      });
    }
    return answer;
  }

  describe.each(operations.map(placed => [placed.operation.operationId, placed] as const))(
    '%s',
    (_, placed) => {
      let start: Start;
      const prepare = async () => {
        start = {parts: await createResource(placed), headers: callers(placed)};
      };
      beforeAll(prepare);

      /** Reads what was written: whatever is taken must be answered as described, too. */
      async function readBack(request: RawRequest, {headers}: RawResponse): Promise<void> {
        const target =
          headers.location === undefined ? request.target : headers.location.slice(service.url.length);
        await ask({method: 'GET', target, headers: start.headers});
      }

      /** Sends a request to a resource that exists. */
      async function sendToResource(request: RawRequest): Promise<RawResponse> {
        const answer = await ask(request);
        if (placed.method === 'delete' && answer.status < 300) await prepare();
        if (['POST', 'PUT'].includes(request.method) && answer.status < 300) await readBack(request, answer);
        return answer;
      }

      it(
        'takes what it should take',
        async () => {
          let taken = 0;
          const useful = usefulCalls(
            placed,
            () => start,
            values,
            namedFor(placed, () => start),
          );
          await fc.assert(
            fc.asyncProperty(useful, async request => {
              const {status} = await sendToResource(request);
              // A feed may be read 60 times a minute; what comes after that is refused, but not for its form.
              if (status < 300 || status === 429) taken += 1;
            }),
            settings,
          );
          expect(taken / numRuns).toBeGreaterThan(0.5);
        },
        timeoutMs,
      );

      it(
        'answers as described whatever it is asked in the form that is described',
        () =>
          fc.assert(
            fc.asyncProperty(
              describedCalls(placed, () => start, values),
              async request => {
                await sendToResource(request);
              },
            ),
            settings,
          ),
        timeoutMs,
      );

      it(
        'answers as described whatever is wrong with the request',
        () =>
          fc.assert(
            fc.asyncProperty(
              usefulCalls(placed, () => start, values, knownValues),
              mutations(placed.operation.requestBody !== undefined),
              async (request, mutate) => {
                await sendToResource(mutate(request));
              },
            ),
            settings,
          ),
        timeoutMs,
      );
    },
  );

  it(
    'survives bytes that are no request at all',
    () =>
      fc.assert(
        fc.asyncProperty(brokenBytes(operations, callers), async bytes => {
          const before = await writes.read();
          const answer = await sendBytes(service.url, bytes);
          if (answer) expect(answer).toMatch(/^HTTP\/1\.1 (?:[1-4]\d\d|501) /);
          expect(await writes.read()).toBe(before);
        }),
        {...settings, numRuns: numRuns * 10},
      ),
    timeoutMs,
  );

  it('still lives, and would have seen a change of the store', async () => {
    const live = await send({method: 'GET', target: '/health/live', headers: []});
    expect(live.status).toBe(200);

    const [frist] = operations.filter(({operation}) => operation.operationId === 'retFrist');
    if (!frist) throw new Error('There is no deadline to change.');
    const before = await writes.read();
    await createResource(frist);
    expect(await writes.read()).not.toBe(before);
  });
});

/** Whether a request may change nothing: it was refused, or asks only. 503 leaves open what happened. */
function isIdle({method}: RawRequest, {status}: RawResponse): boolean {
  return (status >= 300 && status !== 503) || !['POST', 'PUT', 'DELETE'].includes(method);
}

/** A body may name the key of its address, and then no other. */
function namedFor({path}: Placed, start: () => Start) {
  if (path !== '/dia/1/formular/{id}') return knownValues;
  return {...knownValues, egetId: fc.constant(undefined).map(() => start().parts.id)};
}

function describeCall({method, target, headers, body}: RawRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target}`, ...lines, '', body?.toString().slice(0, 4_000) ?? ''].join('\n');
}
