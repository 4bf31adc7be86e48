import type {Api} from '../../api/api.ts';
import type {
  AppActivationResponse,
  AppOrderResponse,
  AppState,
  AppStatesResponse,
} from '../../api/responses.ts';

/** The maximum number of apps in one request, and in an order: that of the service. */
export const maxApps = 100;

const statePath = '/dashboard/1/apps/state';
const orderPath = '/dashboard/1/apps/order';

/** Returns the states of the apps that the service knows, by name. */
export async function readStates(
  api: Api,
  apps: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, AppState>> {
  const requests = [];
  for (let start = 0; start < apps.length; start += maxApps) {
    const query = apps.slice(start, start + maxApps).map(app => `apps=${encodeURIComponent(app)}`);
    requests.push(api.call('GET', `${statePath}?${query.join('&')}`, {signal}));
  }
  const responses = (await Promise.all(requests)) as AppStatesResponse[];
  return new Map(responses.flatMap(Object.entries<{state: AppState}>).map(([app, {state}]) => [app, state]));
}

/** Returns the state that is stored now. */
export async function writeState(api: Api, app: string, state: AppState): Promise<AppState> {
  const query = `app=${encodeURIComponent(app)}&activated=${String(state === 'active')}`;
  const response = (await api.call('PUT', `${statePath}?${query}`)) as AppActivationResponse;
  return response[app] ? 'active' : 'deactive';
}

/** Returns the person's order of apps, and the apps that the portal has locked. */
export async function readOrder(api: Api, signal: AbortSignal): Promise<Required<AppOrderResponse>> {
  const response = (await api.call('GET', `${orderPath}?locked=true`, {signal})) as AppOrderResponse;
  return {locked: [], ...response};
}

/** Returns the order that is stored now. */
export async function writeOrder(api: Api, apps: readonly string[]): Promise<readonly string[]> {
  const stored = (await api.call('PUT', orderPath, {body: {apps}})) as AppOrderResponse;
  return stored.apps;
}
