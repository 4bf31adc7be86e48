import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {Api} from '../../api/api.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../../testing/fake-calendar.ts';
import {createListener} from '../../testing/listener.ts';
import {CalendarModel} from './calendar-model.ts';
import {type Filter, noFilter} from './selection.ts';

let listener: ReturnType<typeof createListener>;
let service: FakeCalendar;
let model: CalendarModel;

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
  model = new CalendarModel(listener);
});
afterEach(() => {
  // Prevents prefetches during the next test.
  listener.isConnected.mockReturnValue(false);
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

async function connect(cvr = '10000009'): Promise<void> {
  model.connect(new Api('https://tavle.example', () => Promise.resolve('token')), cvr);
  await model.loaded;
}

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

it.each<[Partial<Filter>, number[]]>([
  [{}, [1, 2, 4]],
  [{unreadOnly: true}, [1, 4]],
  [{includeHidden: true}, [1, 2, 3, 4]],
  [{afsenderCvr: '10150817'}, []],
  [{afsenderCvr: '10150817', includeHidden: true}, [3]],
])('with filter %j, shows the deadlines %j of the weeks of a month', async (filter, ids) => {
  await connect();
  model.setFilter({...noFilter, ...filter});
  expect(shownIds()).toEqual(ids);
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

describe('the next deadlines', () => {
  const nextIds = () => model.next?.map(({fristId}) => fristId);

  beforeEach(() => {
    for (let id = 10; id < 16; id++) service.frister.set(id, frist(id, `${id}-01-2027`));
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

  it('keep one that is restored while they are reloaded', async () => {
    await connect();
    model.mark({cvr: '10000009', fristId: 2}, {isSlettet: true});
    await vi.waitFor(() => expect(service.frister.get(2)?.isSlettet).toBe(true));
    const reload = model.refresh();
    expect(model.companies?.marks.undo()).toBe(true);
    await reload;
    expect(nextIds()).toEqual([1, 2, 4]);
  });

  it('leave the others of a loaded month: hidden ones, and more on the day of the last one', async () => {
    service.frister.set(16, frist(16, '11-01-2027', {isSlettet: true}));
    service.frister.set(17, frist(17, '12-01-2027'));
    model.setDate('2027-01-01');
    await connect();
    await model.companies?.deadlines.loadNext(model.navigation.today, true);
    model.setFilter({...noFilter, includeHidden: true});
    expect(shownIds()).toEqual([4, 10, 11, 16, 12, 17, 13, 14, 15]);
  });
});

it('opens the last of several deadlines that were loading', async () => {
  for (const id of [8, 9]) service.frister.set(id, frist(id, '01-02-2026'));
  await connect();
  service.hold();
  const opening = [model.dialog.openFrist(8), model.dialog.openFrist(9)];
  service.release();
  await Promise.all(opening);
  expect(model.dialog.frist?.fristId).toBe(9);
});

it('cannot undo the hiding of a deadline that is not saved', async () => {
  await connect();
  service.break(503, 'PUT');
  const opened = model.companies?.deadlines.get({cvr: '10000009', fristId: 2});
  if (opened) model.mark(opened, {isSlettet: true});
  await vi.waitFor(() => expect(model.companies?.marks.last?.failure).toBe('away'));
  expect(shownIds()).toEqual([1, 2, 4]);
  expect(model.companies?.marks.undo()).toBe(false);
  model.closeNotice();
  expect(model.hasNotice).toBe(false);
});
