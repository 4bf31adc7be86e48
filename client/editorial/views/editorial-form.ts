import {html, nothing} from 'lit';

import type {Language} from '../../localize/localize.ts';
import {renderHeading} from '../../shared/heading.ts';
import {valueIn} from '../../shared/search-fields.ts';
import {
  type Edit,
  type EditorialForm,
  type EditorialModel,
  maxKeywordsLength,
} from '../model/editorial-model.ts';
import type {EditorialStrings} from '../strings/da.ts';

export interface EditorialView {
  readonly model: EditorialModel;
  /** Level of the headings of the list's parts, 1 to 5. */
  readonly level: number;
  readonly language: Language;
  readonly strings: EditorialStrings;
  readonly onUse: (form: EditorialForm) => void;
  readonly onOpen: (form: EditorialForm) => void;
  readonly onCancel: (form: EditorialForm) => void;
  readonly onSave: (form: EditorialForm) => void;
  readonly onMore: () => void;
}

/** Renders a form with its suggestion and keywords side by side. Marks texts of suppliers and editors as Danish. The `part` names are public. */
export function renderForm(view: EditorialView, form: EditorialForm) {
  const {model, level, language, strings, onUse, onOpen} = view;
  const {titel, tilstand, forslagTilSoegeord: suggestion, soegeord: keywords} = form;
  const edit = model.editOf(form);
  const titleId = `title-${form.diaId}`;
  const isUsable = suggestion?.trim() && (suggestion !== keywords || edit?.isOpen);
  return html`
    <li class="item" part="result" data-id=${form.diaId}>
      <div lang="da">${renderHeading({level: level + 1, text: titel, id: titleId})}</div>
      <p class="actions">
        <span class="state" part="state">${strings.states[tilstand]}</span>
        ${form.nyeForslag ? html`<span class="state new" part="state">${strings.isNew}</span>` : nothing}
      </p>
      <dl class="pair">
        <div>
          <dt>${strings.suggestion}</dt>
          ${renderText(suggestion, strings)}
          ${(suggestion?.length ?? 0) < maxKeywordsLength ? nothing : html`<dd class="hint">${strings.cut}</dd>`}
          ${isUsable ? renderAction(strings.useSuggestion, form.nyeForslag && !edit ? 'primary' : '', onUse) : nothing}
        </div>
        <div>
          <dt>${strings.keywords}</dt>
          ${renderText(keywords, strings)}
          ${edit?.isOpen ? nothing : renderAction(strings.edit, 'edit', onOpen)}
        </div>
      </dl>
      <dl class="facts">
        ${renderFact(strings.from, momentText(form.publiceringsdato, language) ?? strings.none)}
        ${renderFact(strings.until, momentText(form.afpubliceringsdato, language) ?? strings.none)}
        ${renderFact(strings.supplier, html`<span lang="da">${form.leverandoer}</span>`)}
        ${renderFact(strings.exhibitors, html`<span lang="da">${form.udstillere.join(', ')}</span>`)}
      </dl>
      ${edit?.problem ? html`<p class="problem" part="problem" tabindex="-1">${strings.notSaved} ${strings.reasons[edit.problem]}</p>` : nothing}
      ${edit?.isOpen ? renderFields(view, form, edit) : nothing}
    </li>
  `;

  function renderAction(text: string, className: string, act: (form: EditorialForm) => void) {
    return html`<dd>
      <button
        class=${`button ${className}`}
        type="button"
        aria-describedby=${titleId}
        aria-disabled=${edit?.isSaving ? 'true' : 'false'}
        @click=${() => act(form)}
      >
        ${text}
      </button>
    </dd>`;
  }
}

const renderText = (text: string | null, {none}: EditorialStrings) =>
  text?.trim() ? html`<dd lang="da">${text}</dd>` : html`<dd class="hint">${none}</dd>`;

const renderFact = (name: string, value: unknown) =>
  html`<div>
    <dt>${name}</dt>
    <dd>${value}</dd>
  </div>`;

function renderFields({model, strings, onCancel, onSave}: EditorialView, form: EditorialForm, edit: Edit) {
  const {typed, isSaving} = edit;
  const values = {...form, ...typed};
  const [dates, hint] = [`dates-${form.diaId}`, `hint-${form.diaId}`];
  const onSubmit = (event: Event) => {
    event.preventDefault();
    onSave(form);
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
        ?readonly=${isSaving}
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
    <form class="edit-fields" part="edit" aria-labelledby=${`title-${form.diaId}`} @submit=${onSubmit}>
      <label>
        ${strings.keywords}
        <textarea
          class="field"
          lang="da"
          rows="3"
          aria-label=${strings.keywords}
          aria-describedby=${hint}
          maxlength=${maxKeywordsLength}
          ?readonly=${isSaving}
          .value=${values.soegeord ?? ''}
          @input=${(event: Event) => model.type(form, {soegeord: valueIn(event)})}
        ></textarea>
      </label>
      <p class="hint" id=${hint}>${strings.keywordsHint} ${form.nyeForslag ? strings.newHint : nothing}</p>
      ${renderDate('publiceringsdato', strings.from)} ${renderDate('afpubliceringsdato', strings.until)}
      <p class="hint" id=${dates}>${strings.datesHint}</p>
      <div class="actions">
        <button class="button primary" aria-disabled=${isSaving ? 'true' : 'false'}>${strings.save}</button>
        <button class="button" type="button" @click=${() => onCancel(form)}>${strings.cancel}</button>
      </div>
    </form>
  `;
}

const locales: Record<Language, string> = {da: 'da-DK', en: 'en-GB'};

/** Returns a date of the service in words, and its Danish time if that is not midnight; `undefined` without a date. */
function momentText(moment: string | null, language: Language): string | undefined {
  if (moment === null) return undefined;
  const time = moment.slice(11, 16) === '00:00' ? {} : ({timeStyle: 'short'} as const);
  const format = new Intl.DateTimeFormat(locales[language], {dateStyle: 'long', ...time, timeZone: 'UTC'});
  return format.format(new Date(`${moment.slice(0, 16)}Z`));
}
