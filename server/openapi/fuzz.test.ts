import fc from 'fast-check';
import {beforeAll, describe, expect, it} from 'vitest';

import {proxySettings} from '../testing/certificates.ts';
import {useMailServer} from '../testing/mail-server.ts';
import type {EngineName} from '../testing/engines.ts';
import {useTestService} from '../testing/service.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {createArbitraries} from '../testing/openapi/arbitrary-of-schema.ts';
import {mutations} from '../testing/openapi/mutations.ts';
import {documentOf, operationsOf, type Endpoint} from '../testing/openapi/document.ts';
import {createFuzzCredentials} from '../testing/openapi/fuzz-credentials.ts';
import {describedRequests, type RequestContext, validRequests} from '../testing/openapi/fuzz-requests.ts';
import {createResources} from '../testing/openapi/fuzz-resources.ts';
import {createResponseOracle} from '../testing/openapi/response-oracle.ts';
import {knownValues} from '../testing/openapi/known-values.ts';
import {testPackageRoutes} from '../testing/openapi/package-routes.ts';
import {brokenBytes} from '../testing/openapi/broken-bytes.ts';
import {createRawClient, sendBytes, type RawResponse, type RawRequest} from '../testing/raw-client.ts';
import {openWriteDetector, withoutJobs, type WriteDetector} from '../testing/openapi/write-detector.ts';

/*
 * Sends valid and invalid requests, generated from the OpenAPI document, to the service. FUZZ_RUNS sets the number of requests of each
 * kind for each operation. A failure prints the seed for FUZZ_SEED.
 */

const numRuns = Number(process.env.FUZZ_RUNS ?? (isThorough ? 250 : 6));
const seed = process.env.FUZZ_SEED;
const settings = {numRuns, ...(seed !== undefined && {seed: Number(seed)})};

const timeoutMs = 60_000 + numRuns * 1_000;

withoutJobs();

const engines: EngineName[] = isThorough ? ['LMDB', 'Redis'] : ['LMDB'];

describe.each(engines)('on %s', async engine => {
  const service = await useTestService(
    {...proxySettings, ...(await useMailServer()).settings},
    {engine, extraRoutes: testPackageRoutes},
  );
  const document = documentOf(service.url);
  const operations = operationsOf(document);
  const values = createArbitraries(document.components.schemas);
  const credentialsOf = await createFuzzCredentials(service);
  const send = createRawClient(service.url);
  const createResource = createResources(document, credentialsOf, send);
  const requireValid = createResponseOracle(document);
  let writes: WriteDetector;
  beforeAll(async () => {
    writes = await openWriteDetector(service.engine.address);
    return () => writes.close();
  });

  /** Sends a request, and checks the invariants of all responses. */
  async function sendChecked(request: RawRequest): Promise<RawResponse> {
    const before = await writes.read();
    const logged = service.logged.length;
    const response = await send(request);
    try {
      requireValid(request, response);
      const changed = (await writes.read()) !== before;
      if (changed && mustNotWrite(request, response)) throw new Error('The store changed.');
      for (const line of service.logged.slice(logged)) {
        if (/"level":"(error|fatal)"/.test(line)) throw new Error(line);
      }
    } catch (error) {
      throw new Error(`${describeRequest(request)}\n${response.status} ${response.text.slice(0, 2_000)}`, {
        cause: error,
      });
    }
    return response;
  }

  describe.each(operations.map(endpoint => [endpoint.operation.operationId, endpoint] as const))(
    '%s',
    (_, endpoint) => {
      let context: RequestContext;
      const prepare = async () => {
        context = {parts: await createResource(endpoint), headers: credentialsOf(endpoint)};
      };
      beforeAll(prepare);

      /** Reads the written resource. Its response must also match the document. */
      async function readBack(request: RawRequest, {headers}: RawResponse): Promise<void> {
        const target = headers.location ?? request.target;
        await sendChecked({method: 'GET', target, headers: context.headers});
      }

      /** Sends a request to an existing resource. */
      async function sendToResource(request: RawRequest): Promise<RawResponse> {
        const response = await sendChecked(request);
        if (endpoint.method === 'delete' && response.status < 300) await prepare();
        if (['POST', 'PUT'].includes(request.method) && response.status < 300)
          await readBack(request, response);
        return response;
      }

      // The code that confirms an address is in a mail.
      it.skipIf(endpoint.operation.operationId === 'bekraeftPaamindelser')(
        'accepts valid requests',
        async () => {
          let accepted = 0;
          const refusals = new Set<string>();
          const valid = validRequests(
            endpoint,
            () => context,
            values,
            namedFor(endpoint, () => context),
          );
          await fc.assert(
            fc.asyncProperty(valid, async request => {
              const {status, text} = await sendToResource(request);
              // A feed returns 429 after 60 requests in a minute, and a person may have 20 calendar links.
              if (status < 300 || status === 429 || text.includes('which is the maximum')) accepted += 1;
              else refusals.add(`${status} ${text}`);
            }),
            settings,
          );
          const advice =
            'Most requests must be accepted. Declare a pattern of the refused fields, or add their values to server/testing/openapi/known-values.ts:';
          expect(accepted / numRuns, [advice, ...refusals].join('\n')).toBeGreaterThan(0.5);
        },
        timeoutMs,
      );

      it(
        'returns documented responses to any request that matches the document',
        () =>
          fc.assert(
            fc.asyncProperty(
              describedRequests(endpoint, () => context, values),
              async request => {
                await sendToResource(request);
              },
            ),
            settings,
          ),
        timeoutMs,
      );

      it(
        'returns documented responses to invalid requests',
        () =>
          fc.assert(
            fc.asyncProperty(
              validRequests(endpoint, () => context, values, knownValues),
              mutations(endpoint.operation.requestBody !== undefined),
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
    'survives bytes that are not a request',
    () =>
      fc.assert(
        fc.asyncProperty(brokenBytes(operations, credentialsOf), async bytes => {
          const before = await writes.read();
          const response = await sendBytes(service.url, bytes);
          if (response) expect(response).toMatch(/^HTTP\/1\.1 (?:[1-4]\d\d|501) /);
          expect(await writes.read()).toBe(before);
        }),
        {...settings, numRuns: numRuns * 10},
      ),
    timeoutMs,
  );

  it('is live, and the write detector detects a write', async () => {
    const live = await send({method: 'GET', target: '/health/live', headers: []});
    expect(live.status).toBe(200);

    const [frist] = operations.filter(({operation}) => operation.operationId === 'retFrist');
    if (!frist) throw new Error('There is no deadline to change.');
    const before = await writes.read();
    await createResource(frist);
    expect(await writes.read()).not.toBe(before);
  });
});

/** Returns whether a request must not write: it failed, or only reads. After 503 the outcome is unknown. */
function mustNotWrite({method, target}: RawRequest, {status}: RawResponse): boolean {
  // The readiness check writes a key that expires at once, to find out whether Redis accepts changes.
  if (target.startsWith('/health/ready')) return false;
  return (status >= 300 && status !== 503) || !['POST', 'PUT', 'DELETE'].includes(method);
}

/** A body may have the `egetId` of its URL, and no other `egetId`. */
function namedFor({path}: Endpoint, context: () => RequestContext) {
  if (path !== '/dia/1/formular/{id}') return knownValues;
  return {...knownValues, egetId: fc.constant(undefined).map(() => context().parts.id)};
}

function describeRequest({method, target, headers, body}: RawRequest): string {
  const lines = headers.map(([name, value]) => `${name}: ${value}`);
  return [`${method} ${target}`, ...lines, '', body?.toString().slice(0, 4_000) ?? ''].join('\n');
}
