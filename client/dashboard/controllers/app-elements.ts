import type {ReactiveController, ReactiveControllerHost} from 'lit';

import type {AppState} from '../../api/responses.ts';
import {listen} from '../../shared/controllers/listen.ts';
import {appName} from '../../shared/property-values.ts';
import {warnOnce} from '../../shared/property.ts';
import type {App, DashboardModel} from '../model/dashboard-model.ts';
import {type Dashboard, dashboardOf, isApp} from '../parts.ts';
import type {DashboardStrings} from '../../texts/da.ts';
import type {TavleApp} from '../tavle-app.ts';

// Finds the apps in the page and shows them in the person's order, for `<tavle-dashboard>` and its other controllers.
// What the dashboard passes to its apps is set in `hostUpdated`: add a property there. Never move apps in the DOM: a
// framework may own them.

type Host = ReactiveControllerHost & Dashboard & {readonly strings: Partial<DashboardStrings>};

/** The attributes to watch: those that the dashboard reads, and those that it sets, which another script may remove. */
const attributeFilter = ['name', 'heading', 'locked', 'moving'];

/**
 * The apps of a dashboard. Notifies the model when they change, and sets their states and places.
 *
 * The apps do not move in the DOM, since a framework may own them. Each child of the dashboard that is an app or contains one is assigned to a
 * separate slot, and the slots are in the person's order, which applies to rendering, screen readers, print and the Tab key (WCAG 1.3.2, 2.4.3).
 * The CSS property `order` would only change the rendering, not the Tab order. It is only used for apps with a common parent in the dashboard,
 * as a CMS writes them: these share one slot, in the section of active apps if one of them is active.
 */
export class AppElements implements ReactiveController {
  readonly #host: Host;
  readonly #model: DashboardModel;
  readonly #level: () => number;
  readonly #observer = new MutationObserver(() => this.change());
  /** Observes what {@link #arrangeSiblings} sets. Waits for a frame: if another script also restores its own values, both would otherwise block the page. */
  readonly #styleObserver = new MutationObserver(() =>
    requestAnimationFrame(() => {
      if (this.#host.isConnected) this.#arrangeSiblings();
    }),
  );
  #found: TavleApp[] | undefined;
  #isChanging = false;

  /** @param level Returns the level of the apps' headings. */
  constructor(host: Host, model: DashboardModel, level: () => number) {
    this.#host = host;
    this.#model = model;
    this.#level = level;
    host.addController(this);
    for (const type of ['beforeprint', 'afterprint']) listen(host, window, type, this.#nameSlots);
  }

  /** All apps, in the order of the page. */
  get all(): readonly TavleApp[] {
    this.#found ??= [...this.#host.querySelectorAll<TavleApp>('*')].filter(
      element => isApp(element) && dashboardOf(element) === this.#host,
    );
    return this.#found;
  }

  /** The apps of the section of active ones. */
  get active(): readonly TavleApp[] {
    return this.inState('active');
  }

  /** The apps of the section of disabled ones. Apps whose parent contains an active app stay next to it. */
  get disabled(): readonly TavleApp[] {
    const units = new Set(this.active.map(app => this.#unitOf(app)));
    return this.inState('deactive').filter(app => !units.has(this.#unitOf(app)));
  }

  /** Looks for the apps again, once for all apps that are added at the same time. */
  change(): void {
    this.#found = undefined;
    if (this.#isChanging) return;
    this.#isChanging = true;
    queueMicrotask(() => {
      this.#isChanging = false;
      if (!this.#host.isConnected) return;
      this.#observe();
      this.#model.updateApps();
    });
  }

  /** Returns the apps in a state, in the person's order. */
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

  /** Returns the app, and its control, from which an event comes. */
  controlOf(event: Event, selector: string): {app: TavleApp; control: HTMLElement} | undefined {
    const path = event.composedPath();
    const app = this.all.find(each => path.includes(each));
    const controls = app?.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [];
    const control = [...controls].find(each => path.includes(each));
    return app && control && {app, control};
  }

  hostConnected(): void {
    this.#found = undefined;
    this.#observe();
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
    this.#styleObserver.disconnect();
  }

  /** Names the slots during print: Firefox prints a copy of the page, in which only names assign children to slots. */
  readonly #nameSlots = ({type}: Event): void => {
    for (const [index, slot] of this.#slots('').entries()) {
      slot.name = type === 'beforeprint' ? String(index) : '';
      for (const unit of slot.assignedElements())
        if (slot.name) unit.slot = slot.name;
        else unit.removeAttribute('slot');
    }
  };

  #slots(section: string): readonly HTMLSlotElement[] {
    return [...(this.#host.shadowRoot?.querySelectorAll<HTMLSlotElement>(`${section} slot`) ?? [])];
  }

  hostUpdated(): void {
    for (const app of this.all) {
      const {name} = appOf(app);
      const place = this.#model.placeOf(name);
      Object.assign(app, {
        state: this.#model.stateOf(name),
        locked: this.#model.isLocked(name),
        moving: this.#model.isMoving(name),
        arranging: this.#model.isArrangingShown,
        place: this.#model.isArrangingShown && place.count > 1 ? place : undefined,
        headingLevel: this.#level(),
        strings: this.#host.strings,
      } satisfies Partial<TavleApp>);
      if (name && this.#model.unknown.has(name))
        warnOnce(
          app,
          'unknown',
          `<tavle-app name="${name}"> is not shown: the portal file of the service does not have it.`,
        );
    }
    this.#assign('.active', this.active);
    this.#assign('.disabled', this.disabled);
    this.#arrangeSiblings();
  }

  /** Assigns the children of the dashboard that contain the apps of a section to the slots of this section. */
  #assign(section: string, apps: readonly TavleApp[]): void {
    const units = [...new Set(apps.map(app => this.#unitOf(app)))];
    for (const [index, slot] of this.#slots(section).entries()) {
      const unit = units[index];
      slot.classList.toggle('wrapped', unit !== undefined && !isApp(unit));
      slot.assign(...(unit ? [unit] : []));
    }
  }

  /** Puts apps with a common parent into the person's order, again after another script has changed it. */
  #arrangeSiblings(): void {
    const wrapped = this.all.filter(app => this.#unitOf(app) !== app);
    if (!wrapped.length) return;
    const shown = [...this.active, ...this.inState('deactive')];
    const observe = (element: Element) =>
      this.#styleObserver.observe(element, {attributeFilter: ['style', 'hidden']});
    for (const app of this.all) {
      app.style.order = String(shown.indexOf(app));
      observe(app);
    }
    for (const app of wrapped) {
      app.hidden = !shown.includes(app);
      // The style sheet does this for a child of the dashboard.
      for (let box = app.parentElement; box && box.parentElement !== this.#host; box = box.parentElement) {
        box.style.display = 'contents';
        observe(box);
      }
    }
    // Ignores its own changes.
    this.#styleObserver.takeRecords();
  }

  /** Returns the child of the dashboard that is the app or contains it. */
  #unitOf(app: Element): Element {
    let unit = app;
    while (unit.parentElement && unit.parentElement !== this.#host) unit = unit.parentElement;
    return unit;
  }

  #observe(): void {
    this.#observer.observe(this.#host, {childList: true});
    for (const app of this.all) this.#observer.observe(app, {attributeFilter});
  }
}

/** Returns the name and title of an app. Reads its attributes while its element is not defined. */
export function appOf(element: Element): App {
  const {name, heading} = isApp(element)
    ? (element as TavleApp)
    : {name: appName(element.getAttribute('name')) ?? '', heading: element.getAttribute('heading') ?? ''};
  return {name, title: heading.trim() || name};
}
