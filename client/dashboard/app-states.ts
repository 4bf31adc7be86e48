import type {ApiClient} from '../api/api-client.ts';
import {type AppState, stateWhen} from './app-state.ts';
import {readStates, saveState} from './dashboard-api.ts';

/** A change that could not be saved. */
export interface SaveFailure {
  readonly activated: boolean;
  readonly cause: unknown;
}

interface Entry {
  /** What the service said last; nothing for an app that it does not know. */
  confirmed?: AppState | undefined;
  isRead: boolean;
  /** What the user wants and the service has not confirmed yet. */
  wish?: boolean | undefined;
  /** Counts the changes made here, so that an answer from before one is known to be old. */
  epoch: number;
  failure?: SaveFailure | undefined;
}

/** What is known of each app's state: the service's word, and above it the user's wish until that is saved. */
export class AppStates {
  readonly api: ApiClient;
  readonly #changed: () => void;
  readonly #entries = new Map<string, Entry>();

  /** @param changed Called after every change of what the methods answer. */
  constructor(api: ApiClient, changed: () => void) {
    this.api = api;
    this.#changed = changed;
  }

  /** The state to show; nothing for an app that is not read yet or not known to the service. */
  of(app: string): AppState | undefined {
    const entry = this.#entries.get(app);
    return entry?.wish === undefined ? entry?.confirmed : stateWhen(entry.wish);
  }

  /** Whether a reading of this app was ever begun. */
  isAsked(app: string): boolean {
    return this.#entries.has(app);
  }

  isRead(app: string): boolean {
    return this.#entries.get(app)?.isRead ?? false;
  }

  /** Why the app's last change was taken back. */
  failureOf(app: string): SaveFailure | undefined {
    return this.#entries.get(app)?.failure;
  }

  /**
   * Reads the states anew. What was changed here in the meantime stands.
   *
   * @throws What {@link ApiClient.get} throws.
   */
  async read(apps: readonly string[], signal: AbortSignal): Promise<void> {
    const asked = apps.map(app => {
      const entry = this.#entry(app);
      return {app, entry, epoch: entry.epoch};
    });
    const states = apps.length ? await readStates(this.api, apps, signal) : new Map<string, AppState>();
    signal.throwIfAborted();
    for (const {app, entry, epoch} of asked) {
      if (entry.epoch !== epoch || entry.wish !== undefined) continue;
      entry.isRead = true;
      entry.confirmed = states.get(app);
      if (entry.failure && entry.confirmed === stateWhen(entry.failure.activated)) entry.failure = undefined;
    }
    this.#changed();
  }

  /**
   * Shows the app as turned on or off at once, and saves it. One save per app is under way at a time, and the last wish
   * is sent last.
   *
   * @returns What the service holds in the end; nothing where a save under way takes this wish along.
   * @throws What {@link ApiClient.put} threw for the last wish, which is then taken back.
   */
  async save(app: string, activated: boolean): Promise<boolean | undefined> {
    const entry = this.#entry(app);
    const isSaving = entry.wish !== undefined;
    this.#note(entry, {wish: activated, failure: undefined});
    if (isSaving) return undefined;

    for (;;) {
      const sent = entry.wish ?? activated;
      try {
        await saveState(this.api, app, sent);
        entry.confirmed = stateWhen(sent);
        if (entry.wish === sent) {
          this.#note(entry, {wish: undefined});
          return sent;
        }
      } catch (cause) {
        // The service may have got the failed one all the same, so a newer wish is sent even if it equals the old state.
        if (entry.wish === sent) {
          this.#note(entry, {wish: undefined, failure: {activated: sent, cause}});
          throw cause;
        }
      }
    }
  }

  #entry(app: string): Entry {
    const known = this.#entries.get(app);
    if (known) return known;
    const entry: Entry = {isRead: false, epoch: 0};
    this.#entries.set(app, entry);
    return entry;
  }

  #note(entry: Entry, change: Partial<Entry>): void {
    Object.assign(entry, change);
    entry.epoch++;
    this.#changed();
  }
}
