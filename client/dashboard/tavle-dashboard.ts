import {html, nothing} from 'lit';
import {query, state} from 'lit/decorators.js';

import type {AppState} from '../../server/portal/app-state.ts';
import type {Api} from '../api/api.ts';
import {reasonOf} from '../api/reason.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../events.ts';
import {Localize} from '../localize/localize.ts';
import type {Reason} from '../localize/shared-strings.ts';
import {renderFailure} from '../shared/failure.ts';
import {renderNotice} from '../shared/notice.ts';
import {ServiceElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {isUndoKey} from '../shared/undo-key.ts';
import {base, tokens} from '../styles/tokens.ts';
import {TavleBeforeToggleEvent, TavleToggleEvent} from './events.ts';
import {AppStates} from './model/app-states.ts';
import {describeToggle, type LastToggle} from './model/last-toggle.ts';
import {dictionaries} from './strings/dictionaries.ts';
import type {DashboardStrings} from './strings/strings.ts';
import type {TavleApp} from './tavle-app.ts';
import {styles} from './views/dashboard.styles.ts';
import {renderEmpty, renderLoading, renderSection} from './views/sections.ts';

type View = 'loading' | 'ready' | Reason;

/**
 * A dashboard of apps that each person turns on and off, and finds so again on every device.
 *
 * Its children are `<tavle-app>` elements; they are shown in the order in which they stand, first those that are active, then
 * those that are off. Hidden apps and apps that the service does not know are not shown.
 *
 * @tag tavle-dashboard
 * @slot - `<tavle-app>` elements.
 * @csspart section - Either section: the active apps and the disabled ones.
 * @csspart heading - The heading of a section, or of what stands in its place.
 * @csspart count - The number of apps in a section.
 * @csspart empty - What stands in place of the active apps when there is none.
 * @csspart failure - What stands in place of everything when the states can't be read.
 * @csspart notice - The bar that tells of the last change.
 * @attr {'da' | 'en'} lang - The language. Default: that of the closest element that has one, else Danish.
 * @fires {TavleBeforeToggleEvent} tavle-before-toggle - Before an app is turned on or off; `preventDefault()` keeps it as it is.
 * @fires {TavleToggleEvent} tavle-toggle - After the service has stored that.
 * @fires {TavleLoadEvent} tavle-load - After the states were read, also when they are read anew.
 * @fires {TavleErrorEvent} tavle-error - After something failed and the person was told.
 */
export class TavleDashboard extends ServiceElement<DashboardStrings> {
  static override shadowRootOptions: ShadowRootInit = {
    ...ServiceElement.shadowRootOptions,
    // Cards move between the sections without being touched: their content lives on.
    slotAssignment: 'manual',
  };
  static override styles = [tokens, base, shared, styles];

  @state() private view: View = 'loading';
  @state() private last: LastToggle | undefined;

  @query('slot[name="active"]') private readonly activeSlot!: HTMLSlotElement | null;
  @query('slot[name="disabled"]') private readonly disabledSlot!: HTMLSlotElement | null;
  @query('.empty .heading, section:not([hidden]) .heading')
  protected override readonly place!: HTMLElement | null;

  readonly #localize = new Localize(this, dictionaries);
  readonly #children = new MutationObserver(() => {
    this.#watchChildren();
    this.requestUpdate();
    const names = this.#apps.map(nameOf);
    // An app that only writes its properties to its attributes is no news.
    if (String(names) !== String(this.#asked)) void this.refresh();
  });
  #asked: readonly string[] = [];
  #states: AppStates | undefined;

  override async refresh(): Promise<void> {
    const states = this.#states;
    if (!states || !this.isConnected) return;
    this.#asked = this.#apps.map(nameOf);
    try {
      const read = await states.read(this.#asked);
      if (!read) return;
      this.view = 'ready';
      this.requestUpdate();
      this.dispatchEvent(new TavleLoadEvent());
    } catch (error) {
      if (this.view !== 'ready') this.view = reasonOf(error);
      this.dispatchEvent(new TavleErrorEvent('load', error));
    }
  }

  override connectedCallback(): void {
    super.connectedCallback();
    this.#watchChildren();
    this.addEventListener('keydown', this.#onKeyDown);
    if (this.hasUpdated) void this.refresh();
  }

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    this.#children.disconnect();
    this.removeEventListener('keydown', this.#onKeyDown);
  }

  protected override updated(): void {
    const level = this.#level + 1;
    for (const app of this.#apps) {
      app.state = this.#stateOf(app);
      app.headingLevel = level;
      app.strings = this.strings;
      app.toggle = activated => this.#toggle(app, activated);
    }
    this.activeSlot?.assign(...this.#inState('active'));
    this.disabledSlot?.assign(...this.#inState('deactive'));
    super.updated();
  }

  protected override render() {
    const {strings} = this.#localize;
    if (this.view === 'loading') return renderLoading(strings, this.#apps.length);
    const level = this.#level;
    if (this.view !== 'ready') {
      const failure = {reason: this.view, retrying: this.retrying, level};
      return renderFailure(failure, strings, () => void this.retry());
    }
    const active = this.#inState('active').length;
    const disabled = this.#inState('deactive').length;
    return html`
      ${active ? nothing : renderEmpty(strings, level, disabled > 0)}
      ${renderSection(level, 'active', strings.activeApps, active)}
      ${renderSection(level, 'disabled', strings.disabledApps, disabled)}
      ${renderNotice(this.#describeLast(strings), strings)}
    `;
  }

  get #apps(): TavleApp[] {
    return [...this.querySelectorAll<TavleApp>(':scope > tavle-app')];
  }

  get #level(): number {
    return this.levelUpTo(5);
  }

  #inState(wanted: AppState): TavleApp[] {
    return this.#apps.filter(app => this.#stateOf(app) === wanted);
  }

  #stateOf(app: TavleApp): AppState {
    return this.#states?.get(nameOf(app)) ?? 'hidden';
  }

  protected override begin(api: Api | undefined): void {
    this.#states?.stop();
    this.#states = undefined;
    this.view = 'loading';
    this.last = undefined;
    if (!api) return;
    this.#states = new AppStates(api, {
      changed: () => this.requestUpdate(),
      saved: (app, activated) => {
        this.dispatchEvent(new TavleToggleEvent(app, activated));
        this.freshness.tell();
      },
      failed: (app, activated, cause) => this.#tellFailure(app, activated, cause),
    });
    void this.refresh();
  }

  protected override complain(): void {
    this.view = 'other';
  }

  #watchChildren(): void {
    this.#children.observe(this, {childList: true});
    for (const app of this.#apps) this.#children.observe(app, {attributeFilter: ['name', 'heading']});
  }

  #toggle(app: TavleApp, activated: boolean, focusNext = this.#focusAfter(app)): void {
    const name = nameOf(app);
    if (!this.dispatchEvent(new TavleBeforeToggleEvent(name, activated))) return;
    this.focusNext = focusNext;
    this.last = {app: name, title: titleOf(app), activated};
    this.#states?.wish(name, activated);
  }

  /** Where the focus goes when an app leaves its section: to its neighbour, or to what comes in place of the section. */
  #focusAfter(app: TavleApp): (() => void) | undefined {
    const hasFocus = (this.getRootNode() as Document | ShadowRoot).activeElement === app;
    if (!hasFocus) return undefined;
    const section = this.#inState(this.#stateOf(app));
    const place = section.indexOf(app);
    const neighbour = section[place + 1] ?? section[place - 1];
    return neighbour ? () => neighbour.focusSwitch() : () => this.place?.focus();
  }

  #tellFailure(name: string, activated: boolean, cause: unknown): void {
    const app = this.#named(name);
    this.last = {app: name, title: app ? titleOf(app) : name, activated, failure: reasonOf(cause)};
    this.dispatchEvent(new TavleErrorEvent('save', cause, {app: name}));
    // The service may have stored it all the same.
    void this.refresh();
  }

  #named(name: string): TavleApp | undefined {
    return this.#apps.find(app => nameOf(app) === name);
  }

  #describeLast(strings: DashboardStrings) {
    return (
      this.last && {
        text: describeToggle(this.last, strings),
        failed: this.last.failure !== undefined,
        act: this.#undoOrRetry,
        close: this.#closeNotice,
      }
    );
  }

  readonly #undoOrRetry = () => {
    if (!this.last) return;
    const {app: name, activated, failure} = this.last;
    const app = this.#named(name);
    if (!app) return;
    if (failure === undefined) this.#toggle(app, !activated, () => app.focusSwitch());
    else this.#toggle(app, activated, undefined);
  };

  readonly #closeNotice = () => {
    const app = this.last && this.#named(this.last.app);
    this.last = undefined;
    this.focusNext = () => app?.focusSwitch();
  };

  readonly #onKeyDown = (event: KeyboardEvent) => {
    if (!isUndoKey(event) || !this.last || this.last.failure !== undefined) return;
    event.preventDefault();
    this.#undoOrRetry();
  };
}

/** The attribute, since an app may stand here before its own element is defined. */
function nameOf(app: TavleApp): string {
  return app.getAttribute('name') ?? '';
}

function titleOf(app: TavleApp): string {
  return app.heading || app.name;
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-dashboard': TavleDashboard;
  }
}
