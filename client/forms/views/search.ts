import {html, nothing} from 'lit';

import {type Heading, renderHeading} from '../../shared/heading.ts';
import type {Authority, FoundForm, SearchModel} from '../model/search-model.ts';
import {plainText} from '../plain-text.ts';
import type {CoreStrings} from '../strings/da.ts';
import {renderEmpty} from './empty.ts';

/** The pause after a key, in milliseconds, before the search starts. */
const typingPauseMs = 250;

export interface SearchView {
  readonly model: SearchModel;
  /** The heading of the results, or of the text in their place. */
  readonly heading: Heading;
  readonly strings: CoreStrings;
  /** Returns the URL of a form's page; empty without one. */
  readonly urlOf: (form: FoundForm) => string;
  readonly onOpen: (event: Event, form: FoundForm) => void;
  readonly onMore: () => void;
}

/** Fields have `aria-label`: WebKit would add the text of options and buttons inside a label to a field's name. */
export function renderFields({model, strings}: SearchView) {
  const onSubmit = (event: Event) => {
    event.preventDefault();
    model.search({});
  };
  const filter = (name: 'municipality' | 'authority', valueOf: (authority: Authority) => string) => {
    const options = model.authorities.filter(valueOf);
    const selected = model.criteria[name];
    return options.length
      ? html`
          <label>
            ${strings[name]}
            <select
              class="field"
              aria-label=${strings[name]}
              @change=${(event: Event) => model.search({[name]: valueIn(event)})}
            >
              <option value="" ?selected=${!selected}>${strings.all}</option>
              ${options.map(
                each =>
                  html`<option lang="da" value=${valueOf(each)} ?selected=${valueOf(each) === selected}>
                    ${each.navn}
                  </option>`,
              )}
            </select>
          </label>
        `
      : nothing;
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
          .value=${model.criteria.text}
          @input=${(event: Event) => model.search({text: valueIn(event)}, typingPauseMs)}
        />
      </label>
      ${filter('municipality', each => each.kommunekode ?? '')}
      ${filter('authority', each => (each.kommunekode ? '' : each.forkortelse))}
    </form>
  `;
}

const valueIn = ({target}: Event) => (target as HTMLInputElement | HTMLSelectElement).value;

export function renderResults(view: SearchView) {
  const {model, heading, strings, onMore} = view;
  if (!model.total) return renderEmpty(heading, strings.noneFoundHint);
  return html`
    ${renderHeading(heading)}
    <ol class="results" part="results" ?inert=${!model.isCurrent}>
      ${model.forms.map(form => renderResult(view, form))}
    </ol>
    ${
      model.next
        ? html`<button class="button more" type="button" @click=${onMore}>${strings.showMore}</button>`
        : nothing
    }
  `;
}

function renderResult({model, strings, urlOf, onOpen}: SearchView, form: FoundForm) {
  const {myndighed, titel, kortBeskrivelse} = form;
  const {municipality, authority} = model.criteria;
  const others = municipality || authority ? 0 : form.antalMyndigheder - 1;
  return html`
    <li class="result" part="result">
      <a lang="da" href=${urlOf(form) || '#'} @click=${(event: Event) => onOpen(event, form)}>${titel}</a>
      ${kortBeskrivelse ? html`<div lang="da">${plainText(kortBeskrivelse)}</div>` : nothing}
      <p>${others ? strings.andOthers(myndighed.navn, others) : myndighed.navn}</p>
    </li>
  `;
}
