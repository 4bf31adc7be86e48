import type {AppState} from '../../../server/portal/app-state.ts';
import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleBeforeToggleEvent, TavleToggleEvent} from '../events.ts';
import {AppStates} from './app-states.ts';

/** An app of the page. */
export interface App {
  /** The name that the service knows. */
  readonly name: string;
  /** The name that people know. */
  readonly title: string;
}

/** The last change of an app. */
export interface LastToggle extends App {
  readonly activated: boolean;
  /** Why it was not saved. */
  readonly failure?: Reason;
}

export interface DashboardListener extends ModelListener {
  /** Returns the apps of the page, in their order. */
  apps(): readonly App[];
}

/** The state of a dashboard, and the actions that change it. Each action changes the state and then calls `changed()` of the listener. */
export class DashboardModel {
  readonly #listener: DashboardListener;
  #states: AppStates | undefined;
  /** Names of the apps whose states were requested last. */
  #requested: readonly string[] = [];
  /** Whether the states are known, or why they are not. */
  status: 'loading' | 'ready' | Reason = 'loading';
  /** The last change, if there is something to say about it. */
  last: LastToggle | undefined;

  constructor(listener: DashboardListener) {
    this.#listener = listener;
  }

  /** Whether the last change was saved, or is being saved, and can be undone. */
  get canUndo(): boolean {
    return this.last !== undefined && this.last.failure === undefined;
  }

  stateOf(name: string): AppState {
    return this.#states?.get(name) ?? 'hidden';
  }

  /** Starts from nothing, with another person; `api` is `undefined` while nobody is signed in. */
  connect(api: Api | undefined): void {
    const listener = this.#listener;
    this.#states?.stop();
    this.#states =
      api &&
      new AppStates(api, {
        changed: () => listener.changed(),
        saved: (name, activated) => {
          listener.dispatch(new TavleToggleEvent(name, activated));
          listener.saved();
        },
        failed: (name, activated, cause) => this.#failToSave(name, activated, cause),
      });
    this.last = undefined;
    this.setStatus('loading');
    void this.refresh();
  }

  setStatus(status: 'loading' | 'ready' | Reason): void {
    this.status = status;
    this.#listener.changed();
  }

  /** Loads the states if the page has other apps now. */
  updateApps(): void {
    this.#listener.changed();
    if (String(this.#names()) !== String(this.#requested)) void this.refresh();
  }

  /**
   * Turns an app on or off, unless the page cancels it.
   *
   * @returns Whether the app has another state.
   */
  toggle(app: App, activated: boolean): boolean {
    if (!this.#listener.dispatch(new TavleBeforeToggleEvent(app.name, activated))) return false;
    this.last = {...app, activated};
    this.#states?.set(app.name, activated);
    return true;
  }

  closeNotice(): void {
    this.last = undefined;
    this.#listener.changed();
  }

  /** Reloads the states. The apps stay visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    if (!this.#states || !this.#listener.isConnected()) return;
    this.#requested = this.#names();
    try {
      if (!(await this.#states.load(this.#requested))) return;
      this.setStatus('ready');
      this.#listener.dispatch(new TavleLoadEvent());
    } catch (error) {
      if (this.status !== 'ready') this.setStatus(reasonOf(error));
      this.#listener.dispatch(new TavleErrorEvent('load', error));
    }
  }

  #failToSave(name: string, activated: boolean, cause: unknown): void {
    const title = this.#listener.apps().find(app => app.name === name)?.title ?? name;
    this.last = {name, title, activated, failure: reasonOf(cause)};
    this.#listener.dispatch(new TavleErrorEvent('save', cause, {app: name}));
    // The service may have stored it even so.
    void this.refresh();
  }

  #names(): string[] {
    return this.#listener.apps().map(({name}) => name);
  }
}
