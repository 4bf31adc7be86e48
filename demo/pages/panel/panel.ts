// The developer panel next to an element of the demo, for developers of portals; `elements.ts` and `registry.ts` load
// it. Add a tab to `tabNames` and `#renderTab`. Keep the names of tabs, which URL fragments contain.
import './delivery.ts';
import './user-switcher.ts';

import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {DemoElement} from '../demo-element.ts';
import {type Both, change, notify, say, settings} from '../settings.ts';
import {renderAppearance} from './appearance.ts';
import {renderCode} from './code.ts';
import {renderAttributes, renderEvents, renderFailures} from './try.ts';

type Tab = 'proev' | 'lever' | 'kode';
const tabNames: Record<Tab, Both> = {
  proev: ['Prøv', 'Try'],
  lever: ['Levér', 'Deliver'],
  kode: ['Kode', 'Code'],
};
const maxEvents = 100;

/** The developer panel of the page's element. A click, an arrow key or a URL fragment selects a tab. */
@customElement('demo-panel')
export class Panel extends DemoElement {
  @state() private log: readonly Event[] = [];
  readonly #element: HTMLElement =
    document.querySelector<HTMLElement>('tavle-dashboard, tavle-calendar, tavle-editorial, demo-registry') ??
    this;
  readonly #name = this.#element.localName;
  /** The tabs of the element: the registry is not an element of the package, and an editor has no deadlines. */
  readonly #tabs: readonly Tab[] =
    this.#name === 'demo-registry'
      ? ['proev']
      : this.#name === 'tavle-editorial'
        ? ['proev', 'kode']
        : ['proev', 'lever', 'kode'];
  @state() private tab: Tab = this.#name === 'tavle-calendar' ? 'lever' : 'proev';

  override connectedCallback(): void {
    super.connectedCallback();
    for (const name of __ELEMENTS__.events)
      this.#element.addEventListener(name, event => (this.log = [event, ...this.log].slice(0, maxEvents)));
    new MutationObserver(notify).observe(this.#element, {attributes: true});
    addEventListener('hashchange', this.#followHash);
  }

  protected override firstUpdated(): void {
    this.#followHash();
  }

  protected override render() {
    const isOpen = settings.panel === 'open';
    document.documentElement.dataset.panel = settings.panel;
    return html`
      <aside class="panel panel-foldable" aria-labelledby="udviklere">
        <h2>
          <button
            type="button"
            class="panel-toggle"
            id="udviklere"
            aria-expanded=${isOpen ? 'true' : 'false'}
            @click=${() => change({panel: isOpen ? 'closed' : 'open'})}
          >
            ${say('Til udviklere', 'For developers')}
          </button>
        </h2>
        ${isOpen ? this.#renderTabs() : nothing}
      </aside>
    `;
  }

  #renderTabs() {
    const {tab} = this;
    return html`
      <div class="tabs" role="tablist" aria-labelledby="udviklere" @keydown=${this.#onKeydown}>
        ${this.#tabs.map(
          name => html`
            <button
              type="button"
              role="tab"
              id=${`fane-${name}`}
              aria-controls=${name === tab ? 'fanens-indhold' : nothing}
              aria-selected=${name === tab ? 'true' : 'false'}
              tabindex=${name === tab ? 0 : -1}
              @click=${() => (this.tab = name)}
            >
              ${say(...tabNames[name])}
            </button>
          `,
        )}
      </div>
      <div role="tabpanel" id="fanens-indhold" aria-labelledby=${`fane-${tab}`}>${this.#renderTab()}</div>
    `;
  }

  #renderTab() {
    const element = this.#element;
    if (this.tab === 'lever') return html`<demo-delivery></demo-delivery>`;
    if (this.tab === 'kode') return renderCode(element);
    const isElement = this.#tabs.includes('kode');
    return [
      renderFailures(element),
      renderAppearance(),
      isElement && renderAttributes(element),
      isElement && renderEvents(this.log, () => (this.log = [])),
    ];
  }

  async #select(name: Tab | undefined): Promise<void> {
    if (!name) return;
    this.tab = name;
    await this.updateComplete;
    this.querySelector<HTMLElement>(`#fane-${name}`)?.focus();
  }

  readonly #onKeydown = (event: KeyboardEvent) => {
    const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
    if (!step) return;
    const tabs = this.#tabs;
    void this.#select(tabs[(tabs.indexOf(this.tab) + step + tabs.length) % tabs.length]);
  };

  readonly #followHash = () => {
    const name = this.#tabs.find(each => `#${each}` === location.hash);
    if (name) change({panel: 'open'});
    void this.#select(name);
  };
}
