// Shows a person's changes before the service has stored them: `deadlines.ts` of the calendar uses it for marks,
// `dashboard-model.ts` for the states and the order of apps. Here you can change when values are saved or shown. Keep
// at most one save of a key in progress: otherwise the last value might not be the one that is stored.

import {askBeforeLeaving} from '../shared/leaving.ts';

export interface OptimisticUpdateListener<Key, Value> {
  /** A visible value has changed. */
  changed(): void;
  /** The service has stored a value. */
  saved(key: Key, value: Value): void;
  /** The service did not store a value. The previous one is visible again. */
  failed(key: Key, value: Value, cause: unknown): void;
}

/** The number of finished saves of each key. */
type Snapshot<Key> = ReadonlyMap<Key, number>;

/**
 * Values that a person has chosen and the service has not stored yet: marks of deadlines, and the {@link SavedValues} of the dashboard.
 *
 * Each key has at most one save in progress. A value that is chosen during a save is saved after it, even if the first save fails. So the last
 * value reaches the service last.
 */
export class OptimisticUpdates<Key, Value> {
  readonly #save: (key: Key, value: Value) => Promise<void>;
  readonly #listener: OptimisticUpdateListener<Key, Value>;
  /** The values to show in place of the stored ones. Read-only outside this class. */
  readonly pending = new Map<Key, Value>();
  /** What identifies the save of a key that is in progress. */
  readonly #saving = new Map<Key, object>();
  readonly #saves = new Map<Key, number>();
  #isStopped = false;

  /** @param save Saves a value and keeps the response. Throws if the value is not saved. */
  constructor(
    save: (key: Key, value: Value) => Promise<void>,
    listener: OptimisticUpdateListener<Key, Value>,
  ) {
    this.#save = save;
    this.#listener = listener;
  }

  /** Shows the value immediately and saves it. */
  add(key: Key, value: Value): void {
    this.addAll([[key, value]]);
  }

  addAll(values: Iterable<readonly [Key, Value]>): void {
    for (const [key, value] of values) {
      this.pending.set(key, value);
      const save = this.#saving.get(key);
      // The value is sent after that save.
      if (save) askBeforeLeaving(save, true);
      else void this.#saveAll(key);
    }
    this.#listener.changed();
  }

  /** Returns the `snapshot` of {@link isStale}. Call this before a request for data. */
  snapshot(): Snapshot<Key> {
    return new Map(this.#saves);
  }

  /** Returns whether data that was requested after the snapshot may lack a later save. */
  isStale(key: Key, snapshot: Snapshot<Key>): boolean {
    return this.pending.has(key) || this.#saves.get(key) !== snapshot.get(key);
  }

  /** Stops calling the listener; saves in progress still reach the service. */
  stop(): void {
    this.#isStopped = true;
  }

  async #saveAll(key: Key): Promise<void> {
    const save = {};
    this.#saving.set(key, save);
    let value = this.pending.get(key);
    while (value !== undefined) {
      let failure: {cause: unknown} | undefined;
      try {
        await this.#save(key, value);
      } catch (cause) {
        failure = {cause};
      }
      this.#saves.set(key, (this.#saves.get(key) ?? 0) + 1);
      askBeforeLeaving(save, false);
      const isLatest = this.pending.get(key) === value;
      if (isLatest) this.pending.delete(key);
      if (!this.#isStopped) {
        if (!failure) this.#listener.saved(key, value);
        else if (isLatest) this.#listener.failed(key, value, failure.cause);
        // A saved value equals the one that is shown, so one rendering after the last save is enough.
        if (failure || !this.pending.size) this.#listener.changed();
      }
      value = this.pending.get(key);
    }
    this.#saving.delete(key);
  }
}

/** Values of a person: the stored ones, or those that the person has chosen since. */
export class SavedValues<Key, Value> extends OptimisticUpdates<Key, Value> {
  readonly #stored: Map<Key, Value>;

  /** @param write Saves a value and returns the one that is stored now. */
  constructor(
    write: (key: Key, value: Value) => Promise<Value>,
    listener: OptimisticUpdateListener<Key, Value>,
  ) {
    const stored = new Map<Key, Value>();
    super(async (key, value) => void stored.set(key, await write(key, value)), listener);
    this.#stored = stored;
  }

  /** Returns a value; `undefined` if the service does not have it or it was not loaded. */
  get(key: Key): Value | undefined {
    return this.#stored.has(key) ? (this.pending.get(key) ?? this.#stored.get(key)) : undefined;
  }

  /** Stores what `request` returns for `keys`, except for keys with a save since the call. Rethrows the error of `request`. */
  async load(keys: readonly Key[], request: Promise<ReadonlyMap<Key, Value>>): Promise<void> {
    const snapshot = this.snapshot();
    const values = await request;
    for (const key of keys.filter(each => !this.isStale(each, snapshot))) {
      const value = values.get(key);
      if (value === undefined) this.#stored.delete(key);
      else this.#stored.set(key, value);
    }
  }
}
