import {setImmediate} from 'node:timers/promises';

import {afterAll, beforeAll, expect, it} from 'vitest';

import {hasCvrForm} from '../../identity/cvr.ts';
import {bounds} from '../../bounds.ts';
import {type Portal, readPortal} from '../../portal/portal.ts';
import {requiredV2} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {dafolo, erst, kmd, startServiceForTest, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {isThorough} from '../../testing/thoroughness.ts';
import {firstPageLength} from '../../store/pages.ts';
import type {Store} from '../../store/store.ts';
import {changeMember, changesIndex, supplierIndex, variantKey, type VariantHead} from '../variant.ts';
import {createCatalogue} from './catalogue.ts';

const asDafolo = await organisation(dafolo);

const everything = {soeg: '', antal: 1};

/** Counts the documents that are read, in all and in one turn of the event loop. */
function countReads(store: Store) {
  const counts = {total: 0, turn: 0, largestTurn: 0};
  const counted: Store = {
    ...store,
    read(keys) {
      counts.total += keys.length;
      counts.turn += keys.length;
      counts.largestTurn = Math.max(counts.largestTurn, counts.turn);
      return store.read(keys);
    },
  };
  /** Runs work, and counts the turns of the event loop in it. */
  async function inTurns<Result>(work: Promise<Result>): Promise<Result> {
    const state = {isDone: false};
    void work.finally(() => (state.isDone = true));
    while (!state.isDone) {
      counts.turn = 0;
      await setImmediate();
    }
    return work;
  }
  return {counts, counted, inTurns};
}

/** Stores published variants, without the checks and costs of requests. */
async function storeForms(
  store: Store,
  cvr: string,
  changes: readonly number[],
  fields: object,
  soegeord?: string,
) {
  const heads = changes.map((changed): VariantHead => ({
    ...{cvr, egetId: `n-${changed}`, diaId: `0.${changed}`, masterId: '0', changed},
    ...{permalink: `n-${changed}`, permalinkAt: [], publishedOnce: true, deleted: false, soegeord},
    fields: {
      ...{titel: `Nummer ${changed}`, udstillere: 'ERST', formularType: 'aktiv-top', publiceringsdato: 0},
      ...fields,
    },
  }));
  await Promise.all(heads.map(head => store.write(variantKey(head), head)));
  await store.addEntries(heads.map(head => ({index: changesIndex, member: changeMember(head)})));
}

/** A fifth of the maximum is enough for all of these rules. `npm run proof` takes the maximum itself. */
const {maxListedForms} = bounds;
beforeAll(() => void (isThorough || Object.assign(bounds, {maxListedForms: maxListedForms / 5})));
afterAll(() => void Object.assign(bounds, {maxListedForms}));

const service = await useTestService(tlsSettings);

const store = useStoreOf(service);
let portal: Portal;
beforeAll(() => {
  portal = readPortal(service.portalPath, hasCvrForm);
});
const catalogue = createCatalogue(store, () => portal);

it('reads some documents of published forms in each turn of the event loop, and none of deleted ones or drafts', async () => {
  const supplier = callerWith(service.url, asDafolo);
  const published = {...requiredV2, publiceringsdato: '2020-01-01'};
  const pathOf = (form: number) => `/dia/2/formular/${kmd}/f-${form}`;
  for (let form = 0; form < 60; form += 1) {
    const body = form < 50 ? published : requiredV2;
    expect(await supplier('PUT', pathOf(form), body)).toMatchObject({status: 201});
  }
  for (let form = 0; form < 10; form += 1) {
    expect(await supplier('DELETE', pathOf(form))).toMatchObject({status: 200});
  }
  const {counts, counted, inTurns} = countReads(store);
  const search = createCatalogue(counted, () => portal).search(everything);
  expect(await inTurns(search)).toMatchObject({total: 40});
  expect(counts).toMatchObject({total: 40, largestTurn: firstPageLength});
});

it('refuses searches beyond the maximum in progress with 503, and carries out the others', async () => {
  const catalogue = createCatalogue(store, () => portal);
  const searches = Array.from({length: bounds.maxSearches + 1}, () => catalogue.search(everything));
  const results = await Promise.allSettled(searches);
  expect(results.filter(({status}) => status === 'fulfilled')).toHaveLength(bounds.maxSearches);
  expect(results.at(-1)).toMatchObject({status: 'rejected', reason: {code: 503}});
  expect(await catalogue.search(everything)).toMatchObject({hasMore: true});
});

it('refuses searches of a network beyond its maximum in progress with 429, and carries out those of others before its last ones', async () => {
  const catalogue = createCatalogue(store, () => portal);
  const finished: string[] = [];
  const search = async (network: string) => {
    await catalogue.search(everything, network);
    finished.push(network);
  };
  await search('10.0.0.1');
  const max = bounds.maxNetworkSearches;
  const searches = Array.from({length: max + 1}, () => search('10.0.0.1'));
  await expect(searches.pop()).rejects.toMatchObject({code: 429, headers: {'Retry-After': '1'}});
  await search('10.0.0.2');
  await Promise.all(searches);
  expect(finished.lastIndexOf('10.0.0.2')).toBeLessThan(max);
  await search('10.0.0.1');
});

it('leaves out the forms that changed last if there are too many, and counts them', async () => {
  const all = Array.from({length: bounds.maxListedForms}, (_, place) => place + 1);
  for (let start = 0; start < all.length; start += 5_000)
    await storeForms(store, dafolo, all.slice(start, start + 5_000), {}, 'ord1 ord2');
  const totalOf = async (text: string) => (await catalogue.search({...everything, soeg: text})).total;
  expect(await totalOf('')).toBe(bounds.maxListedForms);
  expect(catalogue.leftOut()).toBe(40);
  expect(await totalOf('ord1')).toBe(bounds.maxListedForms);
});

it('refuses a new variant of a supplier that has the maximum, and changes of its others are accepted', async () => {
  const members = Array.from({length: bounds.maxVariantsPerSupplier}, (_, place) => `x-${place}`);
  await store.addEntries(members.map(member => ({index: supplierIndex(erst), member})));
  const supplier = callerWith(service.url, await organisation(erst));
  const path = `/dia/2/formular/${erst}`;
  expect(await supplier('PUT', `${path}/ny`, requiredV2)).toMatchObject({
    status: 403,
    body: {message: expect.stringContaining('20000 form variants') as string},
  });
  await store.removeEntries(members.slice(0, 1).map(member => ({index: supplierIndex(erst), member})));
  expect(await supplier('PUT', `${path}/ny`, requiredV2)).toMatchObject({status: 201});
  expect(await supplier('PUT', `${path}/ny`, {titel: 'Ny'})).toMatchObject({status: 201});
});

it('finishes a search while another network that searches all the time finishes at most about one', async () => {
  const query = {...everything, soeg: 'ord1 ord2'};
  await catalogue.search(query, '10.0.0.2');
  const state = {isDone: false, finished: 0};
  const busy = Array.from({length: bounds.maxNetworkSearches}, async () => {
    while (!state.isDone) {
      await catalogue.search(query, '10.0.0.1');
      state.finished += 1;
    }
  });
  const own = 8;
  for (let count = 0; count < own; count += 1) await catalogue.search(query, '10.0.0.2');
  const {finished} = state;
  state.isDone = true;
  await Promise.all(busy);
  // If each search had a turn, instead of each network, there would be four times as many.
  expect(finished).toBeGreaterThan(0);
  expect(finished).toBeLessThan(2 * own);
});

it('is searched by at most four requests of an address at once; others get 429 with Retry-After', async () => {
  const limited = await startServiceForTest(service.engine.address, {TAVLE_PUBLIC_RATE_LIMIT: '6000'});
  const visitor = callerWith(limited.url);
  const search = () => visitor('GET', '/formularer/1?soeg=ord1');
  const responses = await Promise.all(Array.from({length: 12}, search));
  const refused = responses.filter(({status}) => status === 429);
  expect(responses.filter(({status}) => status === 200).length).toBe(12 - refused.length);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused[0]).toMatchObject({
    headers: {'retry-after': '1'},
    body: {message: expect.stringContaining('Too many searches at once') as string},
  });
  expect(await search()).toMatchObject({status: 200});
});

it('lets other work run during searches, also if many begin at the same time', async () => {
  const state = {isDone: false};
  let turns = 0;
  const searches = Array.from({length: 8}, () => catalogue.search({...everything, soeg: 'ord1 ord2'}));
  void Promise.all(searches).then(() => (state.isDone = true));
  for (; !state.isDone; turns += 1) await setImmediate();
  expect(turns).toBeGreaterThanOrEqual(searches.length);
});
