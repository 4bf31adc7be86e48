// Search fields and skeletons, for the form elements and `<tavle-editorial>`; the calendar uses `valueIn` and
// `onEnter`. A change affects all of these. Use no `<form>`, since a sandbox may ignore it. Names of parts are public.

import {html} from 'lit';

import {isEscape, isModified, useKey} from './controllers/gestures.ts';
import {renderButton} from './templates.ts';

/** The pause after a key, in milliseconds, before the search starts. */
const typingPauseMs = 250;

export interface SearchFields {
  readonly text: string;
  readonly strings: {readonly search: string; readonly submit: string};
  /** Name of the choice. */
  readonly choice: string;
  readonly options: unknown;
  /** The text of the chosen option; '' if everything is chosen. */
  readonly chosen: string | undefined;
  /** Searches, after a pause in milliseconds. */
  readonly search: (criteria: {text?: string}, pauseMs?: number) => void;
  readonly choose: (value: string) => void;
}

/** Renders rows that look like the content that is loading. */
export const renderSkeleton = (rows: number) =>
  html`<div aria-hidden="true">${Array.from({length: rows}, () => html`<div class="skeleton"></div>`)}</div>`;

export const valueIn = ({target}: Event) =>
  (target as HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement).value;

/**
 * Returns a listener for `keydown` that submits fields at Enter in an input. The elements have no `<form>`: a sandbox without `allow-forms`
 * silently ignores submissions.
 */
export const onEnter = (submit: (event: Event) => void) => (event: KeyboardEvent) => {
  const isSubmit = event.key === 'Enter' && !event.isComposing && !isModified(event);
  if (!isSubmit || !(event.target instanceof HTMLInputElement)) return;
  useKey(event);
  submit(event);
};

/**
 * Renders a search field, a choice and a button, for forms and editors. `part` names are public. Fields have `aria-label`: WebKit would add the
 * text of options and buttons inside a label to a field's name.
 */
export function renderSearchFields({text, strings, choice, options, chosen, search, choose}: SearchFields) {
  // Clears the field on Escape. Some browsers do this, but a modal around the field would also close.
  const clear = (event: KeyboardEvent) => {
    if (!isEscape(event) || event.isComposing || !valueIn(event)) return;
    (event.target as HTMLInputElement).value = '';
    useKey(event);
    search({text: ''});
  };
  return html`
    <div class="form" role="search" part="fields" @keydown=${onEnter(() => search({}))}>
      <label>
        ${strings.search}
        <input
          class="field"
          type="search"
          aria-label=${strings.search}
          maxlength="100"
          autocomplete="off"
          .value=${text}
          @input=${(event: Event) => search({text: valueIn(event)}, typingPauseMs)}
          @keydown=${clear}
        />
      </label>
      <label>
        ${choice}
        <select class="field" aria-label=${choice} @change=${(event: Event) => choose(valueIn(event))}>
          ${options}
        </select>
      </label>
      ${renderButton(strings.submit, () => search({}), {kind: 'primary'})}
    </div>
    ${text && html`<p class="printed">${strings.search}: ${text}</p>`}
    ${chosen && html`<p class="printed">${choice}: ${chosen}</p>`}
  `;
}
