import {html, nothing} from 'lit';

import {say} from '../settings.ts';

const maxEntries = 100;

interface Entry {
  readonly event: Event;
  readonly time: Date;
}

/** The events of an element, newest first. */
export class EventLog {
  readonly #changed: () => void;
  #entries: readonly Entry[] = [];

  constructor(element: HTMLElement, changed: () => void) {
    this.#changed = changed;
    for (const name of __ELEMENTS__.events) {
      element.addEventListener(name, event => {
        this.#show([{event, time: new Date()}, ...this.#entries].slice(0, maxEntries));
      });
    }
  }

  render() {
    return html`
      <section>
        <div class="panel-row">
          <h3 id="haendelser">${say('Hændelser', 'Events')}</h3>
          <button type="button" id="ryd" aria-labelledby="ryd haendelser" @click=${() => this.#show([])}>
            ${say('Ryd', 'Clear')}
          </button>
        </div>
        <div class="log" role="region" aria-labelledby="haendelser" tabindex="0">
          ${this.#entries.length ? nothing : html`<p class="log-empty">${say('Ingen endnu.', 'No events.')}</p>`}
          <ol reversed aria-live="off">
            ${this.#entries.map(
              ({event, time}) => html`
                <li>
                  <time datetime=${time.toISOString()}>${time.toTimeString().slice(0, 8)}</time>
                  <code>${event.type}</code> ${renderFields(event)}
                </li>
              `,
            )}
          </ol>
        </div>
      </section>
    `;
  }

  #show(entries: readonly Entry[]): void {
    this.#entries = entries;
    this.#changed();
  }
}

/** Renders the fields that the class of an event defines. */
function renderFields(event: Event) {
  return Object.entries(event)
    .filter(([name, value]) => name !== 'isTrusted' && value !== undefined)
    .map(([name, value]) => html`<span class="log-field">${name}: ${describe(value)}</span>`);
}

/** Returns a value as text, an error with its causes. */
function describe(value: unknown): string {
  const inner = value instanceof Error && value.cause !== undefined ? ` ← ${describe(value.cause)}` : '';
  return String(value) + inner;
}
