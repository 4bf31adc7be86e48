import {byId, create} from '../dom.ts';
import type {Both} from '../language.ts';

const asThePage: Both = {da: 'Som siden', en: 'As the page'};
const asThereIsRoom: Both = {da: 'Efter pladsen', en: 'As there is room'};

/** The attributes that the panel sets: by the values to choose from, the first one perhaps for none, or by the type of their input. */
const kinds: Record<string, readonly (Both | string)[] | 'checkbox' | 'date' | 'url'> = {
  view: [asThereIsRoom, 'month', 'list'],
  date: 'date',
  'heading-level': ['2', '3', '4', '5'],
  lang: [asThePage, 'da', 'en'],
  api: 'url',
  remember: 'checkbox',
};

/** Lets a developer set those of the element's attributes while it runs. */
export function chooseAttributes(element: HTMLElement): void {
  const {observedAttributes = []} = element.constructor as {observedAttributes?: readonly string[]};
  const names = Object.keys(kinds).filter(name => name === 'lang' || observedAttributes.includes(name));
  byId('attributter').replaceChildren(...names.map(name => createField(element, name)));
}

function createField(element: HTMLElement, name: string): HTMLElement {
  const kind = kinds[name] ?? 'url';
  const field = typeof kind === 'string' ? createInput(kind, name) : createSelect(kind, name);
  const isCheckbox = kind === 'checkbox';
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
    : create('div', {class: kind === 'url' ? 'field field-wide' : 'field'}, label, field);
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
