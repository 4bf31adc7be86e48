import {html, nothing} from 'lit';

import {say} from '../settings.ts';

const maxEntries = 100;

/** An event of an element, and when it was fired. */
interface Entry {
  readonly event: Event;
  readonly time: Date;
}

/** Adds an event to a log, whose first one is the newest. */
export function addEvent(log: readonly Entry[], event: Event): readonly Entry[] {
  return [{event, time: new Date()}, ...log].slice(0, maxEntries);
}

/** Renders a log of events. */
export function renderEvents(log: readonly Entry[], clear: () => void) {
  return html`
    <section>
      <div class="panel-row">
        <h3 id="haendelser">${say('Hændelser', 'Events')}</h3>
        <button type="button" id="ryd" aria-labelledby="ryd haendelser" @click=${clear}>
          ${say('Ryd', 'Clear')}
        </button>
      </div>
      <div class="log" role="region" aria-labelledby="haendelser" tabindex="0">
        ${log.length ? nothing : html`<p class="log-empty">${say('Ingen endnu.', 'No events.')}</p>`}
        <ol reversed aria-live="off">
          ${log.map(renderEntry)}
        </ol>
      </div>
    </section>
  `;
}

/** Renders the event with the fields that its class defines. */
function renderEntry({event, time}: Entry) {
  const fields = Object.entries(event)
    .filter(([name, value]) => name !== 'isTrusted' && value !== undefined)
    .map(([name, value]) => html`<span class="log-field">${name}: ${describe(value)}</span>`);
  return html`
    <li>
      <time datetime=${time.toISOString()}>${time.toTimeString().slice(0, 8)}</time>
      <code>${event.type}</code> ${fields}
    </li>
  `;
}

/** Returns a value as text, an error with its causes. */
function describe(value: unknown): string {
  const inner = value instanceof Error && value.cause !== undefined ? ` ← ${describe(value.cause)}` : '';
  return String(value) + inner;
}
