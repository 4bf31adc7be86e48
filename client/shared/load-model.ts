import {type Api, reasonOf} from '../api/api.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../events.ts';
import type {Reason} from '../texts/keys.ts';

// The base of the models that load from the service; the model of each element extends it. Here you can change what all
// models do when they load, fail or sign out. Models must not need a browser: elements render them and pass on what the
// page does.

/** The element that renders a model. */
export interface ModelListener {
  /** Returns whether the element is connected. Nothing is loaded while it isn't. */
  isConnected(): boolean;
  /** The state has changed and must be rendered. */
  changed(): void;
  /** Dispatches an event; returns `false` if the page has cancelled it. */
  dispatch(event: Event): boolean;
  /** The service has stored a change. */
  saved(): void;
}

/**
 * Whether content is shown. `failed`: it could not be loaded. `stale`: it is shown, but could not be reloaded. `signedOut`: nobody is signed in, and
 * nothing of a person is shown; `hadContent`: content was shown before.
 */
export type LoadState =
  | {readonly status: 'loading' | 'ready'; readonly reason?: undefined}
  | {readonly status: 'signedOut'; readonly hadContent: boolean; readonly reason?: undefined}
  | {readonly status: 'failed' | 'stale'; readonly reason: Reason};

/** The state of content that is loaded as a whole. Each action changes the state and then calls `changed()` of the listener. */
export abstract class LoadModel<Listener extends ModelListener = ModelListener> {
  protected readonly listener: Listener;
  /** `undefined` while a required property is missing. */
  protected api: Api | undefined;
  #running: AbortController | undefined;
  /** Later content replaces the first one without a loading state. */
  state: LoadState = {status: 'loading'};
  /** Whether the content matches the request: then it stays visible if a reload fails. */
  isCurrent = false;
  /** Whether reloads are silent: a failure keeps the state, and sets `hasFailed`. */
  isQuiet = false;
  /** Whether the last reload has failed silently. */
  hasFailed = false;
  /** Retries the load that has failed. */
  retry: () => void = () => void this.refresh();

  constructor(listener: Listener) {
    this.listener = listener;
  }

  /** Whether content is shown, current or outdated. */
  get isShown(): boolean {
    return this.state.status === 'ready' || this.state.status === 'stale';
  }

  /** Shows other content in place of the present one: of another service or person, or by another property, such as `cvr`. `api` is `undefined` while a required property is missing. */
  connect(api: Api | undefined): void {
    this.#clear(api, {status: 'loading'});
    void this.refresh();
  }

  /** Removes the content, and shows that nobody is signed in. `api` has another session; `undefined`: `getToken` was removed. */
  signOut(api: Api | undefined): void {
    const hadContent = this.state.status === 'signedOut' ? this.state.hadContent : this.isShown;
    this.#clear(api, {status: 'signedOut', hadContent});
  }

  /** Removes the content and all that the person has done. `api` is already the new one. */
  protected abstract clear(): void;

  #clear(api: Api | undefined, state: LoadState): void {
    this.stop();
    this.api = api;
    this.clear();
    this.setState(state);
  }

  /** Reloads the content. It stays visible while loading and if loading fails. */
  abstract refresh(): Promise<void>;

  setState(state: LoadState): void {
    this.state = state;
    this.isCurrent = this.isShown;
    this.listener.changed();
  }

  closeNotice(): void {
    if (this.state.status === 'stale') this.state = {status: 'ready'};
    this.listener.changed();
  }

  /** Aborts the load in progress. */
  stop(): void {
    this.#running?.abort();
  }

  /** Loads content. Aborts the load in progress. */
  protected async load<Content>(
    request: (api: Api, signal: AbortSignal) => Promise<Content>,
    show?: (content: Content) => void,
  ): Promise<void> {
    this.stop();
    if (!this.api || !this.listener.isConnected()) return;
    const {signal} = (this.#running = new AbortController());
    try {
      const content = await request(this.api, signal);
      if (signal.aborted) return;
      this.hasFailed = false;
      show?.(content);
      this.setState({status: 'ready'});
      this.listener.dispatch(new TavleLoadEvent());
    } catch (error) {
      if (signal.aborted) return;
      this.retry = () => void this.load(request, show);
      this.fail(error);
    }
  }

  /** Shows that a load has failed. */
  protected fail(error: unknown): void {
    this.hasFailed = this.isQuiet && this.isCurrent;
    if (this.hasFailed) return;
    this.showFailure(reasonOf(error));
    this.listener.dispatch(new TavleErrorEvent('load', error));
  }

  /** Shows that a required property is missing after ten seconds, or that the service can never accept the token. */
  reportMisuse(name: string): void {
    this.showFailure(name === 'cvr' ? 'noCompany' : 'other');
  }

  /** Shows a failure in place of the content, or next to content that matches the request. */
  showFailure(reason: Reason): void {
    this.setState({status: this.isCurrent ? 'stale' : 'failed', reason});
  }
}

/** The number of forms on a page of results. */
export const pageLength = 20;

/** Returns the number of forms to reload: all that are shown, within the maximum of the service. */
export const lengthOf = (forms: readonly unknown[]) => Math.max(pageLength, Math.min(100, forms.length));

/** The results of a person's search: the forms of `<tavle-form-search>` and of `<tavle-editorial>`. */
export abstract class CriteriaModel<Criteria extends {readonly text: string}> extends LoadModel {
  #timer: ReturnType<typeof setTimeout> | undefined;
  abstract criteria: Criteria;

  /**
   * The text of the search, cut to the maximum length of the field. The page's URL may have a longer text, and the service refuses more than 200
   * characters.
   */
  protected get query(): string {
    return this.criteria.text.trim().slice(0, 100);
  }

  /** Loads a page for the criteria. Default: the first one. */
  protected abstract loadPage(): Promise<void>;

  /** Changes criteria and searches, after a pause in which the criteria don't change again. Default: without a pause. */
  search(criteria: Partial<Criteria>, pauseMs = 0): void {
    this.criteria = {...this.criteria, ...criteria};
    this.stop();
    this.isCurrent = false;
    this.#timer = setTimeout(() => void this.loadPage(), pauseMs);
    this.closeNotice();
  }

  override stop(): void {
    clearTimeout(this.#timer);
    super.stop();
  }
}
