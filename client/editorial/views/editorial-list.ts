import {html, nothing} from 'lit';

import {renderEmpty} from '../../shared/empty.ts';
import {renderHeading} from '../../shared/heading.ts';
import {renderSearchFields} from '../../shared/search-fields.ts';
import type {EditorialCriteria, EditorialForm} from '../model/editorial-model.ts';
import {type EditorialView, renderForm} from './editorial-form.ts';

/** The values of `tilstand` in interface G, and the keys of `strings.states`. */
const states = ['publiceret', 'planlagt', 'afpubliceret'] as const;

/** Renders the fields of the search, which starts while the person types. */
export function renderFields({model, strings}: EditorialView) {
  const {text, state} = model.criteria;
  const option = (value: string, label: string) =>
    html`<option value=${value} .selected=${value === state}>${label}</option>`;
  return renderSearchFields({
    text,
    label: strings.search,
    choice: strings.state,
    options: [option('', strings.allStates), states.map(each => option(each, strings.states[each]))],
    submit: strings.submit,
    search: (changed, pauseMs) => model.search(changed, pauseMs),
    choose: value => model.search({state: value as EditorialCriteria['state']}),
  });
}

/** Renders the forms with new suggestions, then the others. The `part` names are public: see `TavleEditorial`. */
export function renderList(view: EditorialView) {
  const {model, strings, level, onMore} = view;
  const {forms, newCount, next, criteria} = model;
  const button = (text: string, act: () => void) =>
    html`<button class="button more" type="button" @click=${act}>${text}</button>`;
  const more = next ? button(strings.showMore, onMore) : nothing;
  if (!forms.length) {
    const isFiltered = criteria.text || criteria.state;
    const all = button(strings.showAll, () => model.search({text: '', state: ''}));
    const hint = next ? strings.noneFoundYet : isFiltered ? strings.noneFoundHint : '';
    const actions = html`<div class="actions">${more} ${isFiltered ? all : nothing}</div>`;
    return renderEmpty({level, text: strings.noneFound}, hint, actions);
  }
  return html`
    <div ?inert=${!model.isCurrent}>
      ${renderPart(view, strings.newSuggestions, forms.slice(0, newCount))}
      ${renderPart(view, strings.otherForms, forms.slice(newCount))}
    </div>
    ${more}
  `;
}

function renderPart(view: EditorialView, text: string, forms: readonly EditorialForm[]) {
  if (!forms.length) return nothing;
  return html`
    ${renderHeading({level: view.level, text})}
    <ol class="results" part="results">
      ${forms.map(form => renderForm(view, form))}
    </ol>
  `;
}
