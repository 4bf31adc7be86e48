import type {AppStates as Answer} from '../../server/dashboard/schema.ts';
import type {ApiClient} from '../api/api-client.ts';
import type {AppState} from './app-state.ts';

const path = '/dashboard/1/apps/state';

/** How many apps one call may ask for. */
const mostApps = 100;

/**
 * Reads the states of apps, in as many calls as it takes. Apps that the service does not know are left out.
 *
 * @throws What {@link ApiClient.get} throws.
 */
export async function readStates(
  api: ApiClient,
  apps: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlyMap<string, AppState>> {
  const calls = [];
  for (let first = 0; first < apps.length; first += mostApps) {
    const query = new URLSearchParams(apps.slice(first, first + mostApps).map(app => ['apps', app]));
    calls.push(api.get(path, query, signal) as Promise<Answer>);
  }
  const answers = await Promise.all(calls);
  return new Map(answers.flatMap(answer => Object.entries(answer).map(([app, {state}]) => [app, state])));
}

/**
 * Turns an app on or off.
 *
 * @throws What {@link ApiClient.put} throws.
 */
export async function saveState(api: ApiClient, app: string, activated: boolean): Promise<void> {
  await api.put(path, new URLSearchParams({app, activated: String(activated)}));
}
