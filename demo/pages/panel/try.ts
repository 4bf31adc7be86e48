// The tab "Try" of the developer panel, for `panel.ts`: failures, attributes and events. Add a control here that uses
// the element as a page would. Attributes and events come from the manifest: do not list any by hand.
import {html, nothing} from 'lit';

import {TavleAppErrorEvent} from '../../../client/dashboard/events.ts';
import {renderCheckbox, renderField} from '../fields.ts';
import {change, say, settings} from '../settings.ts';

/** Renders the simulation of slow and failing requests, and a button that reloads what the page shows. */
export function renderFailures(element: Element) {
  const simulate = (name: 'slow' | 'failing', label: string) =>
    renderCheckbox(label, settings[name] === 'true', isOn => change({[name]: isOn ? 'true' : 'false'}));
  const refresh = () => void (element as unknown as {refresh(): Promise<void>}).refresh();
  const failure = new TavleAppErrorEvent(new Error('The letters could not be shown.'));
  const breakLetters = () => document.querySelector('demo-digitalpost')?.dispatchEvent(failure);
  return html`
    <section>
      <h3>${say('Vis fejltilstande', 'Show error states')}</h3>
      ${simulate('slow', say('Langsom: hvert kald tager 3 sekunder', 'Slow: each request takes 3 seconds'))}
      ${simulate('failing', say('Fejl: ingen kald går igennem', 'Failing: every request fails'))}
      <div class="buttons">
        <button type="button" @click=${refresh}>${say('Kald refresh()', 'Call refresh()')}</button>
        ${
          element.localName === 'tavle-dashboard'
            ? html`<button type="button" @click=${breakLetters}>
                ${say('Lad Digital Post fejle én gang', 'Let Digital Post fail once')}
              </button>`
            : nothing
        }
      </div>
    </section>
  `;
}

/** Renders a control for each attribute that the manifest lists for an element. */
export function renderAttributes(element: Element) {
  const attributes = Object.entries(__ELEMENTS__.attributes[element.localName] ?? {});
  return html`
    <section>
      <h3>${say('Attributter', 'Attributes')}</h3>
      <div class="fields">${attributes.map(([name, type]) => renderAttribute(element, name, type))}</div>
    </section>
  `;
}

/** Renders the control of an attribute. @param type The TypeScript type of the attribute's property. */
function renderAttribute(element: Element, name: string, type: string) {
  const label = html`<code>${name}</code>`;
  if (type === 'boolean')
    return renderCheckbox(label, element.hasAttribute(name), isOn => element.toggleAttribute(name, isOn));
  const value = element.getAttribute(name) ?? '';
  const set = (next: string) => (next ? element.setAttribute(name, next) : element.removeAttribute(name));
  const literals = [...type.matchAll(/'(\w+)'/g)].map(([, literal = '']) => [literal, literal] as const);
  if (literals.length) {
    const options = [['', say('Standard', 'Default')] as const, ...literals];
    return renderField(name, label, value, set, {options, class: 'field'});
  }
  const inputType = name === 'date' ? 'date' : type === 'number' ? 'number' : 'text';
  return renderField(name, label, value, set, {type: inputType, isLazy: true});
}

/** Renders a log of events, the newest first, each with the fields that its class defines. */
export function renderEvents(log: readonly Event[], clear: () => void) {
  return html`
    <section>
      <div class="panel-row">
        <h3 id="haendelser">${say('Hændelser', 'Events')}</h3>
        <button type="button" id="ryd" aria-labelledby="ryd haendelser" @click=${clear}>
          ${say('Ryd', 'Clear')}
        </button>
      </div>
      <div class="log" role="region" aria-labelledby="haendelser" tabindex="0">
        <ol>
          ${log.map(
            event => html`
              <li>
                <code>${event.type}</code>
                ${Object.entries(event)
                  .filter(([name, value]) => name !== 'isTrusted' && value !== undefined)
                  .map(([name, value]) => html`<span class="log-field">${name}: ${String(value)}</span>`)}
              </li>
            `,
          )}
        </ol>
      </div>
    </section>
  `;
}
