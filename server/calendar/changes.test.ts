import fc from 'fast-check';
import {afterAll, afterEach, describe, expect, it, vi} from 'vitest';

import type {Progress} from '../maintenance/progress.ts';
import {documentsAbout, erase} from '../maintenance/data-subject.ts';
import {prune} from '../maintenance/prune.ts';
import {repair} from '../maintenance/repair.ts';
import {emptyPortal} from '../portal/portal.ts';
import type {Store} from '../store/store.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {openEmptyStore} from '../testing/store.ts';
import {addDays, today} from '../time/dates.ts';
import {createDeliveries} from './authority/deliveries.ts';
import {removeOldNotices} from './changes.ts';
import {createCompanyCalendar} from './company-calendar.ts';
import {feedDays, writeFeed} from './feed/feed.ts';
import type {Reader} from './mark-reader.ts';
import {toSharedItemText} from './responses.ts';

const authority = '19552101';
const day = 86_400_000;
const progress = {report: () => undefined, end: () => undefined} as unknown as Progress;

let nextCvr = 10_000_000;
/** Returns so many companies that their lists are long. */
const newCompanies = () => Array.from({length: 201}, () => String((nextCvr += 1)));

async function textOf(pieces: AsyncIterable<string>): Promise<string> {
  let text = '';
  for await (const piece of pieces) text += piece;
  return text;
}

/** Half a year around today. */
const days = () => ({fra: addDays(today(), -90), til: addDays(today(), 90)});

/** Reads the versions and then the text, as a response does. */
async function read(store: Store, reader: Reader): Promise<{tag: string; text: string}> {
  const reading = createCompanyCalendar(store).read(reader, reader.owner === undefined ? feedDays() : days());
  const tag = await textOf(reading.versions());
  if (reader.owner === undefined) {
    const link = {id: 'link', virksomheder: reader.cvrs.map(cvr => ({cvr}))};
    const feed = {source: 'https://tavle.example.dk/feed.ics', reminderDays: 7};
    return {tag, text: await textOf(writeFeed(link, reading, emptyPortal, feed))};
  }
  let text = '';
  for await (const page of reading.list({includeHidden: true, includeDone: true}))
    text += page.map(toSharedItemText).join('\n');
  return {tag, text};
}

const steps = ['write', 'remove', 'next', 'add', 'addEntries', 'removeEntries'] as const;

/**
 * Returns the store, which calls `observe` before and after each step that changes it. Steps run one after the other: a response may have the version
 * from before a step and the text from after it. This is correct: the next response has another version.
 */
function observed(store: Store, observe: () => Promise<void>): Store {
  let last: Promise<unknown> = Promise.resolve();
  const around =
    (step: (...given: never[]) => Promise<unknown>) =>
    (...given: never[]) => {
      const result = last.then(async () => {
        await observe();
        const done = await step(...given);
        await observe();
        return done;
      });
      last = result.catch(() => undefined);
      return result;
    };
  const changed = Object.fromEntries(steps.map(name => [name, around(store[name] as never)]));
  return {...store, ...changed};
}

const small = fc.nat({max: 5});
const change = fc.oneof(
  fc.record({
    do: fc.constant('deliver' as const),
    to: fc.constantFrom('all', 'one', 'some', 'others'),
    on: small,
  }),
  fc.record({
    do: fc.constant('update' as const),
    which: small,
    to: fc.constantFrom('all', 'one', 'some'),
    on: small,
    title: fc.constantFrom('Moms', 'Skat'),
  }),
  fc.record({do: fc.constant('withdraw' as const), which: small}),
  fc.record({
    do: fc.constant('mark' as const),
    which: small,
    owner: fc.constantFrom('anna', 'bo'),
    marks: fc.record(
      {isLaest: fc.boolean(), isSlettet: fc.boolean(), isKlaret: fc.boolean()},
      {requiredKeys: []},
    ),
    count: fc.integer({min: 1, max: 3}),
  }),
  fc.record({do: fc.constant('wait' as const), days: fc.constantFrom(1, 40, 100)}),
  fc.record({
    do: fc.constant('maintain' as const),
    how: fc.constantFrom('prune', 'repair', 'erase person', 'erase company'),
  }),
);

describe.each(['LMDB', 'Redis'] as const)('the versions of many companies on %s', async engine => {
  const {store, stop} = await openEmptyStore(engine);
  afterAll(stop);
  afterEach(() => void vi.useRealTimers());
  vi.useFakeTimers({toFake: ['Date']});

  const makeQuiet = async () => {
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 2 * day});
    await removeOldNotices(store);
  };

  it(
    'differ whenever the list or the feed differs, at each step of each change',
    {timeout: 120_000},
    async () => {
      await fc.assert(
        fc.asyncProperty(fc.array(change, {minLength: 1, maxLength: 12}), async changes => {
          await makeQuiet();
          const cvrs = newCompanies();
          const readers: Reader[] = [{cvrs, owner: 'anna'}, {cvrs}];
          const texts = readers.map(() => new Map<string, string>());
          const observe = async () => {
            for (const [at, reader] of readers.entries()) {
              const {tag, text} = await read(store, reader);
              const known = texts[at]?.get(tag);
              if (known === undefined) texts[at]?.set(tag, text);
              else expect(text).toBe(known);
            }
          };
          const watched = observed(store, observe);
          const deliveries = createDeliveries(watched);
          const calendar = createCompanyCalendar(watched);
          const ids: number[] = [];
          const own = cvrs[0] ?? '';
          const recipients = {all: [], one: [own], some: cvrs.slice(0, 3), others: ['99999999']};
          const input = (to: keyof typeof recipients, days: number, overskrift = 'Moms') => ({
            ...{overskrift, beskrivelse: 'Tekst', afsenderNavn: 'Skattestyrelsen', modtagere: recipients[to]},
            fristDato: addDays(today(), days),
          });
          for (const each of changes) {
            const id = ids[('which' in each ? each.which : 0) % Math.max(1, ids.length)] ?? 1;
            const ignoreMissing = (work: Promise<unknown>) => work.catch(() => undefined);
            if (each.do === 'deliver')
              ids.push((await deliveries.create(authority, input(each.to, each.on))).fristId);
            if (each.do === 'update')
              await ignoreMissing(
                deliveries.update(authority, id, input(each.to, each.on, each.title), () => undefined),
              );
            if (each.do === 'withdraw')
              await ignoreMissing(deliveries.withdraw(authority, id, () => undefined));
            if (each.do === 'mark')
              await calendar.mark({cvrs, owner: each.owner}, id, each.marks, cvrs.slice(0, each.count));
            if (each.do === 'wait') vi.useFakeTimers({toFake: ['Date'], now: Date.now() + each.days * day});
            if (each.do === 'maintain') {
              const stopped = new AbortController().signal;
              const [subject, party] =
                each.how === 'erase person' ? (['person', 'anna'] as const) : (['company', own] as const);
              if (each.how === 'prune') await prune(store, {dryRun: false, progress, stopped});
              if (each.how === 'repair') await repair(store, progress);
              if (each.how.startsWith('erase'))
                await erase(store, subject, party, await documentsAbout(store, subject, party, new Set()));
            }
            await observe();
          }
        }),
        // Maintenance is not observed: the versions change when it ends.
        {numRuns: engine === 'LMDB' ? (isThorough ? 200 : 15) : 5},
      );
    },
  );

  it('are read without the indexes of the companies, and stay while others change theirs', async () => {
    const cvrs = newCompanies();
    const [deliveries, calendar] = [createDeliveries(store), createCompanyCalendar(store)];
    const own = {
      overskrift: 'Moms',
      beskrivelse: 'Tekst',
      afsenderNavn: 'Skattestyrelsen',
      fristDato: today(),
    };
    const {fristId} = await deliveries.create(authority, {...own, modtagere: []});
    await makeQuiet();
    const unread: Store = {
      ...store,
      read: () => Promise.reject(new Error('A document was read.')),
      scanAll: () => Promise.reject(new Error('An index was read.')),
    };
    const versions = () =>
      textOf(createCompanyCalendar(unread).read({cvrs, owner: 'anna'}, days()).versions());
    const before = await versions();
    await calendar.mark({cvrs: ['99999999'], owner: 'bo'}, fristId, {isKlaret: true, isLaest: true});
    await calendar.mark({cvrs, owner: 'bo'}, fristId, {isLaest: true});
    expect(await versions()).toBe(before);
    await calendar.mark({cvrs, owner: 'anna'}, fristId, {isLaest: true});
    expect(await versions()).not.toBe(before);
  });

  it('of the first deadlines of a list without an end cost the same, however many follow', async () => {
    const cvrs = newCompanies();
    const [deliveries, calendar] = [createDeliveries(store), createCompanyCalendar(store)];
    const deliver = (count: number, afterDays: number) =>
      Promise.all(
        Array.from({length: count}, (_, at) =>
          deliveries.create(authority, {
            ...{overskrift: 'Moms', beskrivelse: 'Tekst', afsenderNavn: 'Skattestyrelsen', modtagere: cvrs},
            fristDato: addDays(today(), afterDays + at * 14),
          }),
        ),
      );
    const [first] = await deliver(100, 7);
    await makeQuiet();
    let count = 0;
    const counting: Store = {
      ...store,
      read(keys) {
        count += keys.length;
        return store.read(keys);
      },
      readVersions(keys) {
        count += keys.length;
        return store.readVersions(keys);
      },
    };
    const shown = {includeHidden: false, includeDone: false, maxItems: 3};
    const versions = async () => {
      count = 0;
      const reading = createCompanyCalendar(counting).read({cvrs, owner: 'anna'}, {fra: today()});
      return {text: await textOf(reading.versions(shown)), count};
    };
    const before = await versions();
    await deliver(100, 1_500);
    expect(await versions()).toEqual(before);
    await calendar.mark({cvrs, owner: 'anna'}, first?.fristId ?? 0, {isLaest: true});
    expect((await versions()).text).not.toBe(before.text);
  });

  it('stay while authorities deliver many deadlines to others', async () => {
    const cvrs = newCompanies();
    const deliveries = createDeliveries(store);
    const others = {
      overskrift: 'Moms',
      beskrivelse: 'Tekst',
      afsenderNavn: 'Skattestyrelsen',
      modtagere: ['99999999'],
      fristDato: today(),
    };
    await Promise.all(Array.from({length: 33}, () => deliveries.create(authority, others)));
    const {tag} = await read(store, {cvrs});
    await deliveries.create(authority, others);
    expect(await read(store, {cvrs})).toMatchObject({tag});
  });
});
