import type {TavleDashboard} from '../../../client/index.ts';
import {byId} from '../dom.ts';

/** Lets a developer set the dashboard's attributes while it runs. */
export function chooseAttributes(dashboard: TavleDashboard): void {
  const level = byId('heading-level', HTMLSelectElement);
  level.addEventListener('change', () => dashboard.setAttribute('heading-level', level.value));

  const language = byId('lang', HTMLSelectElement);
  language.addEventListener('change', () => setOrRemove(dashboard, 'lang', language.value));

  const api = byId('api', HTMLInputElement);
  api.placeholder = location.origin;
  api.addEventListener('change', () => {
    if (api.reportValidity()) setOrRemove(dashboard, 'api', api.value);
  });
}

function setOrRemove(element: Element, attribute: string, value: string): void {
  if (value) element.setAttribute(attribute, value);
  else element.removeAttribute(attribute);
}
