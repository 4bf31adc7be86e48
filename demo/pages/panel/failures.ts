import {html, nothing} from 'lit';

import {renderCheckbox} from '../fields.ts';
import {change, say, settings} from '../settings.ts';

/** Renders the simulation of slow and failing requests, with a button that reloads what the page shows, and optionally another one. */
export function renderFailures(refresh: () => Promise<void>, button: unknown = nothing) {
  const simulate = (name: 'slow' | 'failing', label: string) =>
    renderCheckbox(label, settings[name] === 'true', isOn => change({[name]: isOn ? 'true' : 'false'}));
  return html`
    <section>
      <h3>${say('Vis fejltilstande', 'Show error states')}</h3>
      ${simulate('slow', say('Langsom: hvert kald tager 3 sekunder', 'Slow: each request takes 3 seconds'))}
      ${simulate('failing', say('Fejl: ingen kald går igennem', 'Failing: every request fails'))}
      <div class="buttons">
        <button type="button" @click=${() => void refresh()}>
          ${say('Kald refresh()', 'Call refresh()')}
        </button>
        <button type="button" @click=${() => location.reload()}>
          ${say('Genindlæs siden', 'Reload the page')}
        </button>
        ${button}
      </div>
    </section>
  `;
}
