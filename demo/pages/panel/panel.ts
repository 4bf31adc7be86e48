import './code.ts';
import './delivery.ts';
import './user-switcher.ts';

import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {TavleAppErrorEvent} from '../../../client/dashboard/events.ts';
import {DemoElement} from '../demo-element.ts';
import {type Both, change, notify, say} from '../settings.ts';
import {renderAppearance} from './appearance.ts';
import {renderAttributes} from './attributes.ts';
import {addEvent, renderEvents} from './events.ts';
import {renderFailures} from './failures.ts';

type Tab = 'proev' | 'lever' | 'kode';
const tabs: Record<Tab, Both> = {proev: ['Prøv', 'Try'], lever: ['Levér', 'Deliver'], kode: ['Kode', 'Code']};

/** The developer panel of the page's element. A click, an arrow key or a URL fragment selects a tab. */
@customElement('demo-panel')
export class Panel extends DemoElement {
  readonly #element = findElement();
  @state() private log: Parameters<typeof renderEvents>[0] = [];
  /** An editor has no deadlines. */
  readonly #tabNames = (Object.keys(tabs) as Tab[]).filter(
    name => name !== 'lever' || this.#element.localName !== 'tavle-editorial',
  );
  @state() private tab: Tab = this.#element.localName === 'tavle-calendar' ? 'lever' : 'proev';

  override connectedCallback(): void {
    super.connectedCallback();
    for (const name of __ELEMENTS__.events)
      this.#element.addEventListener(name, event => (this.log = addEvent(this.log, event)));
    new MutationObserver(notify).observe(this.#element, {attributes: true});
    addEventListener('hashchange', this.#followHash);
  }

  protected override firstUpdated(): void {
    this.#followHash();
  }

  protected override render() {
    const element = this.#element;
    return html`
      <div class="tabs" role="tablist" aria-labelledby="udviklere" @keydown=${this.#onKeydown}>
        ${this.#tabNames.map(name => this.#renderTab(name))}
      </div>
      ${this.#renderTabPanel('proev', [
        renderFailures(
          () => element.refresh(),
          element.localName === 'tavle-dashboard' ? renderBreakButton() : undefined,
        ),
        renderAppearance(),
        renderAttributes(element),
        renderEvents(this.log, () => (this.log = [])),
      ])}
      ${this.#tabNames.includes('lever') ? this.#renderTabPanel('lever', html`<demo-delivery></demo-delivery>`) : nothing}
      ${this.#renderTabPanel('kode', html`<demo-code .element=${element}></demo-code>`)}
    `;
  }

  #renderTab(name: Tab) {
    const isSelected = name === this.tab;
    return html`
      <button
        type="button"
        role="tab"
        id=${`fane-${name}`}
        aria-controls=${name}
        aria-selected=${isSelected ? 'true' : 'false'}
        tabindex=${isSelected ? 0 : -1}
        @click=${() => (this.tab = name)}
      >
        ${say(...tabs[name])}
      </button>
    `;
  }

  #renderTabPanel(name: Tab, content: unknown) {
    return html`<div
      role="tabpanel"
      id=${name}
      aria-labelledby=${`fane-${name}`}
      ?hidden=${name !== this.tab}
    >
      ${content}
    </div>`;
  }

  async #select(name: Tab | undefined): Promise<void> {
    if (!name) return;
    this.tab = name;
    await this.updateComplete;
    this.querySelector<HTMLElement>(`#fane-${name}`)?.focus();
  }

  readonly #onKeydown = (event: KeyboardEvent) => {
    const names = this.#tabNames;
    const index = names.indexOf(this.tab);
    const targets: Record<string, Tab | undefined> = {
      ArrowLeft: names.at(index - 1),
      ArrowRight: names[index + 1] ?? names[0],
      Home: names[0],
      End: names.at(-1),
    };
    if (targets[event.key]) event.preventDefault();
    void this.#select(targets[event.key]);
  };

  readonly #followHash = () => {
    const name = this.#tabNames.find(each => `#${each}` === location.hash);
    if (name) change({panel: 'open'});
    void this.#select(name);
  };
}

function findElement() {
  const element =
    document.querySelector('tavle-dashboard') ??
    document.querySelector('tavle-calendar') ??
    document.querySelector('tavle-editorial');
  if (!element) throw new Error('The page has no dashboard, calendar or list of editors.');
  return element;
}

/** Renders a button that lets the content of an app fail. */
function renderBreakButton() {
  const failure = new TavleAppErrorEvent(new Error('The letters could not be shown.'));
  return html`
    <button type="button" @click=${() => document.querySelector('demo-letters')?.dispatchEvent(failure)}>
      ${say('Lad Digital Post fejle én gang', 'Let Digital Post fail once')}
    </button>
  `;
}
