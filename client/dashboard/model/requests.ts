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

/** The names of a person's apps, in their order, and which of them the portal has locked. */
export interface AppOrder {
  readonly apps: readonly string[];
  readonly locked: readonly string[];
}

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

/** Returns the only order of a person. */
export async function readOrder(api: Api, signal: AbortSignal): Promise<Map<'order', AppOrder>> {
  const response = (await api.call('GET', `${orderPath}?locked=true`, {signal})) as AppOrderResponse;
  const {apps, locked = []} = response;
  return new Map([['order', {apps, locked}]]);
}

/** Returns the order that is stored now. */
export async function writeOrder(api: Api, {apps, locked}: AppOrder): Promise<AppOrder> {
  const stored = (await api.call('PUT', orderPath, {body: {apps}})) as AppOrderResponse;
  return {apps: stored.apps, locked};
}
