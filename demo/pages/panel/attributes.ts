import {html} from 'lit';
import {live} from 'lit/directives/live.js';

import {renderField, renderOptions} from '../fields.ts';
import {say} from '../settings.ts';

/** Renders a control for each attribute that the manifest lists for an element. */
export function renderAttributes(element: HTMLElement) {
  const attributes = Object.entries(__ELEMENTS__.attributes[element.localName] ?? {});
  return html`
    <section>
      <h3>${say('Attributter', 'Attributes')}</h3>
      <div class="fields">${attributes.map(([name, type]) => renderControl(element, name, type))}</div>
    </section>
  `;
}

/** @param type The TypeScript type of the attribute's property. */
function renderControl(element: HTMLElement, name: string, type: string) {
  const label = html`<code>${name}</code>`;
  if (type === 'boolean') {
    const toggle = () => element.toggleAttribute(name);
    return html`
      <div class="check field-wide">
        <input id=${name} type="checkbox" .checked=${live(element.hasAttribute(name))} @change=${toggle} />
        <label for=${name}>${label}</label>
      </div>
    `;
  }
  const value = element.getAttribute(name) ?? '';
  const onChange = (next: string) =>
    next ? element.setAttribute(name, next) : element.removeAttribute(name);
  const literals = [...type.matchAll(/'(\w+)'/g)].map(([, literal = '']) => [literal, literal] as const);
  if (literals.length) {
    const options = renderOptions([['', say('Standard', 'Default')], ...literals], value);
    return renderField({id: name, label, value, options, onChange, class: 'field'});
  }
  const inputType = name === 'date' ? 'date' : type === 'number' ? 'number' : 'text';
  const width = inputType === 'text' ? 'field field-wide' : 'field';
  return renderField({id: name, label, value, type: inputType, onChange, class: width});
}
