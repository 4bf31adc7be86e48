import type {AppActivation, AppOrder, AppStates} from '../../server/dashboard/schema.ts';
import apps from '../../demo/portal.json' with {type: 'json'};
import {demoToken} from './demo-calendar.ts';

/** Returns functions that send a person's requests to interface D, for tests that prepare or check a dashboard. They throw for a status other than 200. */
export function dashboardOf(url: string, token: string) {
  async function request(method: string, path: string): Promise<unknown> {
    const headers = {authorization: `Bearer ${token}`};
    const response = await fetch(`${url}/dashboard/1/apps/${path}`, {method, headers});
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  return {
    /** Returns the state of each app, by name. */
    async states(apps: readonly string[]): Promise<Record<string, string>> {
      const query = new URLSearchParams(apps.map(app => ['apps', app])).toString();
      const states = (await request('GET', `state?${query}`)) as AppStates;
      return Object.fromEntries(Object.entries(states).map(([app, {state}]) => [app, state]));
    },
    /** Returns the names of all apps that the person has put in order. */
    order: async (): Promise<readonly string[]> => ((await request('GET', 'order')) as AppOrder).apps,
    async turn(app: string, activated: boolean): Promise<void> {
      const query = new URLSearchParams({app, activated: String(activated)}).toString();
      const response = (await request('PUT', `state?${query}`)) as AppActivation;
      if (response[app] !== activated) throw new Error(`Responded with ${JSON.stringify(response)}.`);
    },
  };
}

/** Resets the apps of Anna and Bjørn to their initial states. */
export async function resetDashboards(url: string): Promise<void> {
  const initial = Object.fromEntries(apps.apps.map(({navn, tilstand}) => [navn, tilstand]));
  for (const sub of ['demo-anna', 'demo-bjorn']) {
    const dashboard = dashboardOf(url, await demoToken(url, sub));
    for (const [app, state] of Object.entries(await dashboard.states(Object.keys(initial)))) {
      if (state !== initial[app]) await dashboard.turn(app, initial[app] === 'active');
    }
  }
}
