/* eslint lit-a11y/no-redundant-role: off -- The display of cards on a phone would take the roles of a table away. */

// The search fields and the list of form variants, which an editor changes in place, for `tavle-editorial.ts`. Add a
// column or a field here, and its value to the model. Keep the roles of the table, also where phones show cards. Texts
// of suppliers and editors are Danish (`lang="da"`). Names of parts are public.

import {html, nothing} from 'lit';
import {repeat} from 'lit/directives/repeat.js';

import type {EditorialForm} from '../../api/responses.ts';
import type {Language} from '../../texts/keys.ts';
import {outwardTarget} from '../../shared/frame.ts';
import {renderButton, renderEmpty} from '../../shared/templates.ts';
import {onEnter, renderSearchFields, valueIn} from '../../shared/search-fields.ts';
import {type Edit, type EditorialModel, maxKeywordsLength} from '../model/editorial-model.ts';
import type {EditorialStrings} from '../../texts/da.ts';

export interface EditorialView {
  readonly model: EditorialModel;
  /** Level of the headings of the list's parts, 1 to 5. */
  readonly level: number;
  readonly language: Language;
  readonly strings: EditorialStrings;
  readonly act: (form: EditorialForm, action: () => Promise<void> | void) => void;
  readonly onMore: () => void;
  readonly undo: () => void;
}

/** The values of `tilstand` in interface G, and the keys of `strings.states`. */
const states = ['publiceret', 'planlagt', 'afpubliceret'] as const;

/** Renders the fields of the search, which starts while the person types. The choices have the number of their forms. */
export function renderFields({model, strings}: EditorialView) {
  const {text, state} = model.criteria;
  const {tilstande, nyeForslag} = model.overview ?? {};
  const option = (value: string, label: string, count?: number) =>
    html`<option value=${value} .selected=${value === state}>
      ${label}${count === undefined ? '' : ` (${count})`}
    </option>`;
  const total = tilstande && states.reduce((sum, each) => sum + tilstande[each], 0);
  return renderSearchFields({
    text,
    strings,
    choice: strings.state,
    options: [
      option('', strings.allStates, total),
      option('nye', strings.newSuggestions, nyeForslag),
      states.map(each => option(each, strings.states[each], tilstande?.[each])),
    ],
    chosen: state === 'nye' ? strings.newSuggestions : state && strings.states[state],
    search: (changed, pauseMs) => model.search(changed, pauseMs),
    choose: value => model.search({state: value as EditorialForm['tilstand'] | 'nye' | ''}),
  });
}

/** Renders the forms as a table, those with new suggestions first; cards on a phone. The `part` names are public: see `TavleEditorial`. */
export function renderList(view: EditorialView) {
  const {model, strings, level, onMore} = view;
  const {forms, hasMore, criteria} = model;
  const button = (text: string, act: () => void) => renderButton(text, act, {kind: 'more'});
  const more = hasMore
    ? html`${button(strings.showMore, onMore)}
        <p class="printed">${strings.printedPart}</p>`
    : nothing;
  if (!forms.length) {
    const isFiltered = criteria.text || criteria.state;
    const all = button(strings.showAll, () => model.search({text: '', state: ''}));
    const hint = hasMore ? strings.noneFoundYet : isFiltered ? strings.noneFoundHint : '';
    const actions = html`<div class="actions">${more} ${isFiltered ? all : nothing}</div>`;
    return renderEmpty({level, text: strings.noneFound}, hint, actions);
  }
  const {form, state, suggestion, keywords, dates, actions} = strings;
  // The roles are for cards: some browsers remove the roles of a table without table layout.
  return html`
    <table role="table" part="results" aria-label=${strings.forms} ?inert=${!model.isCurrent}>
      <thead role="rowgroup">
        <tr role="row">
          ${[form, state, suggestion, keywords, dates, actions].map(name => html`<th role="columnheader" scope="col">${name}</th>`)}
        </tr>
      </thead>
      ${repeat(
        forms,
        ({diaId}) => diaId,
        each => renderForm(view, each),
      )}
    </table>
    ${more}
  `;
}

/** Renders a form as a row, and below it its fields while it is open. Marks texts of suppliers and editors as Danish. The `part` names are public. */
function renderForm(view: EditorialView, form: EditorialForm) {
  const {model, language, strings, act, undo} = view;
  const {titel, url, tilstand, forslagTilSoegeord: suggestion, soegeord: keywords, myndigheder} = form;
  const edit = model.editOf(form);
  const titleId = `title-${form.diaId}`;
  const isWaiting = form.nyeForslag && !edit?.isOpen;
  const canUndo = !edit && model.canUndo && model.last?.form.diaId === form.diaId;
  return html`
    <tbody role="rowgroup" class="item" part="result" data-id=${form.diaId}>
      <tr role="row">
        <th role="rowheader" scope="row" lang="da">
          ${url ? html`<a id=${titleId} href=${url} target=${outwardTarget()}>${titel}</a>` : html`<span id=${titleId}>${titel}</span>`}
          <small>${myndigheder.join(', ')}</small>
        </th>
        <td role="cell" data-name=${strings.state}>
          <span class="state ${tilstand}" part="state">${strings.states[tilstand]}</span>
        </td>
        <td role="cell" data-name=${strings.suggestion}>
          <div class=${isWaiting ? 'waiting' : ''}>
            ${renderText(suggestion, strings)}
            ${
              isWaiting
                ? html`<div class="choices">
                    ${suggestion?.trim() ? renderAction(strings.use, 'primary', () => model.useSuggestion(form)) : nothing}
                    ${renderAction(strings.reject, '', () => model.reject(form))}
                  </div>`
                : nothing
            }
          </div>
        </td>
        <td role="cell" data-name=${strings.keywords}>${renderText(keywords, strings)}</td>
        <td role="cell" data-name=${strings.dates} class="dates">
          <div>
            ${renderMoment(strings.fromDate, form.publiceringsdato, language)}
            ${renderMoment(strings.untilDate, form.afpubliceringsdato, language)}
            ${(form.publiceringsdato ?? form.afpubliceringsdato) ? nothing : strings.none}
          </div>
        </td>
        <td role="cell" class="choices">
          ${canUndo ? renderAction(strings.undo, 'quiet', undo) : nothing}
          ${edit?.isOpen ? nothing : renderAction(strings.edit, 'quiet edit', () => model.open(form))}
        </td>
      </tr>
      ${
        edit?.isOpen
          ? html`<tr role="row">
              <td role="cell" colspan="6">${renderEdit(view, form, edit)}</td>
            </tr>`
          : nothing
      }
    </tbody>
  `;

  function renderAction(text: string, kind: string, action: () => Promise<void> | void) {
    const isDisabled = Boolean(edit?.isSaving);
    return renderButton(text, () => act(form, action), {kind, isDisabled, describedBy: titleId});
  }
}

const renderText = (text: string | null, {none}: EditorialStrings) => {
  const isGiven = Boolean(text?.trim());
  return html`<p class="clamped" lang=${isGiven ? 'da' : nothing}>${isGiven ? text : none}</p>`;
};

const renderMoment = (name: (date: string) => string, moment: string | null, language: Language) =>
  moment === null ? nothing : html`<span>${name(momentText(moment, language))}</span>`;

function renderEdit({model, strings, act}: EditorialView, form: EditorialForm, edit: Edit) {
  const {typed, isSaving, problem} = edit;
  const values = {...form, ...typed};
  const {forslagTilSoegeord: suggestion} = form;
  const [dates, hint, error] = [`dates-${form.diaId}`, `hint-${form.diaId}`, `problem-${form.diaId}`];
  const areDatesInvalid = problem === 'invalid';
  const renderProblem = (className: string) =>
    html`<p id=${error} class="problem ${className}" part="problem" tabindex="-1">
      ${strings.notSaved} ${problem && strings.reasons[problem]}
    </p>`;
  const save = ({target}: Event) => {
    const fields = (target as Element).closest('.edit-fields')?.querySelectorAll('input') ?? [];
    // Reports incomplete dates.
    if ([...fields].every(field => field.reportValidity())) act(form, () => model.save(form));
  };
  const renderDate = (name: 'publiceringsdato' | 'afpubliceringsdato', label: string) => html`
    <label>
      ${label}
      <input
        class="field"
        type="datetime-local"
        aria-label=${label}
        aria-describedby=${areDatesInvalid ? `${error} ${dates}` : dates}
        aria-invalid=${areDatesInvalid ? 'true' : 'false'}
        min="1900-01-01T00:00"
        max="2199-12-31T23:59"
        .value=${values[name]?.slice(0, 16) ?? ''}
        @input=${(event: Event) => {
          // An incomplete date has no value, so the old date stays.
          if (!(event.target as HTMLInputElement).validity.badInput)
            model.type(form, {[name]: valueIn(event) || null});
        }}
      />
    </label>
  `;
  return html`
    <div
      class="form edit-fields"
      role="form"
      part="edit"
      aria-labelledby=${`title-${form.diaId}`}
      @keydown=${onEnter(save)}
    >
      ${problem && !areDatesInvalid ? renderProblem('failure') : nothing}
      <p class="hint">${strings.supplier}: <span lang="da">${form.leverandoer}</span></p>
      ${
        suggestion?.trim()
          ? html`<div class="suggested">
              <p lang="da">${suggestion}</p>
              ${suggestion.length < maxKeywordsLength ? nothing : html`<p class="hint">${strings.cut}</p>`}
              <div class="actions">
                ${renderButton(strings.useSuggestion, () => act(form, () => model.useSuggestion(form)))}
                ${form.nyeForslag ? renderButton(strings.reject, () => act(form, () => model.reject(form)), {isDisabled: Boolean(isSaving)}) : nothing}
              </div>
            </div>`
          : nothing
      }
      <label>
        ${strings.keywords}
        <textarea
          class="field"
          lang="da"
          rows="3"
          aria-label=${strings.keywords}
          aria-describedby=${hint}
          maxlength=${maxKeywordsLength}
          .value=${values.soegeord ?? ''}
          @input=${(event: Event) => model.type(form, {soegeord: valueIn(event)})}
        ></textarea>
      </label>
      <p class="hint" id=${hint}>${strings.keywordsHint}</p>
      ${renderDate('publiceringsdato', strings.from)} ${renderDate('afpubliceringsdato', strings.until)}
      ${areDatesInvalid ? renderProblem('') : nothing}
      <p class="hint" id=${dates}>${strings.datesHint}</p>
      <div class="actions">
        ${renderButton(strings.save, save, {kind: 'primary', isDisabled: Boolean(isSaving)})}
        ${renderButton(strings.cancel, () => act(form, () => model.cancel(form)))}
      </div>
    </div>
  `;
}

/** Returns a date of the service, and its Danish time if the time is not midnight. */
function momentText(moment: string, language: Language): string {
  const time = moment.slice(11, 16) === '00:00' ? {} : ({timeStyle: 'short'} as const);
  const options = {dateStyle: 'medium', timeZone: 'UTC', ...time} as const;
  return new Date(`${moment.slice(0, 16)}Z`).toLocaleString(language === 'da' ? 'da' : 'en-GB', options);
}
