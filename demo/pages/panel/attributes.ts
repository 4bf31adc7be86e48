import {byId} from '../dom.ts';

type Field = HTMLInputElement | HTMLSelectElement;

/** Lets a developer set the element's attributes while it runs: each field with `data-attribute` sets that one. */
export function chooseAttributes(element: HTMLElement): void {
  for (const field of document.querySelectorAll<Field>('[data-attribute]')) {
    const attribute = field.dataset.attribute ?? '';
    if (isCheckbox(field)) field.checked = element.hasAttribute(attribute);
    field.addEventListener('change', () => {
      if (!field.reportValidity()) return;
      if (isCheckbox(field)) element.toggleAttribute(attribute, field.checked);
      else if (field.value) element.setAttribute(attribute, field.value);
      else element.removeAttribute(attribute);
    });
  }
  byId('api', HTMLInputElement).placeholder = location.origin;
}

function isCheckbox(field: Field): field is HTMLInputElement {
  return field.type === 'checkbox';
}
