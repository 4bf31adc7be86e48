import {type Api, reasonOf} from '../../api/api.ts';
import {SavedValues} from '../../api/optimistic-updates.ts';
import type {
  AppActivationResponse,
  AppOrderResponse,
  AppState,
  AppStatesResponse,
} from '../../api/responses.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../texts/keys.ts';
import {LoadModel, type ModelListener} from '../../shared/load-model.ts';
import {TavleBeforeToggleEvent, TavleOrderEvent, TavleToggleEvent} from '../events.ts';

// The model of `<tavle-dashboard>`: the states of a person's apps, and their order. `tavle-dashboard.ts` creates it,
// its controllers call the actions and its views read the state. A new action changes the state and then calls
// `changed()`. Do not use the DOM here. Apps of other pages keep their places in a saved order.

/** The maximum number of apps in one request, and in an order: the limit of the service. */
const maxApps = 100;

const statePath = '/dashboard/1/apps/state';
const orderPath = '/dashboard/1/apps/order';

export interface App {
  /** The name in the service. */
  readonly name: string;
  /** The visible name. */
  readonly title: string;
}

/** An app that was turned on or off. */
export interface Toggle extends App {
  readonly activated: boolean;
  /** Why the change was not saved. */
  readonly failure?: Reason;
}

/** The place of an app among the active ones, from 1. */
export interface Place {
  readonly place: number;
  readonly count: number;
}

/** An app that was moved among the active ones, and its place after that. */
export interface Move extends App, Place {
  /** The order of all apps of the page before and after the move. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** Why the move was not saved. */
  readonly failure?: Reason;
}

export interface DashboardListener extends ModelListener {
  /** Returns the apps of the page, in their order. */
  apps(): readonly App[];
}

/** The state of a dashboard, and the actions that change it. Each action changes the state and then calls `changed()` of the listener. */
export class DashboardModel extends LoadModel<DashboardListener> {
  #states: SavedValues<string, AppState> | undefined;
  #order: SavedValues<'order', readonly string[]> | undefined;
  #locked: readonly string[] = [];
  /** Names of apps that the service does not know. */
  unknown: ReadonlySet<string> = new Set();
  /** Names of the apps whose states were requested last. */
  #requested: readonly string[] = [];
  /** The order of all apps, with the pending move. */
  #preview: readonly string[] | undefined;
  /** The last saved change. */
  #lastMove: Move | undefined;
  /** The changes that were not saved: of an app's state by its name, and the move by ''. Each stays until it is made again or the notice is closed. */
  readonly #failed = new Map<string, Toggle | Move>();
  /** The last change, if there is a notice about it. */
  last: Toggle | Move | undefined;
  /** Whether the person arranges the apps; `undefined` before the first time. */
  isArranging: boolean | undefined;
  /** The app that is being moved, or whose move was canceled; `held` before its first step. */
  moving: (App & {readonly step: 'held' | 'moved' | 'canceled'}) | undefined;

  /** Whether the apps have switches. Also true while no app is active: otherwise nobody could turn one on. */
  get isArrangingShown(): boolean {
    return (this.isArranging ?? false) || !this.#active().length;
  }

  /** Whether the last change was saved, or is being saved, and can be undone. */
  get canUndo(): boolean {
    return this.last !== undefined && this.last.failure === undefined && !this.#preview;
  }

  /** The changes of the notice: the last one, or all that were not saved. */
  get noticed(): readonly (Toggle | Move)[] {
    const {last} = this;
    return last && last.failure === undefined ? [last] : [...this.#failed.values()];
  }

  /** Names of all apps of the page in the person's order, as shown. */
  get order(): readonly string[] {
    return arrange(this.#names(), this.#preview ?? this.#storedOrder);
  }

  stateOf(name: string): AppState {
    return this.#states?.get(name) ?? 'hidden';
  }

  isLocked(name: string): boolean {
    return this.#locked.includes(name);
  }

  placeOf(name: string): Place {
    const active = this.#active();
    return {place: active.indexOf(name) + 1, count: active.length};
  }

  isMoving(name: string): boolean {
    return this.#preview !== undefined && this.moving?.name === name;
  }

  protected override clear(): void {
    const {api, listener} = this;
    const changed = () => listener.changed();
    const saved = (event: Event) => {
      listener.dispatch(event);
      listener.saved();
    };
    this.#states?.stop();
    this.#order?.stop();
    this.#states =
      api &&
      new SavedValues((app, state) => writeState(api, app, state), {
        changed,
        saved: (name, state) => saved(new TavleToggleEvent(name, state === 'active')),
        failed: (name, state, cause) => {
          const app = listener.apps().find(each => each.name === name);
          this.#failToSave(name, app && {...app, activated: state === 'active'}, cause);
        },
      });
    this.#order =
      api &&
      new SavedValues(
        async (_, apps) => ((await api.call('PUT', orderPath, {body: {apps}})) as AppOrderResponse).apps,
        {
          changed,
          saved: (_, apps) => saved(new TavleOrderEvent(apps)),
          failed: (_key, _apps, cause) => this.#failToSave('', this.#lastMove, cause),
        },
      );
    this.last = this.#lastMove = this.moving = this.isArranging = this.#preview = undefined;
    this.#failed.clear();
    this.#locked = [];
  }

  /** Loads the states if the page has other apps now. Forgets changes of apps that are gone. */
  updateApps(): void {
    this.#review();
    if (String(this.#names()) !== String(this.#requested)) void this.refresh();
  }

  /**
   * Turns an app on or off, unless the page cancels it.
   *
   * @returns Whether the app's state has changed.
   */
  toggle(app: App, activated: boolean): boolean {
    if (!this.listener.dispatch(new TavleBeforeToggleEvent(app.name, activated))) return false;
    this.isArranging = this.isArrangingShown;
    this.#failed.delete(app.name);
    this.last = {...app, activated};
    this.#states?.add(app.name, activated ? 'active' : 'deactive');
    return true;
  }

  /** Starts or ends arranging the apps. Drops an app that is being moved. */
  setArranging(isArranging: boolean): void {
    this.drop();
    this.isArranging = isArranging;
    this.moving = undefined;
    this.listener.changed();
  }

  /** Starts to move an active app. */
  hold(app: App): void {
    this.drop();
    this.#preview = this.order;
    this.moving = {...app, step: 'held'};
    this.listener.changed();
  }

  /** Moves the held app to a place among the active ones, from 1, clamped to the ends. */
  moveTo(place: number): void {
    const {moving} = this;
    if (!moving || !this.#preview || this.stateOf(moving.name) !== 'active') return;
    this.#preview = moveAmong(this.order, this.#active(), moving.name, place - 1);
    this.moving = {...moving, step: 'moved'};
    this.listener.changed();
  }

  /** Saves the place of the held app. */
  drop(): void {
    const {moving} = this;
    const after = this.#preview;
    if (!moving || !after) return;
    const {name, title} = moving;
    this.#preview = this.moving = undefined;
    this.#saveMove({name, title, before: this.order, after});
  }

  cancelMove(): void {
    if (!this.moving || !this.#preview) return;
    this.#preview = undefined;
    this.moving = {...this.moving, step: 'canceled'};
    this.listener.changed();
  }

  undoOrRetryMove({name, title, before, after, failure}: Move): void {
    const [from, to] = failure === undefined ? [after, before] : [before, after];
    this.#saveMove({name, title, before: from, after: to});
  }

  override closeNotice(): void {
    this.#failed.clear();
    this.last = undefined;
    super.closeNotice();
  }

  /** Reloads the states and the order. The apps stay visible while loading and if loading fails. */
  override refresh(): Promise<void> {
    const names = (this.#requested = this.#names());
    const load = (api: Api, signal: AbortSignal) => {
      const response = api.call('GET', `${orderPath}?locked=true`, {signal}) as Promise<AppOrderResponse>;
      const order = response.then(({apps, locked = []}) => {
        this.#locked = locked;
        return new Map([['order' as const, apps]]);
      });
      const states = readStates(api, names, signal);
      return Promise.all([this.#states?.load(names, states), this.#order?.load(['order'], order)]);
    };
    return this.load(load, () => {
      this.unknown = new Set(names.filter(name => this.#states?.get(name) === undefined));
    });
  }

  /** Keeps the notice of a failed save, since a failed reload has the same reason. */
  override showFailure(reason: Reason): void {
    if (this.last?.failure === undefined) super.showFailure(reason);
  }

  #saveMove(move: Omit<Move, keyof Place>): void {
    if (String(move.before) === String(move.after)) {
      this.listener.changed();
      return;
    }
    this.#failed.delete('');
    // Apps of other pages keep their places.
    const apps = arrange([...this.#storedOrder, ...move.after], move.after).slice(0, maxApps);
    this.#order?.add('order', apps);
    this.last = this.#lastMove = {...move, ...this.placeOf(move.name)};
  }

  #failToSave(app: string, change: Toggle | Move | undefined, cause: unknown): void {
    if (change) this.#failed.set(app, (this.last = {...change, failure: reasonOf(cause)}));
    this.listener.dispatch(new TavleErrorEvent('save', cause, app ? {app} : {}));
    // The service may have stored the change.
    void this.refresh().then(() => this.#review());
  }

  /** Forgets failed changes that the service has stored all the same, and changes of apps that the page no longer has. */
  #review(): void {
    const isGone = (app?: App) => app && !this.order.includes(app.name);
    if (isGone(this.moving)) this.#preview = this.moving = undefined;
    for (const [app, change] of this.#failed) {
      const isStored =
        'activated' in change
          ? this.stateOf(app) === (change.activated ? 'active' : 'deactive')
          : String(this.order) === String(change.after);
      if (isStored || isGone(change)) this.#failed.delete(app);
    }
    if (this.last?.failure !== undefined || isGone(this.last)) this.last = [...this.#failed.values()].at(-1);
    this.listener.changed();
  }

  /** Names of apps, also of those that are not on this page. */
  get #storedOrder(): readonly string[] {
    return this.#order?.get('order') ?? [];
  }

  #names(): string[] {
    return this.listener.apps().map(({name}) => name);
  }

  #active(): string[] {
    return this.order.filter(name => this.stateOf(name) === 'active');
  }
}

/**
 * Returns the names of a page in a person's order. A name that is missing in the order follows the one that precedes it on the page.
 *
 * @param names In the order of the page. Duplicates are ignored.
 * @param order Names that are not on the page are ignored.
 */
export function arrange(names: readonly string[], order: readonly string[]): string[] {
  const arranged = order.filter(name => names.includes(name));
  for (const [index, name] of names.entries()) {
    if (!arranged.includes(name)) arranged.splice(arranged.indexOf(names[index - 1] ?? '') + 1, 0, name);
  }
  return arranged;
}

/**
 * Moves a name to a place among some of the names. The others keep their places.
 *
 * @param some The names among which it moves, itself included, in their order.
 * @param place From 0. Clamped to the ends.
 */
export function moveAmong(
  all: readonly string[],
  some: readonly string[],
  name: string,
  place: number,
): string[] {
  const moved = some.filter(other => other !== name);
  moved.splice(Math.max(place, 0), 0, name);
  return all.map(other => (some.includes(other) ? (moved.shift() ?? other) : other));
}

/** Returns the states of the apps that the service knows, by name. */
async function readStates(
  api: Api,
  apps: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, AppState>> {
  const requests = [];
  for (let start = 0; start < apps.length; start += maxApps) {
    const query = apps.slice(start, start + maxApps).map(app => `apps=${encodeURIComponent(app)}`);
    requests.push(api.call('GET', `${statePath}?${query.join('&')}`, {signal}));
  }
  const responses = (await Promise.all(requests)) as AppStatesResponse[];
  return new Map(responses.flatMap(Object.entries<{state: AppState}>).map(([app, {state}]) => [app, state]));
}

/** Turns an app on or off. Returns the state that is stored now. */
async function writeState(api: Api, app: string, state: AppState): Promise<AppState> {
  const query = `app=${encodeURIComponent(app)}&activated=${String(state === 'active')}`;
  const response = (await api.call('PUT', `${statePath}?${query}`)) as AppActivationResponse;
  return response[app] ? 'active' : 'deactive';
}
