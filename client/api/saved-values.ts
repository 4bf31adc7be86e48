import {type OptimisticUpdateListener, OptimisticUpdates} from './optimistic-updates.ts';

/** Reads and writes values of the service. Each throws an `ApiError`. */
export interface ValueRequests<Key, Value> {
  /** @returns The values that the service has. */
  read(keys: readonly Key[], signal: AbortSignal): Promise<readonly (readonly [Key, Value])[]>;
  /** @returns The value that is stored now. */
  write(key: Key, value: Value): Promise<Value>;
}

/** Values of a person: the stored ones, or those that the person has chosen since. */
export class SavedValues<Key, Value> {
  readonly #requests: ValueRequests<Key, Value>;
  readonly #updates: OptimisticUpdates<Key, Value>;
  readonly #stored = new Map<Key, Value>();
  #loading = new AbortController();

  constructor(requests: ValueRequests<Key, Value>, listener: OptimisticUpdateListener<Key, Value>) {
    this.#requests = requests;
    this.#updates = new OptimisticUpdates(async (key, value) => {
      this.#stored.set(key, await requests.write(key, value));
    }, listener);
  }

  /** Returns a value; `undefined` if the service does not have it or it was not loaded. */
  get(key: Key): Value | undefined {
    return this.#stored.has(key) ? (this.#updates.pending.get(key) ?? this.#stored.get(key)) : undefined;
  }

  /** Shows a value immediately and saves it. */
  set(key: Key, value: Value): void {
    this.#updates.add(key, value);
  }

  /**
   * Loads values. Aborts a load in progress.
   *
   * @returns Whether the load was completed, not aborted.
   * @throws {ApiError}
   */
  async load(keys: readonly Key[]): Promise<boolean> {
    this.#loading.abort();
    const {signal} = (this.#loading = new AbortController());
    const snapshot = this.#updates.snapshot();
    try {
      const values = new Map(await this.#requests.read(keys, signal));
      if (signal.aborted) return false;
      for (const key of keys.filter(each => !this.#updates.isStale(each, snapshot))) {
        const value = values.get(key);
        if (value === undefined) this.#stored.delete(key);
        else this.#stored.set(key, value);
      }
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Aborts loads and stops calling the listener. Saves in progress still reach the service. The object must not be used afterwards. */
  stop(): void {
    this.#loading.abort();
    this.#updates.stop();
  }
}
