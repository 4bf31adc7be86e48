// The element `<tavle-dashboard>`, for portal pages. Most changes belong in `model/` (state) or `views/` (templates).
// The properties, events and parts below are public: you can add some, but do not rename any.
import {html, nothing, type PropertyValues} from 'lit';

import {FocusController, keepFocusUnobscured} from '../shared/controllers/focus.ts';
import {contextChange, provideContext} from '../shared/controllers/session.ts';
import {undoOnKey} from '../shared/controllers/gestures.ts';
import type {ModelListener} from '../shared/load-model.ts';
import {ServiceElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {type Notice, renderEmpty} from '../shared/templates.ts';
import {base, tokens} from '../styles/tokens.ts';
import {AppElements, appOf} from './controllers/app-elements.ts';
import {ArrangeController} from './controllers/arrange-controller.ts';
import {guardClicks} from './controllers/click-guard.ts';
import {DashboardModel} from './model/dashboard-model.ts';
import {dashboardSymbol} from './parts.ts';
import {dashboard, type DashboardStrings} from '../texts/da.ts';
import {styles} from './views/dashboard.styles.ts';
import {describeChanges, renderActive, renderDisabled, renderLoading} from './views/sections.ts';

/**
 * Shows a person's apps. The person turns them on and off and orders them, for all of their devices.
 *
 * It contains `<tavle-app>` elements, as children or at any depth. The active ones are shown first, then those that are off, each in the
 * person's order, or in that of the page until the person chooses one. Hidden apps and apps that the service does not know are not shown.
 *
 * @tag tavle-dashboard
 * @slot - `<tavle-app>` elements, or elements that contain them.
 * @csspart section - A section: the active apps or the disabled ones.
 * @csspart heading - The heading of a section, or of the text in its place.
 * @csspart count - The number of apps in a section.
 * @csspart arrange - The button that starts and ends arranging the apps.
 * @csspart empty - The text in place of the active apps when there are none.
 * @csspart failure - The error in place of the apps when their states can't be loaded.
 * @csspart signed-out - The text and the link in place of the apps when nobody is signed in.
 * @csspart notice - The bar that reports the last change.
 * @attr {'da' | 'en'} lang - The language. Default: `lang` of the closest ancestor, otherwise Danish.
 * @fires {TavleBeforeToggleEvent} tavle-before-toggle - Before an app is turned on or off; `preventDefault()` cancels it.
 * @fires {TavleToggleEvent} tavle-toggle - After the service has stored the change.
 * @fires {TavleOrderEvent} tavle-order - After the service has stored another order.
 * @fires {TavleLoadEvent} tavle-load - After the states were loaded or reloaded.
 * @fires {TavleErrorEvent} tavle-error - After the element has shown an error.
 */
export class TavleDashboard extends ServiceElement<DashboardStrings, DashboardModel> {
  static override shadowRootOptions: ShadowRootInit = {
    mode: 'open',
    // Cards move between the sections without DOM changes, which keeps their content.
    slotAssignment: 'manual',
  };
  static override styles = [tokens, base, shared, styles];

  readonly #apps: AppElements = new AppElements(this, this.model, () => Math.min(6, this.headingLevel + 1));
  readonly #focus = new FocusController(this, () =>
    this.renderRoot.querySelector('.empty .heading, section:not([hidden]) .heading'),
  );

  constructor() {
    super({danish: dashboard, feature: 'dashboard', channel: 'tavle-dashboard', required: ['getToken']});
    keepFocusUnobscured(this);
    guardClicks(this, this.#apps);
    new ArrangeController(this, this.model, this.#apps, this.#focus);
    this.addEventListener('click', this.#toggle, true);
    undoOnKey(this, () => this.model.canUndo && this.#undoOrRetry());
    provideContext(this);
  }

  protected override createModel(listener: ModelListener): DashboardModel {
    return new DashboardModel({
      ...listener,
      apps: () => this.#apps.all.map(appOf).filter(({name}) => name),
      dispatch: event => {
        // Sets the states of the apps before the next rendering, since listeners may read them.
        this.#apps.hostUpdated();
        return listener.dispatch(event);
      },
    });
  }

  /** @internal */
  [dashboardSymbol](): void {
    this.#apps.change();
  }

  protected override updated(changed: PropertyValues<this>): void {
    if (changed.has('getToken') || changed.has('api') || changed.has('loginUrl'))
      document.dispatchEvent(new CustomEvent(contextChange, {detail: this}));
  }

  protected override renderContent() {
    const {strings} = this.localize;
    const {state} = this.model;
    const level = this.headingLevel;
    if (state.status === 'loading') return renderLoading(strings, this.#apps.all.length);
    const {active, disabled} = this.#apps;
    const content = html`
      ${active.length ? nothing : renderEmpty({level, text: strings.noneActive}, disabled.length ? strings.noneActiveHint : strings.noApps)}
      ${renderActive(this.model, strings, level, active.length)}
      ${renderDisabled(this.model, strings, level, disabled.length)}
    `;
    return this.renderLoaded({content, level, notice: this.topNotice(this.#change(strings))});
  }

  /** Returns the notice of the last change. */
  #change(strings: DashboardStrings): Notice | undefined {
    const {last, noticed} = this.model;
    const [act, close] = [this.#undoOrRetry, this.#closeNotice];
    return last && {text: describeChanges(noticed, strings), failed: last.failure !== undefined, act, close};
  }

  readonly #toggle = (click: MouseEvent) => {
    const {app} = this.#apps.controlOf(click, '.switch') ?? {};
    if (!app || !this.model.toggle(appOf(app), app.state !== 'active')) return;
    // Keeps the focus on the switch, so that the same key undoes the change.
    if (app.shadowRoot?.activeElement)
      this.#focus.moveAfterUpdate(() => app.focusControl({preventScroll: true}));
  };

  readonly #undoOrRetry = (): boolean => {
    const {noticed, canUndo} = this.model;
    for (const change of noticed) {
      const app = this.#apps.named(change.name);
      if (!('activated' in change)) this.model.undoOrRetryMove(change);
      else if (app && this.model.toggle(appOf(app), change.activated !== canUndo) && canUndo)
        this.#focus.moveAfterUpdate(() => app.focusControl());
    }
    return true;
  };

  readonly #closeNotice = () => {
    const {last} = this.model;
    const app = last && this.#apps.named(last.name);
    this.model.closeNotice();
    this.#focus.moveAfterUpdate(() => app?.focusControl());
  };
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-dashboard': TavleDashboard;
  }
}
