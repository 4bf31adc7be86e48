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
  await vi.waitFor(() => expect(model.status).not.toBe('loading'));
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
    expect(model.status).toBe(reason);
    expect(events()).toEqual(['tavle-error']);
  });

  it('again that fails leaves the states', async () => {
    await connect();
    service.break(503);
    await model.refresh();
    expect(model.status).toBe('ready');
    expect(model.stateOf('frister')).toBe('active');
  });

  it('does not happen while the dashboard is out of the page', async () => {
    isConnected.mockReturnValue(false);
    model.connect(api);
    await model.refresh();
    expect(service.calls).toEqual([]);
  });

  it('requests the states again when the page has other apps, not when it has the same', async () => {
    await connect();
    model.updateApps();
    expect(service.calls).toHaveLength(1);
    names.push('ny');
    model.updateApps();
    await vi.waitFor(() => expect(service.calls).toHaveLength(2));
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

  it('is reverted with a reason if it is not saved, and can not be undone', async () => {
    await connect();
    service.break(503, 'PUT');
    model.toggle(frister, false);
    await vi.waitFor(() => expect(model.last?.failure).toBe('away'));
    expect(model.last?.title).toBe('FRISTER');
    expect(model.stateOf('frister')).toBe('active');
    expect(model.canUndo).toBe(false);
  });

  it('has nothing to say once the notice is closed', async () => {
    await connect();
    model.toggle(frister, false);
    model.closeNotice();
    expect(model.last).toBeUndefined();
  });
});
