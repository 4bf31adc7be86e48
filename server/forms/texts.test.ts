import {setImmediate} from 'node:timers/promises';

import {beforeAll, describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {emptyPortal} from '../portal/portal.ts';
import type {StoredDocument} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {crashAtEachStep} from '../store/testing/crashing-store.ts';
import {requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {engines} from '../testing/engines.ts';
import {dafolo as supplier, useTestService} from '../testing/service.ts';
import {openEmptyStore, useStoreOf} from '../testing/store.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {createRegistry, type Registry, type VariantInput} from './registry.ts';

const {titel: _, ...required} = requiredV2;
const long = (character: string, length = 20_000) => character.repeat(length);

async function documentsOf(store: Store): Promise<StoredDocument[]> {
  const found: StoredDocument[] = [];
  for await (const chunk of store.contents.documents(path => path.startsWith('leverandoer/'))) {
    found.push(...chunk);
  }
  return found;
}

const textsOf = (documents: readonly StoredDocument[], egetId: string) =>
  documents.filter(({path}) => path === `leverandoer/${supplier}/formular/${egetId}/tekster`);

describe('the form interfaces, with variants of long texts', async () => {
  const service = await useTestService(tlsSettings);
  const store = useStoreOf(service);
  const call = callerWith(service.url, await organisation(supplier));
  const list = `/dia/2/formular/${supplier}`;
  const put = (egetId: string, body: object) => call('PUT', `${list}/${egetId}`, body);
  const key = (egetId: string) => ['leverandoer', supplier, 'formular', egetId] as const;
  const storedTexts = async (egetId: string) => textsOf(await documentsOf(store), egetId);

  it('returns what was written, and lists it without its texts', async () => {
    const texts = {beskrivelse: long('b'), fritekst1: long('1'), trin: 'Et\nTo'};
    const laws = Array.from({length: 50}, (_, place) => ({titel: `Lov ${place}`, url: 'https://lov.dk/'}));
    expect(await put('stor', {...required, ...texts, titel: 'Stor', urlTilLovstof: laws})).toMatchObject({
      status: 201,
    });
    const {body, headers} = await call('GET', `${list}/stor`);
    expect(body).toMatchObject({...texts, titel: 'Stor', urlTilLovstof: laws});
    expect((await call('GET', list)).text.length).toBeLessThan(1_000);
    const [head] = await store.read([key('stor')]);
    expect(JSON.stringify(head).length).toBeLessThan(bounds.maxInlineVariantBytes);

    const match = {'if-match': String(headers.etag)};
    expect(await call('PUT', `${list}/stor`, {titel: 'Større'}, match)).toMatchObject({status: 201});
    expect(await call('PUT', `${list}/stor`, {titel: 'Nej'}, match)).toMatchObject({status: 412});
    expect((await call('GET', `${list}/stor`)).body).toMatchObject({...texts, titel: 'Større'});
  });

  it('stores a small variant as one document', async () => {
    await put('lille', {...required, titel: 'Lille', beskrivelse: 'Kort'});
    expect(await storedTexts('lille')).toEqual([]);
    expect((await store.read([key('lille')]))[0]?.value).toMatchObject({fields: {beskrivelse: 'Kort'}});
  });

  it('keeps unchanged texts, also of a deleted variant, and replaces changed ones', async () => {
    await put('skift', {...required, titel: 'A', beskrivelse: long('a')});
    const first = await storedTexts('skift');
    expect(first).toHaveLength(1);
    await put('skift', {titel: 'B'});
    expect(await storedTexts('skift')).toEqual(first);
    await put('skift', {beskrivelse: long('b')});
    const second = await storedTexts('skift');
    expect(second).toHaveLength(1);
    expect(second).not.toEqual(first);
    await put('skift', {beskrivelse: null});
    expect(await storedTexts('skift')).toEqual([]);
    expect((await call('GET', `${list}/skift`)).body).toMatchObject({titel: 'B', beskrivelse: null});

    await put('skift', {beskrivelse: long('c')});
    const third = await storedTexts('skift');
    expect(third).toHaveLength(1);
    expect(await call('DELETE', `${list}/skift`)).toMatchObject({status: 200});
    expect(await storedTexts('skift')).toEqual(third);
    expect((await call('GET', list)).text).not.toContain('"skift"');
    expect(await put('skift', {...required, titel: 'Igen'})).toMatchObject({status: 201});
    expect((await call('GET', `${list}/skift`)).body).toMatchObject({titel: 'Igen', beskrivelse: null});
  });

  it('returns 503 for a variant whose texts were damaged, and lists it', async () => {
    await put('tabt', {...required, titel: 'Tabt', beskrivelse: long('t')});
    for (const {path} of await storedTexts('tabt')) await store.contents.removeDocument(path);
    const unreadable = {
      status: 503,
      body: {message: expect.stringContaining('restore it from a backup') as string},
    };
    expect(await call('GET', `${list}/tabt`)).toMatchObject(unreadable);
    expect(await put('tabt', {titel: 'Kun titel'})).toMatchObject(unreadable);
    expect((await call('GET', list)).text).toContain('"tabt"');
  });
});

describe.each(engines)('long texts on %s', name => {
  let store: Store;
  let healthy: Registry;
  beforeAll(async () => {
    const opened = await openEmptyStore(name);
    store = opened.store;
    healthy = registryOn(store);
    return opened.stop;
  });
  const input = (titel: string): VariantInput => ({
    masterId: '7',
    fields: {titel, valgteMyndigheder: [], beskrivelse: long(titel, 5_000)} as never,
  });
  const registryOn = (on: Store) => createRegistry(on, () => emptyPortal);
  const fieldsOf = async (egetId: string) => (await healthy.get({cvr: supplier, egetId}))?.fields;

  if (name === 'LMDB' || isThorough) {
    it('are those of one version, complete, after an update that crashes at any step', async () => {
      const crashes = await crashAtEachStep(
        store,
        async (broken, egetId, {steps, last}) => {
          const name = {cvr: supplier, egetId};
          await healthy.put(name, () => input('a'));
          await registryOn(broken)
            .put(name, () => input('b'))
            .catch(() => undefined);
          const isCommitted = steps >= 2 || (steps === 1 && last === 'done');
          expect(await fieldsOf(egetId)).toEqual(input(isCommitted ? 'b' : 'a').fields);
        },
        ['undone', 'done'],
      );
      expect(crashes).toBe(6);
    });
  }

  it('are never missing during concurrent updates, which leave one document', async () => {
    const name = {cvr: supplier, egetId: 'travl'};
    await healthy.put(name, () => input('a'));
    // As two processes, which do not wait for each other.
    const writers = [registryOn({...store}), registryOn({...store})].map(async (registry, place) => {
      for (let turn = 0; turn < 6; turn++) {
        await registry.put(name, () => input(String.fromCharCode(98 + place * 6 + turn)));
      }
    });
    const done = new AbortController();
    const reading = (async () => {
      while (!done.signal.aborted) {
        // The embedded store reads synchronously.
        await setImmediate();
        const variant = await healthy.get(name);
        expect(variant?.fields.beskrivelse).toBe(long(variant?.fields.titel ?? '', 5_000));
      }
    })();
    await Promise.all(writers).finally(() => done.abort());
    await reading;
    expect(textsOf(await documentsOf(store), 'travl')).toHaveLength(1);
  });
});
