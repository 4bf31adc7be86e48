import {html, nothing} from 'lit';

import {type Heading, renderHeading} from '../../shared/heading.ts';
import type {FoundForm, SearchCriteria, SearchModel} from '../model/search-model.ts';
import {plainText} from '../../shared/markup.ts';
import type {FormSearchStrings} from '../strings/da.ts';
import {renderEmpty} from '../../shared/empty.ts';

/** The pause after a key, in milliseconds, before the search starts. */
const typingPauseMs = 250;

/** The groups of authorities, in their order. */
const authorityTypes = ['stat', 'region', 'kommune'] as const;

export interface SearchView {
  readonly model: SearchModel;
  /** The heading of the results, or of the text in their place. */
  readonly heading: Heading;
  readonly strings: FormSearchStrings;
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
  const {criteria, authorities} = model;
  const option = (value: string, text: string, lang: 'da' | typeof nothing = 'da') => html`
    <option lang=${lang} value=${value} .selected=${value === criteria.authority}>${text}</option>
  `;
  const isListed = authorities.some(({forkortelse}) => forkortelse === criteria.authority);
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
          .value=${criteria.text}
          @input=${(event: Event) => model.search({text: valueIn(event)}, typingPauseMs)}
        />
      </label>
      <label>
        ${strings.authority}
        <select
          class="field"
          aria-label=${strings.authority}
          @change=${(event: Event) => model.search({authority: valueIn(event)})}
        >
          ${option('', strings.allAuthorities, nothing)}
          ${criteria.authority && !isListed ? option(criteria.authority, criteria.authority) : nothing}
          ${authorityTypes.map(type => {
            const group = authorities.filter(each => each.type === type);
            return group.length
              ? html`<optgroup label=${strings.authorityGroups[type]}>
                  ${group.map(({forkortelse, navn}) => option(forkortelse, navn))}
                </optgroup>`
              : nothing;
          })}
        </select>
      </label>
      <button class="button primary">${strings.submit}</button>
    </form>
  `;
}

const valueIn = ({target}: Event) => (target as HTMLInputElement | HTMLSelectElement).value;

export function renderResults(view: SearchView) {
  const {model, heading, strings, onMore} = view;
  if (!model.total) return renderNoneFound(view);
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

/** Renders that there are no results, with ways to have some. */
function renderNoneFound({model, heading, strings}: SearchView) {
  const {text, authority} = model.criteria;
  const action = (label: string, criteria: Partial<SearchCriteria>) =>
    html`<button class="button" type="button" @click=${() => model.search(criteria)}>${label}</button>`;
  if (!text && !authority) return renderEmpty(heading, '');
  return renderEmpty(
    heading,
    text ? strings.noneFoundHint : '',
    html`<div class="actions">
      ${authority && text ? action(strings.searchAllAuthorities, {authority: ''}) : nothing}
      ${action(strings.showAll, {text: '', authority: ''})}
    </div>`,
  );
}

function renderResult({model, strings, urlOf, onOpen}: SearchView, form: FoundForm) {
  const {myndighed, titel, kortBeskrivelse} = form;
  const others = model.criteria.authority ? 0 : form.antalMyndigheder - 1;
  return html`
    <li class="result" part="result">
      <a lang="da" href=${urlOf(form) || '#'} @click=${(event: Event) => onOpen(event, form)}>${titel}</a>
      ${kortBeskrivelse ? html`<div lang="da">${plainText(kortBeskrivelse)}</div>` : nothing}
      <p>${others ? strings.andOthers(myndighed.navn, others) : myndighed.navn}</p>
    </li>
  `;
}
