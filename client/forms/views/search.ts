import {html, nothing} from 'lit';

import {renderHeading} from '../../shared/heading.ts';
import type {Authority, FoundForm, SearchModel} from '../model/search-model.ts';
import {plainText} from '../plain-text.ts';
import type {FormSearchStrings} from '../strings/da.ts';

export interface SearchView {
  readonly model: SearchModel;
  readonly level: number;
  readonly strings: FormSearchStrings;
  /** Returns the URL of a form's page; empty without one. */
  readonly urlOf: (form: FoundForm) => string;
  readonly onOpen: (event: Event, form: FoundForm) => void;
  readonly onMore: () => void;
}

/** The labels give no names: WebKit would take what is in them, the text of a button or an option, into the name of their field. */
export function renderFields({model, strings}: SearchView) {
  const {wanted, authorities} = model;
  const onInput = ({target}: Event) => model.search({text: (target as HTMLInputElement).value}, true);
  const onSubmit = (event: Event) => {
    event.preventDefault();
    model.search({});
  };
  return html`
    <form role="search" part="fields" @submit=${onSubmit}>
      <label>
        ${strings.search}
        <input
          class="field"
          type="search"
          aria-label=${strings.search}
          maxlength="100"
          autocomplete="off"
          .value=${wanted.text}
          @input=${onInput}
        />
      </label>
      ${renderFilter(
        strings.municipality,
        strings.all,
        authorities.flatMap(each => (each.kommunekode === null ? [] : [[each.kommunekode, each] as const])),
        wanted.municipality,
        municipality => model.search({municipality}),
      )}
      ${renderFilter(
        strings.authority,
        strings.all,
        authorities.flatMap(each => (each.kommunekode === null ? [[each.forkortelse, each] as const] : [])),
        wanted.authority,
        authority => model.search({authority}),
      )}
    </form>
  `;
}

function renderFilter(
  name: string,
  all: string,
  options: readonly (readonly [value: string, authority: Authority])[],
  selected: string,
  onSelect: (value: string) => void,
) {
  if (!options.length) return nothing;
  const onChange = ({target}: Event) => onSelect((target as HTMLSelectElement).value);
  return html`
    <label>
      ${name}
      <select class="field" aria-label=${name} @change=${onChange}>
        <option value="" ?selected=${selected === ''}>${all}</option>
        ${options.map(
          ([value, {navn}]) =>
            html`<option lang="da" value=${value} ?selected=${value === selected}>${navn}</option>`,
        )}
      </select>
    </label>
  `;
}

export function renderResults(view: SearchView) {
  const {model, level, strings, onMore} = view;
  const {forms, total} = model;
  if (!forms.length) {
    return html`
      <div class="empty" part="empty">
        ${renderHeading({level, text: strings.noneFound})}
        <p>${strings.noneFoundHint}</p>
      </div>
    `;
  }
  return html`
    ${renderHeading({level, text: strings.found(total)})}
    <ol class="results" part="results">
      ${forms.map(form => renderResult(view, form))}
    </ol>
    ${
      model.next
        ? html`<button class="button more" type="button" @click=${onMore}>${strings.showMore}</button>`
        : nothing
    }
  `;
}

function renderResult({model, strings, urlOf, onOpen}: SearchView, form: FoundForm) {
  const {myndighed, antalMyndigheder, titel, kortBeskrivelse} = form;
  const {municipality, authority: wanted} = model.wanted;
  const isOne = antalMyndigheder === 1 || municipality !== '' || wanted !== '';
  const authority = isOne ? myndighed.navn : strings.andOthers(myndighed.navn, antalMyndigheder - 1);
  return html`
    <li class="result" part="result">
      <a lang="da" href=${urlOf(form) || '#'} @click=${(event: Event) => onOpen(event, form)}>${titel}</a>
      ${kortBeskrivelse ? html`<div lang="da">${plainText(kortBeskrivelse)}</div>` : nothing}
      <p>${authority}</p>
    </li>
  `;
}
