import type {Api} from '../../api/api.ts';
import type {
  AppActivationResponse,
  AppOrderResponse,
  AppState,
  AppStatesResponse,
} from '../../api/responses.ts';
import type {ValueRequests} from '../../api/saved-values.ts';

/** The maximum number of apps in one request, and in an order. */
export const maxApps = 100;

/** The names of a person's apps, in their order, and which of them the portal has locked. */
export interface AppOrder {
  readonly apps: readonly string[];
  readonly locked: readonly string[];
}

/** Returns the requests for the states of apps, by name. */
export function stateRequests(api: Api): ValueRequests<string, AppState> {
  const path = '/dashboard/1/apps/state';
  return {
    async read(apps, signal) {
      const request = (chunk: readonly string[]) => {
        const query = chunk.map(app => `apps=${encodeURIComponent(app)}`).join('&');
        return api.call('GET', `${path}?${query}`, {signal}) as Promise<AppStatesResponse>;
      };
      const responses = await Promise.all(chunks(apps).map(request));
      return responses
        .flatMap(response => Object.entries(response))
        .map(([app, {state}]) => [app, state] as const);
    },
    async write(app, state) {
      const query = `app=${encodeURIComponent(app)}&activated=${String(state === 'active')}`;
      const response = (await api.call('PUT', `${path}?${query}`)) as AppActivationResponse;
      return response[app] ? 'active' : 'deactive';
    },
  };
}

/** Returns the requests for the only order of a person. */
export function orderRequests(api: Api): ValueRequests<'order', AppOrder> {
  const path = '/dashboard/1/apps/order';
  return {
    async read(_, signal) {
      const response = await api.call('GET', `${path}?locked=true`, {signal});
      const {apps, locked = []} = response as AppOrderResponse;
      return [['order', {apps, locked}]];
    },
    async write(_, {apps, locked}) {
      const stored = (await api.call('PUT', path, {body: {apps}})) as AppOrderResponse;
      return {apps: stored.apps, locked};
    },
  };
}

function chunks(apps: readonly string[]): string[][] {
  const count = Math.ceil(apps.length / maxApps);
  return Array.from({length: count}, (_, index) => apps.slice(index * maxApps, (index + 1) * maxApps));
}
