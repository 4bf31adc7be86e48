import type {ReactiveController, ReactiveControllerHost} from 'lit';

import type {AppState} from '../../../server/portal/app-state.ts';
import type {App, DashboardModel} from '../model/dashboard-model.ts';
import type {DashboardStrings} from '../strings/da.ts';
import type {TavleApp} from '../tavle-app.ts';

type Host = ReactiveControllerHost & HTMLElement & {readonly strings: Partial<DashboardStrings>};

/** The `<tavle-app>` children: tells the model of changes among them, and gives each its state and its place. */
export class AppElements implements ReactiveController {
  readonly #host: Host;
  readonly #model: DashboardModel;
  readonly #level: () => number;
  readonly #toggle: (app: TavleApp, activated: boolean) => void;
  readonly #observer = new MutationObserver(() => {
    this.#observe();
    this.#model.updateApps();
  });

  /**
   * @param level Returns the level of the apps' headings.
   * @param toggle Called when a person uses the switch of an app.
   */
  constructor(
    host: Host,
    model: DashboardModel,
    level: () => number,
    toggle: (app: TavleApp, activated: boolean) => void,
  ) {
    this.#host = host;
    this.#model = model;
    this.#level = level;
    this.#toggle = toggle;
    host.addController(this);
  }

  /** All children, in their order. */
  get all(): TavleApp[] {
    return [...this.#host.querySelectorAll<TavleApp>(':scope > tavle-app')];
  }

  inState(state: AppState): TavleApp[] {
    return this.all.filter(app => this.#model.stateOf(appOf(app).name) === state);
  }

  named(name: string): TavleApp | undefined {
    return this.all.find(app => appOf(app).name === name);
  }

  hostConnected(): void {
    this.#observe();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdated(): void {
    for (const app of this.all) {
      app.state = this.#model.stateOf(appOf(app).name);
      app.headingLevel = this.#level();
      app.strings = this.#host.strings;
      app.toggle = activated => this.#toggle(app, activated);
    }
    for (const slot of this.#host.shadowRoot?.querySelectorAll('slot') ?? []) {
      slot.assign(...this.inState(slot.name === 'active' ? 'active' : 'deactive'));
    }
  }

  #observe(): void {
    this.#observer.observe(this.#host, {childList: true});
    for (const app of this.all) this.#observer.observe(app, {attributeFilter: ['name', 'heading']});
  }
}

/** Reads the attributes: the children may be in the page before their element is defined. */
export function appOf(element: TavleApp): App {
  const name = element.getAttribute('name') ?? '';
  return {name, title: (element.getAttribute('heading') ?? '') || name};
}
