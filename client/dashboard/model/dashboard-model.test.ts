import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {Api} from '../../api/api.ts';
import {type FakeDashboard, fakeDashboard} from '../../testing/fake-dashboard.ts';
import {DashboardModel} from './dashboard-model.ts';

let service: FakeDashboard;
let model: DashboardModel;
let names: string[];

const dispatch = vi.fn<(event: Event) => boolean>();
const isConnected = vi.fn<() => boolean>();
const saved = vi.fn();
const api = new Api('https://tavle.example', () => Promise.resolve('token'));
const frister = {name: 'frister', title: 'Frister'};

beforeEach(() => {
  vi.stubGlobal('navigator', {onLine: true});
  service = fakeDashboard({frister: 'active', cvr: 'deactive', skjult: 'hidden'});
  names = ['frister', 'cvr', 'skjult', 'ukendt'];
  dispatch.mockReset().mockReturnValue(true);
  isConnected.mockReset().mockReturnValue(true);
  saved.mockReset();
  model = new DashboardModel({
    isConnected,
    changed: vi.fn(),
    dispatch,
    saved,
    apps: () => names.map(name => ({name, title: name.toUpperCase()})),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

async function connect(): Promise<void> {
  model.connect(api);
  await vi.waitFor(() => expect(model.state.status).not.toBe('loading'));
}

/** Types of the dispatched events. */
const events = () => dispatch.mock.calls.map(([{type}]) => type);

describe('loading', () => {
  it.each([
    ['frister', 'active'],
    ['cvr', 'deactive'],
    ['skjult', 'hidden'],
    ['ukendt', 'hidden'],
  ])('shows %s as %s', async (name, state) => {
    await connect();
    expect(model.stateOf(name)).toBe(state);
  });

  it.each([
    [401, 'signedOut'],
    [403, 'forbidden'],
    [503, 'away'],
    [400, 'other'],
  ])('that fails with %i shows the reason %s', async (status, reason) => {
    service.break(status);
    await connect();
    expect(model.state).toEqual({status: 'failed', reason});
    expect(events()).toEqual(['tavle-error']);
  });

  it('that fails after a first load keeps the states, and adds a reason until it succeeds', async () => {
    await connect();
    service.break(503);
    await model.refresh();
    expect(model.state).toEqual({status: 'stale', reason: 'away'});
    expect(model.stateOf('frister')).toBe('active');
    service.heal();
    await model.refresh();
    expect(model.state).toEqual({status: 'ready'});
  });

  it('does not happen while the dashboard is disconnected', async () => {
    isConnected.mockReturnValue(false);
    model.connect(api);
    await model.refresh();
    expect(service.calls).toEqual([]);
  });

  it('requests the states again when the page has other apps, not when it has the same', async () => {
    await connect();
    const stateCalls = () => service.calls.filter(({url}) => url.pathname.endsWith('/state'));
    model.updateApps();
    expect(stateCalls()).toHaveLength(1);
    names.push('ny');
    model.updateApps();
    await vi.waitFor(() => expect(stateCalls()).toHaveLength(2));
  });
});

describe('turning an app off', () => {
  it('changes its state immediately, and saves it', async () => {
    await connect();
    expect(model.toggle(frister, false)).toBe(true);
    expect(model.stateOf('frister')).toBe('deactive');
    expect(model.last).toEqual({...frister, activated: false});
    expect(model.canUndo).toBe(true);
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(service.states.get('frister')).toBe('deactive');
    expect(events()).toEqual(['tavle-load', 'tavle-before-toggle', 'tavle-toggle']);
  });

  it('does nothing if the page cancels it', async () => {
    await connect();
    dispatch.mockReturnValue(false);
    expect(model.toggle(frister, false)).toBe(false);
    expect(model.stateOf('frister')).toBe('active');
    expect(model.last).toBeUndefined();
  });

  it('is reverted with a reason if it is not saved, and cannot be undone', async () => {
    await connect();
    service.break(503, 'PUT');
    model.toggle(frister, false);
    await vi.waitFor(() => expect(model.last?.failure).toBe('away'));
    expect(model.last?.title).toBe('FRISTER');
    expect(model.stateOf('frister')).toBe('active');
    expect(model.canUndo).toBe(false);
  });

  it('has no notice after that was closed', async () => {
    await connect();
    model.toggle(frister, false);
    model.closeNotice();
    expect(model.last).toBeUndefined();
  });
});

describe('moving an app', () => {
  const cvr = {name: 'cvr', title: 'CVR'};
  const active = () => model.order.filter(name => model.stateOf(name) === 'active');
  const puts = () => service.calls.filter(({method}) => method === 'PUT').map(({body}) => body);

  beforeEach(() => {
    names = ['frister', 'fra', 'cvr', 'post'];
    service = fakeDashboard({frister: 'active', fra: 'deactive', cvr: 'active', post: 'active'});
  });

  it('is visible at each step, and saved once when the app is dropped', async () => {
    await connect();
    model.hold(frister);
    expect(model.isMoving('frister')).toBe(true);
    expect(model.moving).toEqual({...frister, step: 'held'});
    model.moveTo(2);
    model.moveTo(3);
    expect(active()).toEqual(['cvr', 'post', 'frister']);
    expect(model.placeOf('frister')).toEqual({place: 3, count: 3});
    expect(puts()).toEqual([]);
    model.drop();
    expect(model.isMoving('frister')).toBe(false);
    expect(model.last).toMatchObject({...frister, place: 3, count: 3});
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(puts()).toEqual([{apps: ['cvr', 'fra', 'post', 'frister']}]);
    expect(events().at(-1)).toBe('tavle-order');
  });

  it('can be canceled, and undone', async () => {
    await connect();
    model.hold(frister);
    model.moveTo(9);
    model.cancelMove();
    expect(model.moving?.step).toBe('canceled');
    expect(active()).toEqual(['frister', 'cvr', 'post']);
    expect(model.last).toBeUndefined();

    model.hold(cvr);
    model.moveTo(-5);
    expect(model.canUndo).toBe(false);
    model.drop();
    expect(active()).toEqual(['cvr', 'frister', 'post']);
    if (model.last && !('activated' in model.last)) model.undoOrRetryMove(model.last);
    expect(active()).toEqual(['frister', 'cvr', 'post']);
    expect(model.last).toMatchObject({name: 'cvr', place: 2});
    await vi.waitFor(() => expect(saved).toHaveBeenCalledTimes(2));
    expect(service.order).toEqual(['frister', 'fra', 'cvr', 'post']);
  });

  it('that ends where it began saves nothing', async () => {
    await connect();
    model.hold(frister);
    model.moveTo(2);
    model.moveTo(1);
    model.drop();
    expect(model.last).toBeUndefined();
    expect(puts()).toEqual([]);
  });

  it('is reverted with a reason if it is not saved, and can be retried', async () => {
    await connect();
    service.break(503, 'PUT');
    model.hold(frister);
    model.moveTo(2);
    model.drop();
    await vi.waitFor(() => expect(model.last?.failure).toBe('away'));
    expect(active()).toEqual(['frister', 'cvr', 'post']);
    service.heal();
    if (model.last && !('activated' in model.last)) model.undoOrRetryMove(model.last);
    await vi.waitFor(() => expect(service.order).toEqual(['cvr', 'fra', 'frister', 'post']));
    expect(model.last?.failure).toBeUndefined();
  });

  it('keeps the places of apps that are on other pages only', async () => {
    service.order = ['anden', 'post', 'tredje', 'cvr', 'frister'];
    await connect();
    expect(active()).toEqual(['post', 'cvr', 'frister']);
    model.hold(frister);
    model.moveTo(1);
    model.drop();
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(service.order.filter(name => name !== 'fra')).toEqual([
      'anden',
      'frister',
      'post',
      'tredje',
      'cvr',
    ]);
  });

  it('never saves more than 100 names', async () => {
    names = Array.from({length: 130}, (_, place) => `app-${place}`);
    for (const name of names) service.states.set(name, 'active');
    await connect();
    model.hold({name: 'app-9', title: ''});
    model.moveTo(1);
    model.drop();
    await vi.waitFor(() => expect(saved).toHaveBeenCalledOnce());
    expect(service.order).toHaveLength(100);
    expect(model.order.slice(0, 2)).toEqual(['app-9', 'app-0']);
    expect(model.order).toHaveLength(130);
  });

  it('does not change the order when the app is turned off during the move', async () => {
    await connect();
    model.hold(frister);
    service.states.set('frister', 'deactive');
    await model.refresh();
    model.moveTo(3);
    model.drop();
    expect(model.order).toEqual(names);
    expect(puts()).toEqual([]);
  });
});
