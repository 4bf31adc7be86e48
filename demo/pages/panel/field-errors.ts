import {create} from '../dom.ts';
import type {FieldErrors} from './delivery-response.ts';

/** Shows messages at invalid fields of a form, and focuses the first one. */
export function showFieldErrors(form: HTMLFormElement, errors: FieldErrors): void {
  const fields = [...form.elements].filter(field => (errors[nameOf(field)] ?? []).length > 0);
  for (const field of fields) {
    const name = nameOf(field);
    const id = `${name}-fejl`;
    field.after(create('p', {class: 'field-error', id, lang: 'en'}, (errors[name] ?? []).join(' ')));
    field.setAttribute('aria-invalid', 'true');
    field.setAttribute('aria-describedby', id);
  }
  (fields[0] as HTMLElement | undefined)?.focus();
}

export function clearFieldErrors(form: HTMLFormElement): void {
  for (const message of form.querySelectorAll('.field-error[id$="-fejl"]')) message.remove();
  for (const field of form.elements) {
    field.removeAttribute('aria-invalid');
    field.removeAttribute('aria-describedby');
  }
}

function nameOf(field: Element): string {
  return field.getAttribute('name') ?? '';
}
