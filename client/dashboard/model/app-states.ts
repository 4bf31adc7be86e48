import type {AppActivation, AppStates as Answer} from '../../../server/dashboard/answers.ts';
import type {AppState} from '../../../server/portal/app-state.ts';
import type {Api} from '../../api/api.ts';
import {type WishListener, Wishes} from '../../api/optimistic-updates.ts';

/** The service takes this many apps in one question. */
const mostApps = 100;

const path = '/dashboard/1/apps/state';

/** The states of one person's apps: what the service has, and over it what the person wishes. */
export class AppStates {
  readonly #api: Api;
  readonly #wishes: Wishes<string, boolean>;
  readonly #stored = new Map<string, AppState>();
  #reading = new AbortController();

  constructor(api: Api, listener: WishListener<string, boolean>) {
    this.#api = api;
    this.#wishes = new Wishes((app, activated) => this.#save(app, activated), listener);
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
    const {signal} = (this.#reading = new AbortController());
    const before = this.#wishes.moment();
    try {
      const answers = await Promise.all(chunks(apps).map(chunk => this.#ask(chunk, signal)));
      if (signal.aborted) return false;
      const states = new Map(answers.flatMap(answer => Object.entries(answer)));
      for (const app of apps) {
        if (!this.#wishes.isOutdated(app, before)) this.#store(app, states.get(app)?.state);
      }
      return true;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Turns an app on or off, at once for whoever looks, and saves it. */
  wish(app: string, activated: boolean): void {
    this.#wishes.add(app, activated);
  }

  /** Ends what is being read and notifies nobody from now on. Saves that are under way still reach the service. No reads may follow. */
  stop(): void {
    this.#reading.abort();
    this.#wishes.stop();
  }

  async #ask(apps: readonly string[], signal: AbortSignal): Promise<Answer> {
    const query = apps.map(app => `apps=${encodeURIComponent(app)}`).join('&');
    return (await this.#api.call('GET', `${path}?${query}`, {signal})) as Answer;
  }

  #store(app: string, state: AppState | undefined): void {
    if (state) this.#stored.set(app, state);
    else this.#stored.delete(app);
  }

  async #save(app: string, activated: boolean): Promise<void> {
    const query = `app=${encodeURIComponent(app)}&activated=${String(activated)}`;
    const answer = (await this.#api.call('PUT', `${path}?${query}`)) as AppActivation;
    this.#stored.set(app, answer[app] ? 'active' : 'deactive');
  }
}

function chunks(apps: readonly string[]): string[][] {
  const count = Math.ceil(apps.length / mostApps);
  return Array.from({length: count}, (_, place) => apps.slice(place * mostApps, (place + 1) * mostApps));
}
