import {html, nothing} from 'lit';

import type {EditorialForm} from '../../api/responses.ts';
import type {Language} from '../../localize/shared-strings.ts';
import {renderButton, renderEmpty, renderHeading} from '../../shared/templates.ts';
import {onEnter, renderSearchFields, valueIn} from '../../shared/search-fields.ts';
import {type Edit, type EditorialModel, maxKeywordsLength} from '../model/editorial-model.ts';
import type {EditorialStrings} from '../strings/da.ts';

export interface EditorialView {
  readonly model: EditorialModel;
  /** Level of the headings of the list's parts, 1 to 5. */
  readonly level: number;
  readonly language: Language;
  readonly strings: EditorialStrings;
  readonly act: (form: EditorialForm, action: () => Promise<void> | void) => void;
  readonly onMore: () => void;
}

/** The values of `tilstand` in interface G, and the keys of `strings.states`. */
const states = ['publiceret', 'planlagt', 'afpubliceret'] as const;

/** Renders the fields of the search, which starts while the person types. */
export function renderFields({model, strings}: EditorialView) {
  const {text, state} = model.criteria;
  const option = (value: string, label: string) =>
    html`<option value=${value} .selected=${value === state}>${label}</option>`;
  return renderSearchFields({
    text,
    strings,
    choice: strings.state,
    options: [option('', strings.allStates), states.map(each => option(each, strings.states[each]))],
    search: (changed, pauseMs) => model.search(changed, pauseMs),
    choose: value => model.search({state: value as EditorialForm['tilstand'] | ''}),
  });
}

/** Renders the forms with new suggestions, then the others. The `part` names are public: see `TavleEditorial`. */
export function renderList(view: EditorialView) {
  const {model, strings, level, onMore} = view;
  const {forms, newCount, next, criteria} = model;
  const button = (text: string, act: () => void) => renderButton(text, act, {kind: 'more'});
  const more = next
    ? html`${button(strings.showMore, onMore)}
        <p class="printed">${strings.printedPart}</p>`
    : nothing;
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

/** Renders a form with its suggestion and keywords side by side. Marks texts of suppliers and editors as Danish. The `part` names are public. */
function renderForm(view: EditorialView, form: EditorialForm) {
  const {model, level, language, strings, act} = view;
  const {titel, tilstand, forslagTilSoegeord: suggestion, soegeord: keywords} = form;
  const edit = model.editOf(form);
  const titleId = `title-${form.diaId}`;
  const isUsable = suggestion?.trim() && (suggestion !== keywords || edit?.isOpen);
  return html`
    <li class="item" part="result" data-id=${form.diaId}>
      <div lang="da">${renderHeading({level: level + 1, text: titel, id: titleId})}</div>
      <div class="actions">
        <p class="state" part="state">${strings.states[tilstand]}</p>
        ${form.nyeForslag ? html`<p class="state new" part="state">${strings.isNew}</p>` : nothing}
      </div>
      <div class="pair">
        <div role="group" aria-label=${strings.suggestion}>
          <p class="hint">${strings.suggestion}</p>
          ${renderText(suggestion, strings)}
          ${(suggestion?.length ?? 0) < maxKeywordsLength ? nothing : html`<p class="hint">${strings.cut}</p>`}
          ${isUsable ? renderAction(strings.useSuggestion, form.nyeForslag && !edit ? 'primary' : '', () => model.useSuggestion(form)) : nothing}
        </div>
        <div role="group" aria-label=${strings.keywords}>
          <p class="hint">${strings.keywords}</p>
          ${renderText(keywords, strings)}
          ${edit?.isOpen ? nothing : renderAction(strings.edit, 'edit', () => model.open(form))}
        </div>
      </div>
      <dl class="facts">
        ${renderFact(strings.from, momentText(form.publiceringsdato, language) ?? strings.none)}
        ${renderFact(strings.until, momentText(form.afpubliceringsdato, language) ?? strings.none)}
        ${renderFact(strings.supplier, html`<span lang="da">${form.leverandoer}</span>`)}
        ${renderFact(strings.exhibitors, html`<span lang="da">${form.udstillere.join(', ')}</span>`)}
      </dl>
      ${edit?.problem ? html`<p class="failure problem" part="problem" tabindex="-1">${strings.notSaved} ${strings.reasons[edit.problem]}</p>` : nothing}
      ${edit?.isOpen ? renderEdit(view, form, edit) : nothing}
    </li>
  `;

  function renderAction(text: string, className: string, action: () => Promise<void> | void) {
    const isDisabled = Boolean(edit?.isSaving);
    return renderButton(text, () => act(form, action), {kind: className, describedBy: titleId, isDisabled});
  }
}

const renderText = (text: string | null, {none}: EditorialStrings) => {
  const isGiven = Boolean(text?.trim());
  return html`<p lang=${isGiven ? 'da' : nothing}>${isGiven ? text : none}</p>`;
};

const renderFact = (name: string, value: unknown) =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

function renderEdit({model, strings, act}: EditorialView, form: EditorialForm, edit: Edit) {
  const {typed, isSaving} = edit;
  const values = {...form, ...typed};
  const [dates, hint] = [`dates-${form.diaId}`, `hint-${form.diaId}`];
  const save = ({target}: Event) => {
    const fields = (target as Element).closest('.edit-fields')?.querySelectorAll('input') ?? [];
    // A date that is not complete.
    if ([...fields].every(field => field.reportValidity())) act(form, () => model.save(form));
  };
  const renderDate = (name: 'publiceringsdato' | 'afpubliceringsdato', label: string) => html`
    <label>
      ${label}
      <input
        class="field"
        type="datetime-local"
        aria-label=${label}
        aria-describedby=${dates}
        min="1900-01-01T00:00"
        max="2199-12-31T23:59"
        .value=${values[name]?.slice(0, 16) ?? ''}
        @input=${(event: Event) => {
          // A date that is not complete has no value.
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
      <p class="hint" id=${dates}>${strings.datesHint}</p>
      <div class="actions">
        ${renderButton(strings.save, save, {kind: 'primary', isDisabled: Boolean(isSaving)})}
        ${renderButton(strings.cancel, () => act(form, () => model.cancel(form)))}
      </div>
    </div>
  `;
}

/** Returns a date of the service in words, and its Danish time if that is not midnight; `undefined` without a date. */
function momentText(moment: string | null, language: Language): string | undefined {
  if (moment === null) return undefined;
  const time = moment.slice(11, 16) === '00:00' ? {} : ({timeStyle: 'short'} as const);
  const options = {dateStyle: 'long', timeZone: 'UTC', ...time} as const;
  return new Date(`${moment.slice(0, 16)}Z`).toLocaleString(language === 'da' ? 'da' : 'en-GB', options);
}
