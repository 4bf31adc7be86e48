import {html, nothing} from 'lit';

import {change, say, settings} from '../settings.ts';

/**
 * Renders the simulation of slow and failing requests.
 *
 * @param refresh Reloads what the page shows.
 * @param button Another button.
 */
export function renderFailures(refresh: () => Promise<void>, button?: unknown) {
  return html`
    <section>
      <h3>${say('Vis fejltilstande', 'Show error states')}</h3>
      ${renderCheckbox('slow', say('Langsom: hvert kald tager 3 sekunder', 'Slow: each request takes 3 seconds'))}
      ${renderCheckbox('failing', say('Fejl: ingen kald går igennem', 'Failing: every request fails'))}
      <div class="buttons">
        <button type="button" @click=${() => void refresh()}>
          ${say('Kald refresh()', 'Call refresh()')}
        </button>
        <button type="button" @click=${() => location.reload()}>
          ${say('Genindlæs siden', 'Reload the page')}
        </button>
        ${button ?? nothing}
      </div>
    </section>
  `;
}

function renderCheckbox(name: 'slow' | 'failing', label: string) {
  const onChange = ({target}: Event) =>
    change({[name]: (target as HTMLInputElement).checked ? 'true' : 'false'});
  return html`
    <label class="check">
      <input type="checkbox" .checked=${settings[name] === 'true'} @change=${onChange} />
      <span>${label}</span>
    </label>
  `;
}
