import * as fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {Api} from '../../api/api.ts';
import {addDays, addMonths, lastDate, toApiDate} from '../../frist/model/dates.ts';
import {keyOf} from '../../frist/model/frist.ts';
import {byId, type FakeCalendar, fakeCalendar, frist} from '../../testing/fake-calendar.ts';
import {createListener} from '../../testing/listener.ts';
import {CalendarModel} from './calendar-model.ts';
import {views} from '../views/views.ts';
import {noFilter} from './selection.ts';

const [bakery, boats, machines] = ['10000009', '10000017', '10000025'] as const;
const all = `${bakery} ${boats} ${machines}`;
const api = new Api('https://tavle.example', () => Promise.resolve('token'));

let listener: ReturnType<typeof createListener>;
let service: FakeCalendar;
let model: CalendarModel;
const element = {cvr: bakery as string};

beforeEach(() => {
  vi.stubGlobal('navigator', {onLine: true});
  vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-12-10T12:00:00Z')});
  service = fakeCalendar(
    frist(1, '10-12-2026'),
    frist(2, '16-12-2026', {isLaest: true}),
    frist(3, '24-12-2026', {isSlettet: true, afsenderCvr: '10150817', afsenderNavn: 'Erhvervsstyrelsen'}),
    frist(4, '02-01-2027'),
  );
  listener = createListener();
  element.cvr = bakery;
  model = new CalendarModel(listener, element, views);
});
afterEach(() => {
  // Prevents prefetches during the next test.
  listener.isConnected.mockReturnValue(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function start(cvr: string): void {
  element.cvr = cvr;
  model.connect(api);
}

async function connect(cvr: string = bakery): Promise<void> {
  start(cvr);
  await model.loaded;
}

/** The marks of all requests, as sent. */
const sentMarks = () =>
  service.calls.flatMap(({method, body}) => (method === 'PUT' ? (body as {frister: object[]}).frister : []));
/** Types of the dispatched events. */
const events = () => listener.dispatch.mock.calls.map(([{type}]) => type);
const shownIds = () => [...(model.selection?.byDate.values() ?? [])].flat().map(({fristId}) => fristId);

describe('the selected day', () => {
  it.each([
    ['', '2026-12-10'],
    ['2027-03-01', '2027-03-01'],
    ['2026-02-30', '2026-12-10'],
    ['someday', '2026-12-10'],
    ['2200-01-01', '2026-12-10'],
  ])('is, if the date is %j, %s', (date, day) => {
    model.setDate(date);
    expect(model.navigation.day).toBe(day);
    expect(model.navigation.month).toBe(day.slice(0, 7));
  });

  it.each<[string, () => void]>([
    ['a date that does not exist', () => model.goTo('2027-02-30')],
    ['a day of another month', () => model.selectDay('2027-01-02')],
  ])('stays on navigation to %s', (_, navigate) => {
    navigate();
    expect(model.navigation.day).toBe('2026-12-10');
    expect(listener.navigated).not.toHaveBeenCalled();
  });

  it('follows the current day, unless a date is set', async () => {
    await connect();
    vi.setSystemTime(new Date('2027-01-01T12:00:00Z'));
    model.updateToday();
    expect(model.navigation.month).toBe('2027-01');
    model.setDate('2026-12-31');
    vi.setSystemTime(new Date('2027-02-01T12:00:00Z'));
    model.updateToday();
    expect(model.navigation.month).toBe('2026-12');
    expect(model.navigation.today).toBe('2027-02-01');
  });
});

describe('loading', () => {
  it('requests only the last of several months that are set in one task', async () => {
    await connect();
    for (const date of ['2027-01-01', '2027-02-01', '2027-03-01']) model.setDate(date);
    await model.loaded;
    expect(service.calls.map(({url}) => url.searchParams.get('fra'))).toEqual(['30-11-2026', '01-03-2027']);
  });

  it('shows the month when it has come, while the next deadlines are loading', async () => {
    service.frister.delete(4);
    service.hold('antal=6');
    const connected = connect();
    await vi.waitFor(() => expect(shownIds()).toEqual([1, 2]));
    expect(model.next).toBeUndefined();
    model.move(1);
    await vi.waitFor(() => expect(model.selection?.count).toBe(0));
    expect(service.background).toHaveLength(1);
    service.release();
    await Promise.all([connected, model.loaded]);
    expect(model.next).toHaveLength(2);
    expect(events()).toEqual(['tavle-load']);
  });
});

it.each([
  ['this', 'month', '2026-11-02', 20],
  ['next', 'month', '2026-11-09', 21],
  ['this', 'list', '2026-11-02', 20],
] as const)(
  'the filter %s week of a %s that was open over a weekend shows the week from %s',
  async (week, view, day, id) => {
    vi.setSystemTime(new Date('2026-10-30T12:00:00Z'));
    service.frister.set(20, frist(20, '04-11-2026'));
    service.frister.set(21, frist(21, '11-11-2026'));
    model.setView(view);
    await connect();
    model.setFilter({...noFilter, week});
    await model.loaded;
    vi.setSystemTime(new Date('2026-11-02T08:00:00Z'));
    model.updateToday();
    await model.loaded;
    expect(shownIds()).toEqual([id]);
    expect(model.navigation.day).toBe(day);
  },
);

describe('the filter of a week', () => {
  const weekFilter = {...noFilter, week: 'this'} as const;

  beforeEach(() => {
    vi.setSystemTime(new Date('2026-12-02T12:00:00Z'));
    for (const [place, date] of ['30-11-2026', '03-12-2026', '09-12-2026'].entries())
      service.frister.set(20 + place, frist(20 + place, date));
  });

  it.each([
    ['the person', () => model.chooseView('year')],
    ['the page', () => model.setView('year')],
  ])('ends when %s chooses the year, which may lack the first days of the week', async (_, choose) => {
    await connect();
    model.setFilter(weekFilter);
    await model.loaded;
    choose();
    await model.loaded;
    expect(model.navigation.shown.name).toBe('year');
    expect(model.filter).toEqual(noFilter);
    expect(shownIds()).toEqual([21, 22, 1, 2, 4]);
  });

  it.each([
    ['2027-01-10', '', [4]],
    ['2026-12-04', 'this', [20, 21]],
  ])('with a date of the page, %s, becomes "%s"', async (date, week, ids) => {
    await connect();
    model.setFilter(weekFilter);
    await model.loaded;
    model.setDate(date);
    await model.loaded;
    expect(model.filter.week).toBe(week);
    model.updateToday();
    expect(model.navigation.day).toBe(date);
    expect(shownIds()).toEqual(ids);
  });

  it.each(['list', 'month'] as const)('that lacks today makes today available in a %s', async view => {
    model.setView(view);
    await connect();
    model.setFilter(weekFilter);
    await model.loaded;
    expect(model.navigation.isTodayShown).toBe(true);
    model.setFilter({...noFilter, week: 'next'});
    await model.loaded;
    expect(model.navigation.isTodayShown).toBe(false);
    model.goTo(model.navigation.today);
    await model.loaded;
    expect(shownIds()).toContain(21);
  });
});

it('finds the closest deadline to a month whose deadlines are all hidden', async () => {
  model.setDate('2027-03-01');
  service.frister.set(10, frist(10, '12-03-2027', {isSlettet: true}));
  service.frister.set(11, frist(11, '12-05-2027'));
  await connect();
  expect(model.selection).toMatchObject({count: 0, isFiltered: false});
  await vi.waitFor(() => expect(model.nearest).toEqual({direction: 'later', date: '2027-05-12'}));
});

describe('a list', () => {
  /** Adds deadlines of the company, one on each day. */
  function addDaily(first: string, count: number) {
    for (let place = 0; place < count; place += 1)
      service.frister.set(1000 + place, frist(1000 + place, toApiDate(addDays(first, place))));
  }

  it('keeps its deadlines when a day begins without a connection, and is reloaded with one', async () => {
    addDaily('2026-12-10', 120);
    model.setView('list');
    await connect();
    await model.extend('later');
    const ids = shownIds();
    service.break(0);
    vi.setSystemTime(new Date('2026-12-11T06:00:00Z'));
    model.updateToday();
    await model.loaded;
    expect(shownIds()).toEqual(ids.slice(2));
    expect(model.state.status).toBe('stale');
    service.heal();
    await model.refresh();
    expect(shownIds()).toEqual(ids.slice(2));
    expect(model.state.status).toBe('ready');
  });

  it('that begins at a later day of the list before is loaded to the length of a page', async () => {
    addDaily('2026-12-10', 120);
    model.setView('list');
    await connect();
    expect(model.period?.listed.to).toBe('2027-01-23');
    model.goTo('2027-01-04');
    expect(model.period?.listed).toEqual({from: '2027-01-01', to: '2027-01-23'});
    await model.loaded;
    expect(model.period?.listed).toEqual({from: '2027-01-01', to: '2027-02-17'});
  });

  it('goes on for up to three pages on request until a deadline matches the filter, and no further by itself', async () => {
    const other = {...noFilter, afsenderCvr: '10150817'};
    service.frister.delete(3);
    model.setView('list');
    addDaily('2026-12-10', 400);
    service.frister.set(30, frist(30, '10-11-2027', {afsenderCvr: '10150817'}));
    await connect();
    model.setFilter(other);
    await model.refresh();
    const {length} = service.calls;
    expect(shownIds()).toEqual([]);
    await model.extend('later');
    expect(service.calls).toHaveLength(length + 3);
    expect(shownIds()).toEqual([]);
    await model.extend('later');
    expect(shownIds()).toEqual([30]);
    await model.extend('later');
    expect(model.period?.listed.to).toBe(lastDate);
    const all = service.calls.length;
    await model.extend('later');
    expect(service.calls).toHaveLength(all);
  });

  it('is announced when a page was loaded from its first day on', async () => {
    model.setView('list');
    addDaily('2026-12-10', 120);
    await connect();
    model.goTo('2027-02-01');
    expect(model.agenda?.isLoaded).toBe(false);
    expect(model.announcement.selection).toBeUndefined();
    await model.loaded;
    expect(model.announcement.selection?.count).toBeGreaterThan(0);
  });
});

describe('the next deadlines', () => {
  const nextIds = () => model.next?.map(({fristId}) => fristId);

  beforeEach(() => {
    for (let id = 10; id < 16; id++) service.frister.set(id, frist(id, `${id}-01-2027`));
    // With a deadline in the visible month, the calendar does not search for the closest one.
    service.frister.set(30, frist(30, '15-06-2027'));
    model.setDate('2027-06-01');
  });

  it.each([
    ['hidden', () => service.frister.set(2, frist(2, '16-12-2026', {isSlettet: true}))],
    ['withdrawn', () => service.frister.delete(2)],
    ['moved to a later day', () => service.frister.set(2, frist(2, '01-05-2027'))],
  ])('lose, when they are reloaded, one that was %s elsewhere', async (_, change) => {
    await connect();
    expect(nextIds()).toEqual([1, 2, 4]);
    change();
    await model.refresh();
    expect(nextIds()).toEqual([1, 4, 10]);
  });

  it('leave one that a colleague has done in its month, although the month was loaded', async () => {
    await connect();
    await model.companies?.deadlines.loadPeriod({from: '2026-11-29', to: '2027-01-10'});
    service.frister.set(1, frist(1, '10-12-2026', {isKlaret: true}));
    await model.refresh();
    expect(nextIds()).toEqual([2, 4, 10]);
    model.setDate('2026-12-01');
    expect(shownIds()).toEqual([1, 2, 4]);
    expect(model.companies?.deadlines.get({cvr: bakery, fristId: 1})?.isKlaret).toBe(true);
  });

  it('lose one that was done elsewhere also if all are on one day', async () => {
    service.frister.clear();
    for (let id = 1; id < 9; id++) service.frister.set(id, frist(id, '10-12-2026'));
    await connect();
    expect(nextIds()).toEqual([1, 2, 3]);
    service.frister.set(2, frist(2, '10-12-2026', {isKlaret: true}));
    await model.refresh();
    expect(nextIds()).toEqual([1, 3, 4]);
  });

  it('keep what the last reload has found, also if an earlier one ends after it', async () => {
    await connect();
    const {fetch} = globalThis;
    let end = (): void => undefined;
    const ended = new Promise<void>(resolve => (end = resolve));
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      if (url.includes('klarede=false')) await ended;
      return response;
    });
    void model.refresh();
    await vi.waitFor(() => expect(service.background).toHaveLength(2));
    vi.stubGlobal('fetch', fetch);
    service.frister.delete(2);
    await model.refresh();
    expect(nextIds()).toEqual([1, 4, 10]);
    end();
    await new Promise(resolve => setTimeout(resolve, 0));
    expect(nextIds()).toEqual([1, 4, 10]);
  });

  it('keep one that is restored while they are reloaded', async () => {
    await connect();
    model.mark([{cvr: bakery, fristId: 2}], {isSlettet: true});
    await vi.waitFor(() => expect(service.frister.get(2)?.isSlettet).toBe(true));
    const reload = model.refresh();
    expect(model.companies?.marks.undo()).toBe(true);
    await reload;
    expect(nextIds()).toEqual([1, 2, 4]);
  });

  it('keep the mark that a colleague has set a moment before, when the person undoes their own one', async () => {
    for (const cvr of [bakery, boats]) service.own.set(cvr, byId([frist(3, '24-12-2026')]));
    await connect(`${bakery} ${boats}`);
    const klaret = {tid: '2026-12-01T08:00:00+01:00', navn: 'Dorte Lind'};
    service.own.set(boats, byId([frist(3, '24-12-2026', {isKlaret: true, klaret})]));
    const release = service.hold('maerker');
    model.mark(
      [bakery, boats].map(cvr => ({cvr, fristId: 3})),
      {isKlaret: true},
    );
    expect(model.companies?.marks.undo()).toBe(true);
    release();
    await vi.waitFor(() => expect(model.companies?.deadlines.isSaving).toBe(false));
    expect(service.own.get(bakery)?.get(3)?.isKlaret).toBe(false);
    expect(service.own.get(boats)?.get(3)).toMatchObject({isKlaret: true, klaret});
    expect(model.companies?.deadlines.get({cvr: boats, fristId: 3})).toMatchObject({klaret});
    // A change that the person asks for is not an undo.
    model.mark([{cvr: boats, fristId: 3}], {isKlaret: false});
    await vi.waitFor(() => expect(service.own.get(boats)?.get(3)?.isKlaret).toBe(false));
  });

  it('come back when a hiding could not be saved, which leaves nothing to undo', async () => {
    await connect();
    service.break(503, 'PUT');
    model.mark([{cvr: bakery, fristId: 2}], {isSlettet: true});
    await vi.waitFor(() => expect(model.companies?.marks.last?.failure).toBe('away'));
    expect(nextIds()).toEqual([1, 2, 4]);
    expect(model.companies?.marks.undo()).toBe(false);
  });

  it('show those that are known when more could not be loaded, until the next change loads more', async () => {
    await connect();
    const hide = (id: number) => model.mark([{cvr: bakery, fristId: id}], {isSlettet: true});
    service.break(429, 'GET', 'klarede=false');
    for (const id of [1, 2, 4, 10]) hide(id);
    await vi.waitFor(() => expect(nextIds()).toEqual([11, 12]));
    service.heal();
    hide(11);
    await vi.waitFor(() => expect(nextIds()).toEqual([12, 13, 14]));
  });

  it('leave the others of a loaded month: hidden ones, and more on the day of the last one', async () => {
    service.frister.set(16, frist(16, '11-01-2027', {isSlettet: true}));
    service.frister.set(17, frist(17, '12-01-2027'));
    model.setDate('2027-01-01');
    await connect();
    await model.companies?.deadlines.loadNext(model.navigation.today, '', true);
    model.setFilter({...noFilter, includeHidden: true});
    expect(shownIds()).toEqual([4, 10, 11, 16, 12, 17, 13, 14, 15]);
  });
});

it.each([
  ['was loading', 9],
  ['is loaded', 1],
])('opens the last of several deadlines, which %s', async (_, last) => {
  for (const id of [8, 9]) service.frister.set(id, frist(id, '01-02-2026'));
  await connect();
  service.hold();
  const opening = [model.dialog.openFrist(8), model.dialog.openFrist(last)];
  service.release();
  await Promise.all(opening);
  expect(model.dialog.frist?.fristId).toBe(last);
});

it.each([
  ['mails and links', 'the person has signed out', () => model.signOut(undefined)],
  ['a calendar file', 'the person has signed out', () => model.signOut(undefined)],
  ['a calendar file', 'the person has closed the deadline', () => model.dialog.close()],
])('reports no failure of %s after %s', async (what, _, end) => {
  await connect();
  await model.dialog.openFrist(2);
  const [frist] = model.dialog.deadline?.frister ?? [];
  if (!frist) return expect.fail();
  service.hold();
  service.break(503, 'GET');
  const loading =
    what === 'a calendar file' ? model.dialog.downloadFile(frist) : model.companies?.notifications.open();
  end();
  listener.dispatch.mockClear();
  service.release();
  await loading;
  expect(events()).toEqual([]);
});

it('leaves all closed if the page cancels the opening of the last of several deadlines', async () => {
  service.frister.set(8, frist(8, '01-02-2026'));
  await connect();
  service.hold();
  const opening = model.dialog.openFrist(8);
  listener.dispatch.mockReturnValueOnce(false);
  await model.dialog.openFrist(1);
  service.release();
  await opening;
  expect(model.dialog.opened).toBeUndefined();
  expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
});

describe('of several companies', () => {
  beforeEach(() => {
    service.own.set(bakery, byId([frist(1, '10-12-2026'), frist(3, '24-12-2026')]));
    service.own.set(boats, byId([frist(2, '16-12-2026'), frist(3, '24-12-2026', {isLaest: true})]));
    service.own.set(machines, byId([frist(3, '24-12-2026', {isSlettet: true}), frist(4, '28-12-2026')]));
  });

  it('of which the person loses all, that of the filter last, are not requested for other companies', async () => {
    await connect(`${bakery} ${boats}`);
    model.setFilter({...noFilter, cvr: boats});
    await vi.waitFor(() => expect(model.next).toHaveLength(2));
    for (const lost of [bakery, boats, '']) {
      if (lost) service.refused.add(lost);
      service.calls.length = 0;
      await model.refresh();
      expect(service.calls.filter(({url}) => !url.searchParams.has('cvr'))).toEqual([]);
      expect(model.companies?.cvrs).toEqual([boats]);
    }
    expect(model.state).toEqual({status: 'stale', reason: 'forbidden'});
  });

  const numbered = (count: number) =>
    Array.from({length: count}, (_, place) => String(20_000_000 + place)).join(' ');
  const shown = () =>
    [...(model.selection?.listed.values() ?? [])]
      .flat()
      .flatMap(({frister}) => frister)
      .map(keyOf);

  describe('the deadlines of several companies', () => {
    it('are shown by date, can be filtered by company, and include hidden ones on demand', async () => {
      await connect(all);
      expect(shown()).toEqual([`${bakery}-1`, `${boats}-2`, `${bakery}-3`, `${boats}-3`, `${machines}-4`]);
      expect(model.selection).toMatchObject({count: 4, unread: 4});
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
      await connect(all);
      for (const {fristId} of days.slice(0, 5)) model.mark([{cvr: boats, fristId}], {isSlettet: true});
      await vi.waitFor(() => expect(service.own.get(boats)?.get(24)?.isSlettet).toBe(true));
      model.setFilter({...noFilter, cvr: boats});
      await vi.waitFor(() =>
        expect(model.next?.map(keyOf)).toEqual([`${boats}-25`, `${boats}-26`, `${boats}-27`]),
      );
    });

    it('stay as unread ones only for the company whose deadline was opened', async () => {
      service.own.set(boats, byId([frist(3, '24-12-2026')]));
      await connect(all);
      model.setFilter({...noFilter, unreadOnly: true});
      await model.dialog.openFrist(3, bakery, true);
      model.mark([{cvr: boats, fristId: 3}], {isLaest: true});
      expect(shown()).toEqual([`${bakery}-1`, `${bakery}-3`, `${machines}-4`]);
      await vi.waitFor(() => expect(listener.saved).toHaveBeenCalled());
    });

    it('are opened for a company that has the deadline if none is named', async () => {
      await connect(all);
      await model.dialog.openFrist(4);
      expect(model.dialog.opened).toMatchObject({frist: {cvr: machines, fristId: 4}});
      await model.dialog.openFrist(4, '99999999');
      expect(model.dialog.opened).toMatchObject({failure: 'noAccess'});
    });
  });

  it.each([
    ['another deadline', 1, 2, 2],
    ['the same deadline', 3, 3, 1],
  ])('repeats each mark that could not be saved, of %s', async (_, one, other, failures) => {
    await connect(all);
    const release = service.hold();
    service.break(503, 'PUT');
    model.mark([{cvr: bakery, fristId: one}], {isKlaret: true});
    model.mark([{cvr: boats, fristId: other}], {isSlettet: true});
    release();
    await vi.waitFor(() => expect(events().filter(type => type === 'tavle-error')).toHaveLength(failures));
    expect(model.companies?.marks.last).toMatchObject({mark: {isSlettet: true}, failure: 'away'});
    service.heal();
    service.calls.length = 0;
    model.companies?.marks.retry();
    await vi.waitFor(() => expect(model.companies?.deadlines.isSaving).toBe(false));
    expect(sentMarks()).toEqual(
      expect.arrayContaining([
        {fristId: one, virksomheder: [bakery], isKlaret: true},
        {fristId: other, virksomheder: [boats], isSlettet: true},
      ]),
    );
    expect(model.companies?.marks.last).toMatchObject({mark: {isSlettet: true}});
    expect(model.companies?.marks.last?.failure).toBeUndefined();
  });

  it('repeats what the person asked for, not the mark of reading that another company got', async () => {
    await connect(`${bakery} ${boats}`);
    const release = service.hold();
    service.break(503, 'PUT');
    const both = [bakery, boats].map(cvr => ({cvr, fristId: 3}));
    model.companies?.marks.mark(both, {isLaest: true}, {isQuiet: true});
    model.mark(both.slice(0, 1), {isKlaret: true});
    release();
    await vi.waitFor(() => expect(events()).toContain('tavle-error'));
    expect(model.companies?.marks.last).toMatchObject({
      ...{frister: both.slice(0, 1), mark: {isKlaret: true}, failure: 'away'},
    });
  });

  it('keeps a mark that could not be saved until it is retried or closed, also while others are marked', async () => {
    await connect(`${bakery} ${boats}`);
    service.break(503, 'PUT');
    model.mark([{cvr: bakery, fristId: 1}], {isKlaret: true});
    await vi.waitFor(() => expect(events()).toContain('tavle-error'));
    service.heal();
    await model.dialog.openFrist(3, bakery);
    model.mark([{cvr: bakery, fristId: 3}], {isKlaret: true});
    await vi.waitFor(() => expect(service.own.get(bakery)?.get(3)?.isKlaret).toBe(true));
    expect(model.companies?.marks.last).toMatchObject({
      frister: [{cvr: bakery, fristId: 1}],
      failure: 'away',
    });
    model.closeNotice();
    expect(model.companies?.marks.last).toMatchObject({frister: [{cvr: bakery, fristId: 3}]});
    model.closeNotice();
    expect(model.companies?.marks.last).toBeUndefined();
  });

  it('names each deadline whose mark could not be saved, and keeps it while the deadline gets another mark', async () => {
    await connect(`${bakery} ${boats}`);
    const [one, three] = [1, 3].map(fristId => ({cvr: bakery, fristId}));
    if (!one || !three) return expect.fail();
    service.break(503, 'PUT');
    for (const frist of [one, three]) model.mark([frist], {isKlaret: true});
    await vi.waitFor(() => expect(events().filter(type => type === 'tavle-error')).toHaveLength(2));
    expect(model.companies?.marks.last).toMatchObject({frister: [three], title: 'Frist 3'});
    service.heal();
    model.mark([one], {isLaest: true});
    model.closeNotice();
    expect(model.companies?.marks.last).toMatchObject({
      frister: [one],
      title: 'Frist 1',
      mark: {isKlaret: true},
    });
    await vi.waitFor(() => expect(model.companies?.deadlines.isSaving).toBe(false));
  });

  it('are read for all companies of the person when one is', async () => {
    await connect(`${bakery} ${machines}`);
    model.mark([{cvr: bakery, fristId: 3}], {isLaest: true});
    await vi.waitFor(() => expect(model.companies?.deadlines.isSaving).toBe(false));
    expect(model.companies?.deadlines.get({cvr: machines, fristId: 3})?.isLaest).toBe(true);
  });

  it('forgets a failure if the service has stored the mark all the same', async () => {
    await connect(`${bakery} ${boats}`);
    const {fetch} = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      return init.method === 'PUT' ? Response.json({}, {status: 503}) : response;
    });
    model.mark([{cvr: bakery, fristId: 1}], {isKlaret: true});
    await vi.waitFor(() => expect(events()).toContain('tavle-error'));
    await vi.waitFor(() => expect(model.companies?.marks.last).toBeUndefined());
    expect(model.companies?.deadlines.get({cvr: bakery, fristId: 1})?.isKlaret).toBe(true);
  });

  describe('that are equal, but have a number for each company', () => {
    const ids = Array.from({length: 50}, (_, index) => index + 100);
    const frister = ids.map(fristId => ({cvr: fristId % 2 ? bakery : boats, fristId}));
    const puts = () => service.calls.filter(({method}) => method === 'PUT');

    beforeEach(async () => {
      for (const {cvr, fristId} of frister) {
        const own = service.own.get(cvr) ?? new Map<number, ReturnType<typeof frist>>();
        service.own.set(cvr, own.set(fristId, frist(fristId, '16-12-2026', {overskrift: 'Årsrapport'})));
      }
      await connect(`${bakery} ${boats}`);
    });

    it('are saved with one request, and other tabs reload once', async () => {
      const release = service.hold();
      listener.changed.mockClear();
      model.mark(frister, {isLaest: true});
      model.mark(frister.slice(0, 1), {isKlaret: true});
      await vi.waitFor(() => expect(puts()).toHaveLength(1));
      release();
      await vi.waitFor(() => expect(listener.saved).toHaveBeenCalled());
      expect(puts()).toHaveLength(2);
      expect(sentMarks().slice(0, 50)).toEqual(
        frister.map(({cvr, fristId}) => ({fristId, virksomheder: [cvr], isLaest: true})),
      );
      expect(sentMarks().slice(50)).toEqual([
        {fristId: 100, virksomheder: [boats], isLaest: true, isKlaret: true},
      ]);
      expect(listener.saved).toHaveBeenCalledOnce();
      // A change renders all visible deadlines.
      expect(listener.changed.mock.calls.length).toBeLessThan(20);
    });

    it('are saved with a request for each 200 deadlines, the most that the service accepts', async () => {
      const many = Array.from({length: 450}, (_, index) => index + 1_000);
      const own = service.own.get(bakery);
      for (const fristId of many) own?.set(fristId, frist(fristId, '17-12-2026'));
      await model.refresh();
      model.mark(
        many.map(fristId => ({cvr: bakery, fristId})),
        {isKlaret: true},
      );
      await vi.waitFor(() => expect(listener.saved).toHaveBeenCalled());
      expect(puts().map(({body}) => (body as {frister: object[]}).frister.length)).toEqual([200, 200, 50]);
    });

    it('are all repeated where marks could not be saved, also if some were still being marked as read', async () => {
      const release = service.hold();
      service.break(503, 'PUT');
      model.companies?.marks.mark(frister.slice(0, 25), {isLaest: true}, {isQuiet: true});
      model.mark(frister, {isKlaret: true});
      release();
      await vi.waitFor(() => expect(events().filter(type => type === 'tavle-error')).toHaveLength(50));
      service.heal();
      service.calls.length = 0;
      model.companies?.marks.retry();
      await vi.waitFor(() => expect(puts()).toHaveLength(1));
      expect(sentMarks()).toHaveLength(50);
      expect(sentMarks()[0]).toMatchObject({isKlaret: true});
    });

    it('are reloaded once, here and in other tabs, if their marks could not be saved', async () => {
      const gets = () => service.calls.filter(({method}) => method === 'GET').length;
      const before = gets();
      const {fetch} = globalThis;
      let delay = 0;
      vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
        if (init.method === 'PUT') await new Promise(resolve => setTimeout(resolve, (delay += 2)));
        return fetch(url, init);
      });
      service.break(503, 'PUT');
      model.mark(frister, {isKlaret: true});
      await vi.waitFor(() => expect(events().filter(type => type === 'tavle-error')).toHaveLength(50));
      await vi.waitFor(() => expect(gets()).toBe(before + 1));
      expect(listener.saved).toHaveBeenCalledOnce();
    });
  });

  it('reports that a mark could not be saved, also if its deadline was opened since', async () => {
    await connect(all);
    const release = service.hold();
    service.break(503, 'PUT');
    model.mark([{cvr: bakery, fristId: 1}], {isKlaret: true});
    await model.dialog.openFrist(1, bakery);
    release();
    await vi.waitFor(() => expect(events()).toContain('tavle-error'));
    expect(model.companies?.marks.last).toMatchObject({failure: 'away', mark: {isKlaret: true}});
  });

  it('creates one link, and keeps it, while the links of others are loading', async () => {
    await connect(all);
    const notifications = model.companies?.notifications;
    if (!notifications) return expect.fail();
    const companies = {navne: {}, alle: true};
    const releaseMails = service.hold('paamindelser');
    const opening = notifications.open();
    await notifications.showOthers(bakery);
    await notifications.create('Min telefon', companies);
    releaseMails();
    await opening;
    expect(notifications.links).toHaveLength(service.calls.filter(({method}) => method === 'POST').length);

    const releaseLink = service.hold('mine/abonnementer');
    const first = notifications.create('Min telefon', companies);
    await notifications.showOthers(boats);
    const second = notifications.create('Min telefon', companies);
    releaseLink();
    await Promise.all([first, second]);
    expect(service.calls.filter(({method}) => method === 'POST')).toHaveLength(1);
    expect(notifications.created).toBeDefined();
  });

  it('loads a list of several companies in pages without gaps or duplicates', async () => {
    const company = fc.array(fc.nat({max: 90}), {maxLength: 70, size: 'max'});
    await fc.assert(
      fc.asyncProperty(fc.tuple(company, company, company), async companies => {
        const expected: string[] = [];
        companies.forEach((days, place) => {
          const cvr = [bakery, boats, machines][place] ?? '';
          const frister = days.map((day, id) =>
            frist(100 * place + id + 1, toApiDate(addDays('2026-12-10', day))),
          );
          service.own.set(cvr, byId(frister));
          expected.push(...frister.map(({fristId}) => `${cvr}-${fristId}`));
        });
        model.setView('list');
        await connect(all);
        for (let pages = 0; model.period?.listed.to !== lastDate; pages++) {
          expect(pages).toBeLessThan(20);
          const {to = ''} = model.period?.listed ?? {};
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

  it('with 401 ends the session', async () => {
    await connect(all);
    service.break(401, 'GET');
    await model.refresh();
    expect(model.state).toEqual({status: 'stale', reason: 'signedOut'});
  });

  it('reset for others, and close the dialog of the previous ones', async () => {
    await connect(all);
    model.setFilter({...noFilter, cvr: boats});
    model.dialog.openNotifications();
    await connect(machines);
    expect(model.filter).toEqual(noFilter);
    expect(model.dialog.opened).toBeUndefined();
    expect(shown()).toEqual([`${machines}-4`]);
  });

  describe('the requests of 50 companies', () => {
    const counts = () => [service.calls, service.background, service.prefetched].map(({length}) => length);

    beforeEach(() =>
      vi.useFakeTimers({toFake: ['Date', 'setTimeout'], now: new Date('2026-12-10T12:00:00Z')}),
    );

    it('are four to open a month, and one for a click', async () => {
      for (let id = 10; id < 50; id++)
        service.frister.set(id, frist(id, toApiDate(addMonths('2026-12-15', id - 10))));
      start(numbered(50));
      await vi.advanceTimersByTimeAsync(1_000);
      expect(counts()).toEqual([1, 1, 2]);
      expect(service.calls[0]?.url.searchParams.getAll('cvr')).toHaveLength(50);
      const click = async (act: () => void) => {
        act();
        await vi.advanceTimersByTimeAsync(1_000);
        return counts();
      };
      expect(await click(() => model.move(1))).toEqual([1, 1, 3]);
      expect(await click(() => model.move(1))).toEqual([1, 1, 4]);
      expect(await click(() => model.move(-1))).toEqual([1, 1, 4]);
      expect(await click(() => model.setDate('2028-01-01'))).toEqual([2, 1, 4]);
      expect(await click(() => model.move(1))).toEqual([2, 1, 5]);
      expect(await click(() => model.chooseView('list'))).toEqual([3, 1, 5]);
      expect(await click(() => model.chooseView('year'))).toEqual([4, 1, 5]);
      await model.refresh();
      expect(counts()).toEqual([5, 2, 5]);
    });

    it('is one for a mark of all of them', async () => {
      const cvrs = numbered(50).split(' ');
      await connect(cvrs.join(' '));
      model.mark(
        cvrs.map(cvr => ({cvr, fristId: 1})),
        {isKlaret: true},
      );
      await vi.advanceTimersByTimeAsync(0);
      const marks = service.calls.filter(({method}) => method === 'PUT');
      expect(marks.map(({body}) => body)).toEqual([
        {frister: [{fristId: 1, isKlaret: true, virksomheder: cvrs}]},
      ]);
      expect(model.next?.map(({fristId}) => fristId)).not.toContain(1);
    });

    it('name no companies if a URL has no room for them', async () => {
      for (const cvr of numbered(200).split(' ')) service.own.set(cvr, byId([frist(1, '10-12-2026')]));
      service.own.set(bakery, byId([frist(5, '10-12-2026')]));
      start(numbered(200));
      await vi.advanceTimersByTimeAsync(100);
      expect(service.calls[0]?.url.searchParams.has('cvr')).toBe(false);
      expect(shown()).toHaveLength(200);
      expect(model.selection?.listed.get('2026-12-10')?.[0]?.frister).toHaveLength(200);
    });
  });

  it('reports a missing company for a blank list', async () => {
    await connect('  ');
    expect(model.state).toEqual({status: 'failed', reason: 'noCompany'});
    expect(service.calls).toEqual([]);
  });
});
