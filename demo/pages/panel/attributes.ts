import {byId, create} from '../dom.ts';
import type {Both} from '../language.ts';

const likePage: Both = {da: 'Som siden', en: 'Like the page'};
const automatic: Both = {da: 'Efter pladsen', en: 'Automatic'};

/** The attributes of the panel, with their values (a text in two languages for no attribute) or the type of their input. */
const controls: Record<string, readonly (Both | string)[] | 'checkbox' | 'date' | 'url'> = {
  view: [automatic, 'month', 'list'],
  date: 'date',
  'heading-level': ['2', '3', '4', '5'],
  lang: [likePage, 'da', 'en'],
  api: 'url',
  remember: 'checkbox',
};

/** Lets a developer change attributes of the element. */
export function chooseAttributes(element: HTMLElement): void {
  const {observedAttributes = []} = element.constructor as {observedAttributes?: readonly string[]};
  const names = Object.keys(controls).filter(name => name === 'lang' || observedAttributes.includes(name));
  byId('attributter').replaceChildren(...names.map(name => createField(element, name)));
}

function createField(element: HTMLElement, name: string): HTMLElement {
  const control = controls[name] ?? 'url';
  const field = typeof control === 'string' ? createInput(control, name) : createSelect(control, name);
  const isCheckbox = control === 'checkbox';
  if (isCheckbox) field.toggleAttribute('checked', element.hasAttribute(name));
  field.addEventListener('change', () => {
    if (!field.reportValidity()) return;
    if (isCheckbox) element.toggleAttribute(name);
    else if (field.value) element.setAttribute(name, field.value);
    else element.removeAttribute(name);
  });
  const label = create('label', {for: name}, create('code', {}, name));
  return isCheckbox
    ? create('div', {class: 'check field-wide'}, field, label)
    : create('div', {class: control === 'url' ? 'field field-wide' : 'field'}, label, field);
}

function createInput(type: string, id: string): HTMLInputElement {
  return create('input', {id, type, autocomplete: 'off', placeholder: type === 'url' ? location.origin : ''});
}

function createSelect(values: readonly (Both | string)[], id: string): HTMLSelectElement {
  const options = values.map(value =>
    typeof value === 'string'
      ? create('option', {}, value)
      : create('option', {value: '', 'data-en': value.en}, value.da),
  );
  return create('select', {id}, ...options);
}
