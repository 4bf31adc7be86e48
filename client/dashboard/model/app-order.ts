import type {Api} from '../../api/api.ts';
import {type OptimisticUpdateListener, OptimisticUpdates} from '../../api/optimistic-updates.ts';
import type {AppOrderResponse} from '../../api/responses.ts';
import {arrange} from './arrange.ts';

/** The maximum number of apps in an order. */
const maxApps = 100;

const path = '/dashboard/1/apps/order';

/** The only key, since there is one order. */
type Key = 'order';

/** A person's order of apps: the stored one, or the one that the person has chosen since. */
export class AppOrder {
  readonly #api: Api;
  readonly #updates: OptimisticUpdates<Key, readonly string[]>;
  #stored: readonly string[] = [];
  #locked: readonly string[] = [];
  #loading = new AbortController();

  constructor(api: Api, listener: OptimisticUpdateListener<Key, readonly string[]>) {
    this.#api = api;
    this.#updates = new OptimisticUpdates((_, names) => this.#save(names), listener);
  }

  /** Names of apps, also of those that are not on this page. */
  get names(): readonly string[] {
    return this.#updates.pending.get('order') ?? this.#stored;
  }

  /** Returns whether the portal has locked the app's state. */
  isLocked(app: string): boolean {
    return this.#locked.includes(app);
  }

  /**
   * Loads the order. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError}
   */
  async load(): Promise<boolean> {
    this.#loading.abort();
    const {signal} = (this.#loading = new AbortController());
    const snapshot = this.#updates.snapshot();
    try {
      const {apps, locked = []} = (await this.#api.call('GET', `${path}?locked=true`, {
        signal,
      })) as AppOrderResponse;
      if (signal.aborted) return false;
      this.#locked = locked;
      if (!this.#updates.isStale('order', snapshot)) this.#stored = apps;
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Sets the order of this page's apps immediately and saves it. Apps of other pages keep their places. */
  set(names: readonly string[]): void {
    this.#updates.add('order', arrange([...this.names, ...names], names).slice(0, maxApps));
  }

  /** Aborts loads and stops calling the listener. Saves in progress still reach the service. The object must not be used afterwards. */
  stop(): void {
    this.#loading.abort();
    this.#updates.stop();
  }

  async #save(names: readonly string[]): Promise<void> {
    const {apps} = (await this.#api.call('PUT', path, {body: {apps: names}})) as AppOrderResponse;
    this.#stored = apps;
  }
}
