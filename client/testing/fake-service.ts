import {vi} from 'vitest';

import type {AppState} from '../../server/portal/app-state.ts';

interface Call {
  readonly method: string;
  readonly url: URL;
  readonly token: string | null;
}

/** Stands in for the network: behaves like interface D, and can be slow, broken or away. */
export interface FakeService {
  /** What the service has stored. */
  readonly states: Map<string, AppState>;
  readonly calls: Call[];
  /** Holds every answer back until `release`. */
  hold(): void;
  release(): void;
  /** Answers everything, or one method, with this status until `heal`; 0: there is no answer. */
  break(status: number, method?: string): void;
  heal(): void;
}

export function fakeService(states: Record<string, AppState>): FakeService {
  const stored = new Map(Object.entries(states));
  const calls: Call[] = [];
  let broken: {status: number; method: string | undefined} | undefined;
  let held = Promise.resolve();
  let release: () => void = () => undefined;

  vi.stubGlobal('fetch', async (address: string, init: RequestInit) => {
    const url = new URL(address, location.href);
    const method = init.method ?? 'GET';
    calls.push({method, url, token: new Headers(init.headers).get('authorization')});
    const fault = broken && (broken.method ?? method) === method ? broken.status : undefined;
    await held;
    init.signal?.throwIfAborted();
    if (fault === 0) throw new TypeError('Failed to fetch');
    if (fault) return Response.json({status: 'Error', code: fault, message: 'broken'}, {status: fault});
    return Response.json(method === 'GET' ? read(url) : write(url));
  });

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

  return {
    states: stored,
    calls,
    hold: () => {
      held = new Promise(resolve => (release = resolve));
    },
    release: () => release(),
    break: (status, method) => {
      broken = {status, method};
    },
    heal: () => {
      broken = undefined;
    },
  };
}
