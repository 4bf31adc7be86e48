import type {AppActivation, AppStates as Answer} from '../../server/dashboard/answers.ts';
import type {AppState} from '../../server/portal/app-state.ts';
import type {Api} from '../api/api.ts';

/** The service takes this many apps in one question. */
const mostApps = 100;

const path = '/dashboard/1/apps/state';

/** What {@link AppStates} tells its element. */
export interface AppStatesListener {
  /** Something that is shown has changed. */
  changed(): void;
  /** The service has stored a wish. */
  saved(app: string, activated: boolean): void;
  /** A wish could not be stored; the app is as it was before. */
  failed(app: string, activated: boolean, cause: unknown): void;
}

type Outcome = {saved: true} | {saved: false; cause: unknown};

/**
 * The states of one person's apps: what the service has, and over it what the person wishes and the service has not
 * stored yet.
 *
 * Each app has at most one save under way. A wish that changes meanwhile is saved after it, so that the last wish reaches
 * the service last.
 */
export class AppStates {
  readonly #api: Api;
  readonly #listener: AppStatesListener;
  readonly #stopped = new AbortController();
  readonly #stored = new Map<string, AppState>();
  readonly #wishes = new Map<string, boolean>();
  readonly #saving = new Set<string>();
  /** How many saves of each app have ended: an answer that was asked for before is out of date. */
  readonly #saves = new Map<string, number>();
  #reading = new AbortController();

  constructor(api: Api, listener: AppStatesListener) {
    this.#api = api;
    this.#listener = listener;
  }

  /** The state to show; `undefined` for an app that the service does not know, or was not asked for. */
  get(app: string): AppState | undefined {
    const stored = this.#stored.get(app);
    const wish = this.#wishes.get(app);
    if (stored === undefined || wish === undefined) return stored;
    return wish ? 'active' : 'deactive';
  }

  /**
   * Reads the states of all these apps. A newer call ends an older one.
   *
   * @returns Whether it was this call that brought the states.
   * @throws {ApiError}
   */
  async read(apps: readonly string[]): Promise<boolean> {
    this.#reading.abort();
    const reading = (this.#reading = new AbortController());
    const signal = AbortSignal.any([reading.signal, this.#stopped.signal]);
    const savesBefore = new Map(this.#saves);
    try {
      const answers = await Promise.all(chunks(apps).map(chunk => this.#ask(chunk, signal)));
      if (signal.aborted) return false;
      const states = new Map(answers.flatMap(answer => Object.entries(answer)));
      for (const app of apps) {
        const outdated = this.#saving.has(app) || this.#saves.get(app) !== savesBefore.get(app);
        if (!outdated) this.#store(app, states.get(app)?.state);
      }
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Turns an app on or off, at once for whoever looks, and saves it. */
  wish(app: string, activated: boolean): void {
    this.#wishes.set(app, activated);
    this.#listener.changed();
    if (!this.#saving.has(app)) void this.#save(app);
  }

  /** Ends what is being read and tells nothing more; saves that are under way still reach the service. */
  stop(): void {
    this.#stopped.abort();
  }

  async #ask(apps: readonly string[], signal: AbortSignal): Promise<Answer> {
    const query = apps.map(app => `apps=${encodeURIComponent(app)}`).join('&');
    return (await this.#api.call('GET', `${path}?${query}`, signal)) as Answer;
  }

  #store(app: string, state: AppState | undefined): void {
    if (state) this.#stored.set(app, state);
    else this.#stored.delete(app);
  }

  async #save(app: string): Promise<void> {
    this.#saving.add(app);
    let wish = this.#wishes.get(app);
    while (wish !== undefined) {
      const outcome = await this.#put(app, wish);
      this.#saves.set(app, (this.#saves.get(app) ?? 0) + 1);
      const superseded = outcome.saved && this.#wishes.get(app) !== wish;
      if (!superseded) this.#wishes.delete(app);
      this.#tell(app, wish, outcome);
      wish = this.#wishes.get(app);
    }
    this.#saving.delete(app);
  }

  async #put(app: string, activated: boolean): Promise<Outcome> {
    const query = `app=${encodeURIComponent(app)}&activated=${String(activated)}`;
    try {
      const answer = (await this.#api.call('PUT', `${path}?${query}`)) as AppActivation;
      this.#stored.set(app, answer[app] ? 'active' : 'deactive');
      return {saved: true};
    } catch (cause) {
      return {saved: false, cause};
    }
  }

  #tell(app: string, activated: boolean, outcome: Outcome): void {
    if (this.#stopped.signal.aborted) return;
    if (outcome.saved) this.#listener.saved(app, activated);
    else this.#listener.failed(app, activated, outcome.cause);
    this.#listener.changed();
  }
}

function chunks(apps: readonly string[]): string[][] {
  const count = Math.ceil(apps.length / mostApps);
  return Array.from({length: count}, (_, place) => apps.slice(place * mostApps, (place + 1) * mostApps));
}
