import type {AppState} from '../../server/portal/app-state.ts';
import {type FakeNetwork, fakeNetwork} from './fake-network.ts';

/** Behaves like interface D. */
export interface FakeDashboard extends FakeNetwork {
  /** What the service has stored. */
  readonly states: Map<string, AppState>;
}

export function fakeDashboard(states: Record<string, AppState>): FakeDashboard {
  const stored = new Map(Object.entries(states));
  const network = fakeNetwork(({method, url}) => Response.json(method === 'GET' ? read(url) : write(url)));

  function read({searchParams}: URL) {
    const apps = searchParams.getAll('apps').filter(app => stored.has(app));
    return Object.fromEntries(apps.map(app => [app, {state: stored.get(app)}]));
  }

  function write({searchParams}: URL) {
    const app = searchParams.get('app') ?? '';
    const activated = searchParams.get('activated') === 'true';
    stored.set(app, activated ? 'active' : 'deactive');
    return {[app]: activated};
  }

  return {...network, states: stored};
}
