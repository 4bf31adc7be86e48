import {html} from 'lit';

import {renderCheckbox, renderField, renderOptions} from '../fields.ts';
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
  if (type === 'boolean')
    return renderCheckbox(label, element.hasAttribute(name), isOn => element.toggleAttribute(name, isOn));
  const value = element.getAttribute(name) ?? '';
  const set = (next: string) => (next ? element.setAttribute(name, next) : element.removeAttribute(name));
  const literals = [...type.matchAll(/'(\w+)'/g)].map(([, literal = '']) => [literal, literal] as const);
  if (literals.length) {
    const options = renderOptions([['', say('Standard', 'Default')], ...literals], value);
    return renderField(name, label, value, set, {options, class: 'field'});
  }
  const inputType = name === 'date' ? 'date' : type === 'number' ? 'number' : 'text';
  const width = inputType === 'text' ? 'field field-wide' : 'field';
  return renderField(name, label, value, set, {type: inputType, isLazy: true, class: width});
}
