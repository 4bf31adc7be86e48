// The fields and the results of `<tavle-form-search>`, for `tavle-form-search.ts`. Here you can change what a result
// shows; the model searches. Show a supplier's markup with `plainText` only. Names of parts are public.

import {html, nothing} from 'lit';

import {absoluteUrl, type Heading, renderButton, renderEmpty, renderHeading} from '../../shared/templates.ts';
import type {FoundForm} from '../../api/responses.ts';
import type {SearchCriteria, SearchModel} from '../model/search-model.ts';
import {plainText} from '../../shared/markup.ts';
import {renderSearchFields} from '../../shared/search-fields.ts';
import type {FormSearchStrings} from '../../texts/da.ts';

/** The groups of authorities, in their order. */
const authorityTypes = ['stat', 'region', 'kommune'] as const;

export interface SearchView {
  readonly model: SearchModel;
  /** The heading above the results, or above the message that no form was found. */
  readonly heading: Heading;
  readonly strings: FormSearchStrings;
  /** Changes criteria and searches, after a pause in milliseconds. */
  readonly search: (criteria: Partial<SearchCriteria>, pauseMs?: number) => void;
  /** Returns the URL of a form's page; empty without one. */
  readonly urlOf: (form: FoundForm) => string;
  readonly onOpen: (event: MouseEvent, form: FoundForm) => void;
  readonly onMore: () => void;
}

export function renderFields({model, strings, search}: SearchView) {
  const {criteria, authorities} = model;
  const option = (value: string, text: string, lang: 'da' | typeof nothing = 'da') => html`
    <option lang=${lang} value=${value} .selected=${value === criteria.authority}>${text}</option>
  `;
  const listed = authorities.find(({forkortelse}) => forkortelse === criteria.authority);
  const options = html`
    ${option('', strings.allAuthorities, nothing)}
    ${criteria.authority && !listed ? option(criteria.authority, criteria.authority) : nothing}
    ${authorityTypes.map(type => {
      const group = authorities.filter(each => each.type === type);
      return group.length
        ? html`<optgroup label=${strings.authorityGroups[type]}>
            ${group.map(({forkortelse, navn}) => option(forkortelse, navn))}
          </optgroup>`
        : nothing;
    })}
  `;
  return renderSearchFields({
    text: criteria.text,
    strings,
    choice: strings.authority,
    options,
    chosen: listed?.navn ?? criteria.authority,
    search,
    choose: authority => search({authority}),
  });
}

/** Renders the forms that were found. The `part` names are public: see `TavleFormSearch`. */
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
        ? html`${renderButton(strings.showMore, onMore, {kind: 'more'})}
            <p class="printed">${strings.printedFirst(model.forms.length, model.total)}</p>`
        : nothing
    }
  `;
}

/** Renders that there are no results, with buttons that widen the search. */
function renderNoneFound({model, heading, strings, search}: SearchView) {
  const {text, authority} = model.criteria;
  const action = (label: string, criteria: Partial<SearchCriteria>) =>
    renderButton(label, () => search(criteria));
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
  const {myndighed, titel} = form;
  const summary = plainText(form.kortBeskrivelse);
  const others = model.criteria.authority ? 0 : form.antalMyndigheder - 1;
  return html`
    <li class="result" part="result">
      <a
        lang="da"
        href=${urlOf(form) || '#'}
        data-url=${absoluteUrl(urlOf(form))}
        @click=${(event: MouseEvent) => onOpen(event, form)}
        >${titel}</a
      >
      ${summary ? html`<div lang="da">${summary}</div>` : nothing}
      <p>${others ? strings.andOthers(myndighed.navn, others) : myndighed.navn}</p>
    </li>
  `;
}
