import {beforeAll, describe, expect, it} from 'vitest';

import {recount} from '../maintenance/counters.ts';
import {deadline, deliver, requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {enginesOfLongRun} from '../testing/engines.ts';
import {newStore, openForTest} from '../testing/store.ts';
import {
  dafolo as supplier,
  erst,
  kmd as other,
  skat,
  startTestService,
  useTestService,
} from '../testing/service.ts';
import {openStore} from './open-store.ts';
import {createStorageQuotas, storedBytesKey} from './storage-quota.ts';
import {silent} from './engine.ts';
import type {Store} from './store.ts';
import {whenReachable} from './testing/reachable.ts';

const settings = {
  ...tlsSettings,
  TAVLE_MAX_SUPPLIER_MB: '1',
  TAVLE_MAX_AUTHORITY_MB: '1',
  TAVLE_CVR_CHECK: 'off',
};
const quiet = {report: () => undefined, end: () => undefined};
const [asSupplier, asOther, asSkat, asErst] = await Promise.all(
  [supplier, other, skat, erst].map(organisation),
);

/** Returns the number of counters that a recount corrects. */
const corrections = (store: Store) => recount(store, quiet);

it('lets a caller store exactly its quota', async () => {
  const store = await newStore();
  const quotas = createStorageQuotas((counter, amount) => store.add(counter, amount), {
    max: {leverandoer: 100},
    ...{onFull: () => undefined, onRefused: () => undefined},
  });
  const owner = {owner: 'leverandoer', cvr: supplier} as const;
  await quotas.reserve(owner, 60);
  await expect(quotas.reserve(owner, 41)).rejects.toMatchObject({code: 403});
  await expect(quotas.requireSpace(owner, 41)).rejects.toMatchObject({code: 403});
  await quotas.requireSpace(owner, 40);
  await quotas.reserve(owner, 40);
  await expect(quotas.reserve(owner, 1)).rejects.toMatchObject({code: 403});
});

describe.each(enginesOfLongRun)('on %s', async name => {
  const service = await useTestService(settings, {engine: name});
  let store: Store;
  beforeAll(async () => {
    store = await whenReachable(openStore(service.engine.address, silent));
    return () => store.close();
  });

  const full = (stored: RegExp) => ({
    status: 403,
    body: expect.objectContaining({message: expect.stringMatching(stored) as string}) as object,
  });

  describe('a supplier', () => {
    const call = callerWith(service.url, asSupplier);
    const list = `/dia/2/formular/${supplier}`;
    /** A text has at most 20,000 characters, so a large variant needs a long list of laws. */
    const variant = (kilobytes: number) => ({
      ...requiredV2,
      urlTilLovstof: Array.from({length: Math.ceil(kilobytes / 2)}, () => ({
        titel: 'x'.repeat(2_000),
        url: 'https://lov.example.dk/',
      })),
    });

    it('with a full quota gets 403 for larger writes, and may shrink, delete and read', async () => {
      expect(await call('PUT', `${list}/a`, variant(600))).toMatchObject({status: 201});
      const refused = await call('PUT', `${list}/b`, variant(600));
      expect(refused).toMatchObject(full(/CVR 61966617 stores 0\.6 of the 1 MB .* TAVLE_MAX_SUPPLIER_MB/));
      expect(await call('PUT', `${list}/a`, variant(1_010))).toMatchObject({status: 201});
      expect(await call('PUT', `${list}/a`, variant(1_000))).toMatchObject({status: 201});
      expect(await call('PUT', `${list}/b`, variant(100))).toMatchObject(full(/stores 1 of the 1 MB/));
      expect(await call('PUT', `${list}/a`, variant(600))).toMatchObject({status: 201});
      expect(await call('PUT', `${list}/b`, variant(100))).toMatchObject({status: 201});
      expect(await call('GET', list)).toMatchObject({status: 200});
      expect(await call('DELETE', `${list}/a`)).toMatchObject({status: 200});
      // A deleted variant keeps its texts, until a request that creates it again replaces them.
      expect(await call('PUT', `${list}/c`, variant(600))).toMatchObject(full(/stores 0\.7 of the 1 MB/));
      expect(await call('PUT', `${list}/a`, variant(100))).toMatchObject({status: 201});
      expect(await call('PUT', `${list}/c`, variant(600))).toMatchObject({status: 201});
      expect(await corrections(store)).toBe(0);
    });

    it('whose write is rejected leaves no documents', async () => {
      const documents = async () => {
        let sum = 0;
        for await (const chunk of store.contents.documents()) sum += chunk.length;
        return sum;
      };
      const before = await documents();
      expect(await call('PUT', `${list}/afvist`, variant(900))).toMatchObject({status: 403});
      expect(await documents()).toBe(before);
      expect(await store.scan(['leverandoer', supplier, 'formularer'], {limit: 10})).not.toContain('afvist');
    });

    it('with a full quota is logged, and does not affect others', async () => {
      const callOther = callerWith(service.url, asOther);
      expect(await callOther('PUT', `/dia/2/formular/${other}/a`, variant(600))).toMatchObject({status: 201});
      const lines = service.logged.filter(line => line.includes('may store nothing more'));
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({cvr: supplier, allowed: 1024 ** 2});
      expect((await call('GET', '/metrics')).text).toMatch(/tavle_refused_total\{why="storage"\} [3-9]/);
    });

    it('is counted correctly during concurrent changes of its variants', async () => {
      await Promise.all(
        Array.from({length: 20}, (_, turn) =>
          call('PUT', `${list}/samtidig-${turn % 3}`, variant(5 + (turn % 7))),
        ),
      );
      expect(await corrections(store)).toBe(0);
    });
  });

  describe('an authority', () => {
    const call = callerWith(service.url, asSkat);
    const path = '/calendar/1/frister';
    const frist = (companies: number, beskrivelse = 'Betal') => {
      const cvrs = Array.from({length: companies}, (_, place) => String(10_000_000 + place));
      return deadline({beskrivelse, modtagere: cvrs.join(',')});
    };

    it('with a full quota gets 403 for larger writes, and may shrink and withdraw', async () => {
      const own = `${path}/${await deliver(call, frist(6_000))}`;
      expect(await call('POST', path, frist(6_000))).toMatchObject(
        full(/stores 0\.7 of the 1 MB .* TAVLE_MAX_AUTHORITY_MB/),
      );
      expect(await call('PUT', own, frist(12_000))).toMatchObject({status: 403});
      expect(await call('PUT', own, frist(100))).toMatchObject({status: 200});
      expect(await call('POST', path, frist(6_000))).toMatchObject({status: 201});
      expect(await call('DELETE', own)).toMatchObject({status: 200});
      expect(await corrections(store)).toBe(0);
      expect(await callerWith(service.url, asErst)('POST', path, frist(6_000))).toMatchObject({status: 201});
    });

    it('is counted once for repeated requests', async () => {
      const key = {'idempotency-key': 'samme'};
      const responses = await Promise.all(
        Array.from({length: 12}, () => call('POST', path, frist(10, 'x'.repeat(1_000)), key)),
      );
      expect(new Set(responses.map(({body}) => (body as {fristId: number}).fristId))).toHaveLength(1);
      expect(await call('POST', path, frist(11), key)).toMatchObject({status: 422});
      expect(await corrections(store)).toBe(0);
    });
  });

  describe('a count', () => {
    it('that is wrong is corrected from the documents, to 0 for an owner without documents', async () => {
      const [wrong, unused] = [storedBytesKey('myndighed', skat), storedBytesKey('leverandoer', '12345674')];
      const right = await store.add(wrong, 0);
      await store.add(wrong, 5_000);
      await store.add(unused, 17);
      expect(await corrections(store)).toBe(2);
      expect(await store.add(wrong, 0)).toBe(right);
      expect(await store.add(unused, 0)).toBe(0);
    });

    it('reads no lists of recipients and no texts, which are large', async () => {
      const cvrs = Array.from({length: 100}, (_, place) => String(10_000_000 + place));
      await deliver(callerWith(service.url, asErst), deadline({modtagere: cvrs.join(',')}));
      const read: string[] = [];
      const watched: Store = {
        ...store,
        contents: {
          ...store.contents,
          async *documents(wanted) {
            for await (const chunk of store.contents.documents(wanted)) {
              read.push(...chunk.map(({path}) => path));
              yield chunk;
            }
          },
        },
      };
      await corrections(watched);
      expect(read).toContainEqual(expect.stringMatching(/^frist\/\d+$/));
      expect(read).not.toContainEqual(expect.stringMatching(/\/(modtagere|tekster)$/));
    });

    it('is never lowered during a write', async () => {
      const counter = storedBytesKey('myndighed', skat);
      await store.add(counter, 5_000);
      const before = await store.add(counter, 0);
      const writing: Store = {
        ...store,
        contents: {
          ...store.contents,
          async *documents(wanted) {
            yield* store.contents.documents(wanted);
            await store.add(counter, 10);
          },
        },
      };
      expect(await corrections(writing)).toBe(0);
      expect(await store.add(counter, 0)).toBe(before + 10);
      expect(await corrections(store)).toBe(1);
    });
  });
});

it('without a quota nothing is counted', async () => {
  const address = `file:${newDirectory()}`;
  const service = await startTestService(address, {
    ...settings,
    TAVLE_MAX_SUPPLIER_MB: 'off',
    TAVLE_MAX_AUTHORITY_MB: 'off',
  });
  const call = callerWith(service.url, asSkat);
  await deliver(call);
  await service.stop();
  const store = await openForTest(address);
  expect(await store.add(storedBytesKey('myndighed', skat), 0)).toBe(0);
});
