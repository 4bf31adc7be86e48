import type {AppOrder} from '../../server/dashboard/schema.ts';
import type {AppState} from '../../server/portal/schema.ts';
import {type FakeNetwork, fakeNetwork} from './fake-network.ts';

/** A fake of interface D, for the tests and states of the dashboard. If an element sends another request, respond to it here as the service does. */
export interface FakeDashboard extends FakeNetwork {
  /** The stored states. */
  readonly states: Map<string, AppState>;
  /** Names of locked apps. */
  readonly locked: Set<string>;
  /** The stored order. */
  order: readonly string[];
}

export function fakeDashboard(states: Record<string, AppState>): FakeDashboard {
  const network = fakeNetwork(({method, url, body}) => {
    if (url.pathname === '/dashboard/1/apps/order') {
      if (method === 'PUT') service.order = (body as AppOrder).apps;
      return Response.json({apps: service.order, locked: [...service.locked]});
    }
    return Response.json(method === 'GET' ? read(url) : write(url));
  });
  const service: FakeDashboard = {
    ...network,
    states: new Map(Object.entries(states)),
    locked: new Set(),
    order: [],
  };

  function read({searchParams}: URL) {
    const apps = searchParams.getAll('apps').filter(app => service.states.has(app));
    return Object.fromEntries(apps.map(app => [app, {state: service.states.get(app)}]));
  }

  function write({searchParams}: URL) {
    const app = searchParams.get('app') ?? '';
    const activated = searchParams.get('activated') === 'true';
    service.states.set(app, activated ? 'active' : 'deactive');
    return {[app]: activated};
  }

  return service;
}
