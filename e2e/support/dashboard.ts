import type {AppActivation, AppOrder, AppStates} from '../../server/dashboard/schema.ts';
import apps from '../../demo/portal.json' with {type: 'json'};
import {demoToken} from './demo-calendar.ts';

/** A person's requests to interface D. Every status except 200 is an error. */
export interface Dashboard {
  /** The state of each app, by name. */
  states(apps: readonly string[]): Promise<Record<string, string>>;
  turn(app: string, activated: boolean): Promise<void>;
  /** The names of all apps that the person has put in order. */
  order(): Promise<readonly string[]>;
}

export function dashboardOf(url: string, token: string): Dashboard {
  const headers = {authorization: `Bearer ${token}`};

  const call = (method: string, query: URLSearchParams) => request(method, `state?${query.toString()}`);

  async function request(method: string, path: string): Promise<unknown> {
    const response = await fetch(`${url}/dashboard/1/apps/${path}`, {method, headers});
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  return {
    async states(apps) {
      const states = (await call('GET', new URLSearchParams(apps.map(app => ['apps', app])))) as AppStates;
      return Object.fromEntries(Object.entries(states).map(([app, {state}]) => [app, state]));
    },
    order: async () => ((await request('GET', 'order')) as AppOrder).apps,
    async turn(app, activated) {
      const response = (await call(
        'PUT',
        new URLSearchParams({app, activated: String(activated)}),
      )) as AppActivation;
      if (response[app] !== activated) throw new Error(`Responded with ${JSON.stringify(response)}.`);
    },
  };
}

/** Resets the apps of the sample users to their first states. */
export async function resetDashboards(url: string): Promise<void> {
  const initial = Object.fromEntries(apps.apps.map(({navn, tilstand}) => [navn, tilstand]));
  for (const sub of ['demo-anna', 'demo-bjorn']) {
    const dashboard = dashboardOf(url, await demoToken(url, sub));
    for (const [app, state] of Object.entries(await dashboard.states(Object.keys(initial)))) {
      if (state !== initial[app]) await dashboard.turn(app, initial[app] === 'active');
    }
  }
}
