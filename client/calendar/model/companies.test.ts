import * as fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {Api} from '../../api/api.ts';
import type {TavleErrorEvent} from '../../events.ts';
import {byId, type FakeCalendar, fakeCalendar, frist} from '../../testing/fake-calendar.ts';
import {createListener} from '../../testing/listener.ts';
import {CalendarModel} from './calendar-model.ts';
import {addDays, lastDate, toApiDate} from '../../frist/model/dates.ts';
import {keyOf} from '../../frist/model/frist.ts';
import {noFilter} from './selection.ts';

const [bakery, boats, machines] = ['10000009', '10000017', '10000025'] as const;
const all = `${bakery} ${boats} ${machines}`;
const api = new Api('https://tavle.example', () => Promise.resolve('token'));

let listener: ReturnType<typeof createListener>;
let service: FakeCalendar;
let model: CalendarModel;

beforeEach(() => {
  vi.stubGlobal('navigator', {onLine: true});
  vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-12-10T12:00:00Z')});
  service = fakeCalendar();
  service.own.set(bakery, byId([frist(1, '10-12-2026'), frist(3, '24-12-2026')]));
  service.own.set(boats, byId([frist(2, '16-12-2026'), frist(3, '24-12-2026', {isLaest: true})]));
  service.own.set(machines, byId([frist(3, '24-12-2026', {isSlettet: true}), frist(4, '28-12-2026')]));
  listener = createListener();
  model = new CalendarModel(listener);
});
afterEach(() => {
  // Prevents prefetches during the next test.
  listener.isConnected.mockReturnValue(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function connect(cvr = all): Promise<void> {
  model.connect(api, cvr);
  await model.loaded;
}

const numbered = (count: number) =>
  Array.from({length: count}, (_, place) => String(20_000_000 + place)).join(' ');
const shown = () => [...(model.selection?.listed.values() ?? [])].flat().map(keyOf);
const failures = () => model.companyFailures;
const retry = () => model.retryCompanies();
const companiesOf = (calls: FakeCalendar['calls']) => calls.map(({url}) => url.pathname.split('/')[4]);
const errors = () =>
  listener.dispatch.mock.calls
    .map(([event]) => event)
    .filter((event): event is TavleErrorEvent => event.type === 'tavle-error');

describe('the deadlines of several companies', () => {
  it('are shown by date, a shared deadline once for each company that has not hidden it', async () => {
    await connect();
    expect(shown()).toEqual([`${bakery}-1`, `${boats}-2`, `${bakery}-3`, `${boats}-3`, `${machines}-4`]);
    expect(model.selection).toMatchObject({count: 5, unread: 4});
  });

  it('can be filtered by company and include hidden ones', async () => {
    await connect();
    model.setFilter({...noFilter, includeHidden: true});
    expect(shown()).toContain(`${machines}-3`);
    model.setFilter({...noFilter, cvr: boats});
    expect(shown()).toEqual([`${boats}-2`, `${boats}-3`]);
    expect(model.selection).toMatchObject({count: 2, unread: 1, isFiltered: true});
    expect(model.next?.map(keyOf)).toEqual([`${boats}-2`, `${boats}-3`]);
  });

  it('are the next ones of one company, also after most known ones were hidden', async () => {
    const days = Array.from({length: 9}, (_, place) => frist(20 + place, `0${place + 1}-08-2027`));
    service.own.set(boats, byId(days));
    await connect();
    for (const {fristId} of days.slice(0, 5)) model.mark({cvr: boats, fristId}, {isSlettet: true});
    await vi.waitFor(() => expect(service.own.get(boats)?.get(24)?.isSlettet).toBe(true));
    model.setFilter({...noFilter, cvr: boats});
    await vi.waitFor(() =>
      expect(model.next?.map(keyOf)).toEqual([`${boats}-25`, `${boats}-26`, `${boats}-27`]),
    );
  });

  it('stay as unread ones only for the company whose deadline was opened', async () => {
    service.own.set(boats, byId([frist(3, '24-12-2026')]));
    await connect();
    model.setFilter({...noFilter, unreadOnly: true});
    await model.dialog.openFrist(3, bakery);
    model.mark({cvr: boats, fristId: 3}, {isLaest: true});
    expect(shown()).toEqual([`${bakery}-1`, `${bakery}-3`, `${machines}-4`]);
    await vi.waitFor(() => expect(listener.saved).toHaveBeenCalledTimes(2));
  });

  it('are opened for a company that has the deadline if none is named', async () => {
    await connect();
    await model.dialog.openFrist(4);
    expect(model.dialog.opened).toMatchObject({frist: {cvr: machines, fristId: 4}});
    await model.dialog.openFrist(4, '99999999');
    expect(model.dialog.opened).toMatchObject({failure: 'unknown'});
  });
});

it('loads a list of several companies in pages without gaps or duplicates', async () => {
  const company = fc.array(fc.nat({max: 90}), {maxLength: 70, size: 'max'});
  await fc.assert(
    fc.asyncProperty(fc.tuple(company, company, company), async companies => {
      const expected: string[] = [];
      companies.forEach((days, place) => {
        const cvr = [bakery, boats, machines][place] ?? '';
        const frister = days.map((day, id) => frist(id + 1, toApiDate(addDays('2026-12-10', day))));
        service.own.set(cvr, byId(frister));
        expected.push(...frister.map(({fristId}) => `${cvr}-${fristId}`));
      });
      model.setView('list');
      await connect();
      for (let pages = 0; model.listedPeriod?.to !== lastDate; pages++) {
        expect(pages).toBeLessThan(20);
        const {to = ''} = model.listedPeriod ?? {};
        const missing = [...service.own].flatMap(([cvr, frister]) =>
          [...frister.values()]
            .filter(({fristDato}) => fristDato.split('-').reverse().join('-') <= to)
            .map(({fristId}) => `${cvr}-${fristId}`)
            .filter(key => !shown().includes(key)),
        );
        expect(missing).toEqual([]);
        await model.extend('later');
      }
      expect(shown().toSorted()).toEqual(expected.toSorted());
    }),
    {numRuns: 15},
  );
});

describe('a company that fails', () => {
  it('does not hide the others, is named with the reason, and is loaded again alone', async () => {
    service.break(503, 'GET', boats);
    await connect();
    expect(shown()).toEqual([`${bakery}-1`, `${bakery}-3`, `${machines}-4`]);
    expect(model.next?.map(keyOf)).toEqual([`${bakery}-1`, `${bakery}-3`, `${machines}-4`]);
    expect([...failures()]).toEqual([[boats, 'away']]);
    expect(model.state.status).not.toBe('failed');
    expect(errors().map(({operation, cvr}) => [operation, cvr])).toContainEqual(['load', boats]);

    service.heal();
    const before = service.calls.length;
    await retry();
    expect(companiesOf(service.calls.slice(before))).toEqual([boats]);
    expect(shown()).toContain(`${boats}-2`);
    expect(failures().size).toBe(0);
  });

  it('is named for another month although a retry for the previous one ends later', async () => {
    service.break(503, 'GET', boats);
    await connect();
    service.heal();
    const before = service.calls.length;
    const answerRetry = service.hold(boats);
    const retrying = retry();
    await vi.waitFor(() => expect(service.calls.length).toBe(before + 1));
    service.hold('/nothing');
    service.break(503, 'GET', boats);
    model.setDate('2027-03-01');
    await model.loaded;
    answerRetry();
    await retrying;
    expect(model.selection).toBeDefined();
    expect([...failures().keys()]).toEqual([boats]);
  });

  it('keeps its known deadlines', async () => {
    await connect();
    service.break(403, 'GET', boats);
    await model.refresh();
    expect(shown()).toContain(`${boats}-2`);
    expect([...failures()]).toEqual([[boats, 'forbidden']]);
  });

  it('is named until it is loaded, also after a search has loaded its other months', async () => {
    model.setView('list');
    service.break(503, 'GET', boats);
    await connect();
    service.heal();
    await model.extend('earlier');
    expect(shown()).toContain(`${bakery}-1`);
    expect([...failures().keys()]).toEqual([boats]);
    await model.refresh();
    expect(shown()).toContain(`${boats}-2`);
    expect(failures().size).toBe(0);
  });

  it('is not named if all fail: a single reason replaces the deadlines', async () => {
    service.break(503);
    await connect();
    expect(model.state).toEqual({status: 'failed', reason: 'away'});
    expect(failures().size).toBe(0);
    expect(errors()).toHaveLength(1);
  });

  it('to respond in time is shown with the others as soon as it has', async () => {
    vi.useFakeTimers({toFake: ['Date', 'setTimeout', 'clearTimeout'], now: new Date('2026-12-10T12:00:00Z')});
    service.hold(boats);
    model.connect(api, all);
    await vi.advanceTimersByTimeAsync(2_500);
    expect(model.selection).toBeUndefined();
    await vi.advanceTimersByTimeAsync(500);
    expect(shown()).toEqual([`${bakery}-1`, `${bakery}-3`, `${machines}-4`]);
    expect([...failures()]).toEqual([[boats, 'away']]);
    service.release();
    await vi.advanceTimersByTimeAsync(0);
    expect(shown()).toContain(`${boats}-2`);
    expect(failures().size).toBe(0);
  });

  it('with 401 ends the session for all', async () => {
    await connect();
    service.break(401, 'GET', boats);
    await model.refresh();
    expect(model.state).toEqual({status: 'stale', reason: 'signedOut'});
    expect(failures().size).toBe(0);
  });
});

describe('the requests of many companies', () => {
  it('are sent six at a time', async () => {
    service.hold();
    model.connect(api, numbered(20));
    await vi.waitFor(() => expect(service.calls.length).toBe(6));
    service.release();
    await model.loaded;
    expect(new Set(companiesOf(service.calls)).size).toBe(20);
    expect(new Set(companiesOf(service.background)).size).toBe(20);
  });

  it('stop if the first ones have no response', async () => {
    service.break(0);
    await connect(numbered(20));
    expect(model.state).toEqual({status: 'failed', reason: 'away'});
    expect(service.calls).toHaveLength(6);
    expect(service.background).toHaveLength(6);
  });

  it('are dropped from the queue when another month is shown', async () => {
    service.hold();
    model.connect(api, numbered(20));
    const first = model.loaded;
    model.setDate('2027-03-01');
    service.release();
    await Promise.all([first, model.loaded]);
    const december = service.calls.filter(({url}) => url.searchParams.get('fra') === '30-11-2026');
    expect(december.length).toBeLessThanOrEqual(6);
    expect(model.selection).toBeDefined();
  });

  it('are one for each company in another month: the next deadlines are not requested again', async () => {
    await connect(numbered(50));
    const [calls, background] = [service.calls.length, service.background.length];
    model.move(1);
    await model.loaded;
    expect(service.calls.length - calls).toBe(50);
    expect(service.background.length - background).toBe(0);
    await model.refresh();
    expect(service.background.length - background).toBe(50);
  });

  it('load the first 50 companies, each once', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    await connect(`${numbered(53)}  ${numbered(2)} `);
    expect(new Set(companiesOf(service.calls)).size).toBe(50);
    expect(service.calls).toHaveLength(50);
    expect(model.companies?.omitted).toBe(3);
    expect(warn).toHaveBeenCalledWith('A calendar shows at most 50 companies.');
  });
});

it('reports a missing company for a blank list', async () => {
  await connect('  ');
  expect(model.state).toEqual({status: 'failed', reason: 'noCompany'});
  expect(service.calls).toEqual([]);
});

it('resets for other companies, and closes the previous calendar link', async () => {
  await connect();
  model.setFilter({...noFilter, cvr: boats});
  model.dialog.openSubscription(boats);
  await connect(machines);
  expect(model.filter).toEqual(noFilter);
  expect(model.dialog.opened).toBeUndefined();
  expect(shown()).toEqual([`${machines}-4`]);
});

describe('calendar links of several companies', () => {
  it('are not requested after the person is signed out', async () => {
    await connect(numbered(20));
    service.break(401);
    const before = service.calls.length;
    await model.companies?.openSubscriptions();
    expect(service.calls.length - before).toBe(6);
  });
});
