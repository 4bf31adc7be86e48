import type {ReactiveController, ReactiveControllerHost} from 'lit';

import type {AppState} from '../../api/responses.ts';
import {appName} from '../../shared/property-values.ts';
import type {App, DashboardModel} from '../model/dashboard-model.ts';
import type {DashboardStrings} from '../strings/da.ts';
import type {TavleApp} from '../tavle-app.ts';

type Host = ReactiveControllerHost & HTMLElement & {readonly strings: Partial<DashboardStrings>};

/** The attributes that the dashboard reads, and those that it sets: another script may have removed them. */
const attributeFilter = ['name', 'heading', 'locked', 'moving'];

/**
 * The `<tavle-app>` children. Notifies the model when they change, and sets their states and places.
 *
 * The children do not move in the DOM, since a framework may own them. Each is assigned to a separate slot, and the slots are in the person's
 * order, which applies to rendering, screen readers, print and the Tab key (WCAG 1.3.2, 2.4.3). The CSS property `order` would only change
 * the rendering; several children of one slot have the DOM's Tab order.
 */
export class AppElements implements ReactiveController {
  readonly #host: Host;
  readonly #model: DashboardModel;
  readonly #level: () => number;
  readonly #observer = new MutationObserver(() => {
    this.#observe();
    this.#model.updateApps();
  });

  /** @param level Returns the level of the apps' headings. */
  constructor(host: Host, model: DashboardModel, level: () => number) {
    this.#host = host;
    this.#model = model;
    this.#level = level;
    host.addController(this);
  }

  /** All children, in the order of the page. */
  get all(): TavleApp[] {
    return [...this.#host.querySelectorAll<TavleApp>(':scope > tavle-app')];
  }

  /** The children in the person's order. */
  inState(state: AppState): TavleApp[] {
    const {order} = this.#model;
    const placeOf = (app: TavleApp) => order.indexOf(appOf(app).name);
    return this.all
      .filter(app => this.#model.stateOf(appOf(app).name) === state)
      .sort((one, other) => placeOf(one) - placeOf(other));
  }

  named(name: string): TavleApp | undefined {
    return this.all.find(app => appOf(app).name === name);
  }

  /** Returns the control of an app that an event comes from. */
  controlOf(event: Event, selector: string): {app: TavleApp; control: HTMLElement} | undefined {
    const path = event.composedPath();
    const app = this.all.find(each => path.includes(each));
    const controls = app?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [];
    const control = [...controls].find(each => path.includes(each));
    return app && control && {app, control};
  }

  hostConnected(): void {
    this.#observe();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }

  hostUpdated(): void {
    for (const app of this.all) {
      const {name} = appOf(app);
      const place = this.#model.placeOf(name);
      Object.assign(app, {
        state: this.#model.stateOf(name),
        locked: this.#model.isLocked(name),
        moving: this.#model.isMoving(name),
        place: this.#model.isArranging && place.count > 1 ? place : undefined,
        headingLevel: this.#level(),
        strings: this.#host.strings,
      } satisfies Partial<TavleApp>);
    }
    const shown = [...this.inState('active'), ...this.inState('deactive')];
    const slots = this.#host.shadowRoot?.querySelectorAll('slot') ?? [];
    for (const [index, slot] of slots.entries()) slot.assign(...shown.slice(index, index + 1));
  }

  #observe(): void {
    this.#observer.observe(this.#host, {childList: true});
    for (const app of this.all) this.#observer.observe(app, {attributeFilter});
  }
}

/** Reads the attributes: an app may be in the page before its element is defined. */
export function appOf(element: Element): App {
  const name = appName(element.getAttribute('name')) ?? '';
  const heading = element.getAttribute('heading') ?? '';
  return {name, title: heading.trim() || name};
}
