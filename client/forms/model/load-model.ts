import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';

export type LoadListener = Omit<ModelListener, 'saved'>;

/** Why the visible content is outdated or incomplete. */
export interface Stale {
  readonly reason: Reason;
  /** Retries the failed load. */
  readonly retry: () => void;
}

/**
 * The state of content that is loaded as a whole. Each action changes the state and then calls `changed()` of the listener.
 *
 * `Subject` has the properties of the element that determine the content.
 */
export abstract class LoadModel<Subject = unknown> {
  protected readonly listener: LoadListener;
  /** `undefined` while a required property is missing. */
  protected api: Api | undefined;
  #running: AbortController | undefined;
  /** The status of the first content. Later content replaces it without a loading state. `missing`: the service does not have it. */
  status: 'loading' | 'ready' | 'missing' | Reason = 'loading';
  /** Whether the content matches the request: then it stays visible if a reload fails. */
  isCurrent = false;
  /** The failure of a load that kept the visible content. */
  stale: Stale | undefined;

  constructor(listener: LoadListener) {
    this.listener = listener;
  }

  /** Resets the state for another service, person or subject. */
  abstract connect(api: Api | undefined, subject: Subject): void;

  protected restart(api: Api | undefined): void {
    this.api = api;
    this.setStatus('loading');
    void this.refresh();
  }

  /** Reloads the content. It stays visible while loading and if loading fails. */
  abstract refresh(): Promise<void>;

  setStatus(status: LoadModel['status']): void {
    this.status = status;
    this.isCurrent = status === 'ready';
    this.setStale(undefined);
  }

  /** @param stale `undefined`: the person has closed the notice, or the content is up to date. */
  setStale(stale: Stale | undefined): void {
    this.stale = stale;
    this.listener.changed();
  }

  /** Aborts the load in progress. */
  stop(): void {
    this.#running?.abort();
  }

  /** Loads content. Aborts the load in progress. */
  protected async load<Content>(
    request: (api: Api, signal: AbortSignal) => Promise<Content>,
    show: (content: Content) => void,
  ): Promise<void> {
    this.stop();
    if (!this.api || !this.listener.isConnected()) return;
    const {signal} = (this.#running = new AbortController());
    try {
      const content = await request(this.api, signal);
      if (signal.aborted) return;
      show(content);
      this.setStatus('ready');
      this.listener.dispatch(new TavleLoadEvent());
    } catch (error) {
      if (!signal.aborted) this.fail(error, () => void this.load(request, show));
    }
  }

  /** Shows that a load has failed. */
  protected fail(error: unknown, retry: () => void): void {
    const reason = reasonOf(error);
    if (this.isCurrent) this.setStale({reason, retry});
    else this.setStatus(reason);
    this.listener.dispatch(new TavleErrorEvent('load', error));
  }
}
