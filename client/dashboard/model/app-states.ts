import type {Api} from '../../api/api.ts';
import {type OptimisticUpdateListener, OptimisticUpdates} from '../../api/optimistic-updates.ts';
import type {AppActivationResponse, AppState, AppStatesResponse} from '../../api/responses.ts';

/** The maximum number of apps in one request. */
const maxApps = 100;

const path = '/dashboard/1/apps/state';

/** The states of a person's apps: the stored ones, with the person's pending changes. */
export class AppStates {
  readonly #api: Api;
  readonly #updates: OptimisticUpdates<string, boolean>;
  readonly #stored = new Map<string, AppStatesResponse[string]>();
  #loading = new AbortController();

  constructor(api: Api, listener: OptimisticUpdateListener<string, boolean>) {
    this.#api = api;
    this.#updates = new OptimisticUpdates((app, activated) => this.#save(app, activated), listener);
  }

  /** Returns the state of an app; `undefined` if it is unknown to the service or was not loaded. */
  get(app: string): AppState | undefined {
    const stored = this.#stored.get(app)?.state;
    const activated = this.#updates.pending.get(app);
    if (stored === undefined || activated === undefined) return stored;
    return activated ? 'active' : 'deactive';
  }

  /**
   * Loads the states of these apps. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError}
   */
  async load(apps: readonly string[]): Promise<boolean> {
    this.#loading.abort();
    const {signal} = (this.#loading = new AbortController());
    const snapshot = this.#updates.snapshot();
    try {
      const responses = await Promise.all(chunks(apps).map(chunk => this.#request(chunk, signal)));
      if (signal.aborted) return false;
      const states = new Map(responses.flatMap(response => Object.entries(response)));
      for (const app of apps) {
        if (this.#updates.isStale(app, snapshot)) continue;
        const state = states.get(app);
        if (state) this.#stored.set(app, state);
        else this.#stored.delete(app);
      }
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Turns an app on or off immediately and saves its state. */
  set(app: string, activated: boolean): void {
    this.#updates.add(app, activated);
  }

  /** Aborts loads and stops calling the listener. Saves in progress still reach the service. The object must not be used afterwards. */
  stop(): void {
    this.#loading.abort();
    this.#updates.stop();
  }

  async #request(apps: readonly string[], signal: AbortSignal): Promise<AppStatesResponse> {
    const query = apps.map(app => `apps=${encodeURIComponent(app)}`).join('&');
    return (await this.#api.call('GET', `${path}?${query}`, {signal})) as AppStatesResponse;
  }

  async #save(app: string, activated: boolean): Promise<void> {
    const query = `app=${encodeURIComponent(app)}&activated=${String(activated)}`;
    const response = (await this.#api.call('PUT', `${path}?${query}`)) as AppActivationResponse;
    this.#stored.set(app, {state: response[app] ? 'active' : 'deactive'});
  }
}

function chunks(apps: readonly string[]): string[][] {
  const count = Math.ceil(apps.length / maxApps);
  return Array.from({length: count}, (_, index) => apps.slice(index * maxApps, (index + 1) * maxApps));
}
