import type {AppActivation, AppStates} from '../../server/dashboard/responses.ts';

/** A person's requests to interface D. Every status except 200 is an error. */
export interface Dashboard {
  /** The state of each app, by name. */
  states(apps: readonly string[]): Promise<Record<string, string>>;
  turn(app: string, activated: boolean): Promise<void>;
}

export function dashboardOf(url: string, token: string): Dashboard {
  const headers = {authorization: `Bearer ${token}`};

  async function call(method: string, query: URLSearchParams): Promise<unknown> {
    const response = await fetch(`${url}/dashboard/1/apps/state?${query.toString()}`, {method, headers});
    if (response.status !== 200) throw new Error(`${response.status} ${await response.text()}`);
    return response.json();
  }

  return {
    async states(apps) {
      const states = (await call('GET', new URLSearchParams(apps.map(app => ['apps', app])))) as AppStates;
      return Object.fromEntries(Object.entries(states).map(([app, {state}]) => [app, state]));
    },
    async turn(app, activated) {
      const response = (await call(
        'PUT',
        new URLSearchParams({app, activated: String(activated)}),
      )) as AppActivation;
      if (response[app] !== activated) throw new Error(`Responded with ${JSON.stringify(response)}.`);
    },
  };
}
