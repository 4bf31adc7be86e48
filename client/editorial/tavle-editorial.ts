// The element `<tavle-editorial>`, for the portal's editors. The model has the state, and `views/` the templates: make
// most changes there. Properties, events and parts are public: add some, but do not rename any.
import {html, nothing} from 'lit';

import {addItems, firstInSight, FocusController, keepFocusUnobscured} from '../shared/controllers/focus.ts';
import {renderSkeleton} from '../shared/search-fields.ts';
import {undoOnKey} from '../shared/controllers/gestures.ts';
import {askBeforeLeaving} from '../shared/leaving.ts';
import type {ModelListener} from '../shared/load-model.ts';
import {styles} from '../shared/search.styles.ts';
import {ServiceElement} from '../shared/service-element.ts';
import {shared} from '../shared/shared.styles.ts';
import {describeFailure} from '../shared/templates.ts';
import {base, tokens} from '../styles/tokens.ts';
import {type EditorialCriteria, EditorialModel} from './model/editorial-model.ts';
import {editorial, type EditorialStrings} from '../texts/da.ts';
import {editorialStyles} from './views/editorial.styles.ts';
import {type EditorialView, renderFields, renderList} from './views/editorial-list.ts';
import {renderFigures} from './views/figures.ts';

/**
 * Lists the form variants of all suppliers for the portal's editors, those with new suggestions of keywords first. An editor uses or rejects a suggestion,
 * and changes keywords and dates of publication. Shows key figures above the list.
 *
 * @tag tavle-editorial
 * @csspart fields - The search field, the choice of a state and the button.
 * @csspart figures - The key figures above the list.
 * @csspart heading - Any heading: of the key figures, or of the text in place of the list.
 * @csspart results - The list.
 * @csspart result - One form of the list.
 * @csspart state - The state of a form.
 * @csspart edit - The fields of a form that is being edited.
 * @csspart problem - Why a change of a form was not saved.
 * @csspart empty - The text and buttons in place of the list when nothing is found.
 * @csspart failure - The error in place of the list when it can't be loaded.
 * @csspart signed-out - The text and the link in place of the element when nobody is signed in.
 * @csspart notice - The bar that reports the last change, or that the list could not be reloaded.
 * @attr {'da' | 'en'} lang - The language. Default: `lang` of the closest ancestor, otherwise Danish.
 * @fires {TavleLoadEvent} tavle-load - After forms were loaded or reloaded.
 * @fires {TavleErrorEvent} tavle-error - After loading or saving failed and the element has shown it.
 */
export class TavleEditorial extends ServiceElement<EditorialStrings, EditorialModel> {
  static override styles = [tokens, base, shared, styles, editorialStyles];

  /** The id of the form that the person has acted on last. */
  #current = '';
  /** The announcement of a save, until another search. During the save, it is empty, so that the same text can follow; then it has the failure, if any. */
  #news: {readonly criteria: EditorialCriteria; readonly text: string} | undefined;
  /** The last change when forms were added. It is not announced again, since the number of forms was announced after it. */
  #earlier: EditorialModel['last'];
  readonly #focus = new FocusController(
    this,
    () => this.#find('.problem, .edit') ?? firstInSight(this.renderRoot, '.heading'),
  );

  constructor() {
    super({danish: editorial, feature: 'editorial', channel: 'tavle-editorial', required: ['getToken']});
    keepFocusUnobscured(this);
    undoOnKey(this, () => this.#undo());
    const guard = () => askBeforeLeaving(this, this.isConnected && this.model.hasInput);
    // It also renders when it is connected again.
    this.addController({hostDisconnected: guard, hostUpdated: guard});
  }

  protected override createModel(listener: ModelListener): EditorialModel {
    return new EditorialModel(listener);
  }

  protected override renderContent() {
    const {strings, language} = this.localize;
    const model = this.model;
    const {state, forms, last, canUndo, criteria, isCurrent, figuresFailure} = model;
    const level = Math.min(5, this.headingLevel);
    const undo = () => void this.#undo();
    const download = () => void this.#download();
    const view = {model, level, language, strings, act: this.#act, onMore: this.#showMore, undo};
    const isLoading = state.status === 'loading';
    const shown = forms.length ? strings.shown(forms.length, model.hasMore) : strings.noneFound;
    const changed = last && (last.isUndo ? strings.undone : strings.saved)(last.form.titel);
    // If the form's row is visible, it has the undo button: a bar would cover other rows.
    const hasRow = forms.some(({diaId}) => diaId === last?.form.diaId);
    const close = () => model.closeNotice();
    const notice = this.topNotice(
      figuresFailure
        ? {
            text: describeFailure(strings.downloadFailed, figuresFailure, strings),
            ...{failed: true, act: download, close},
          }
        : changed && canUndo && !hasRow
          ? {text: changed, failed: false, act: undo, close}
          : undefined,
    );
    // The live region announces a change only if no notice announces it.
    const announced = notice || !changed || last === this.#earlier ? shown : changed;
    const news = this.#news?.criteria === criteria ? this.#news.text : announced;
    return html`
      ${model.overview && state.status !== 'failed' ? renderFigures(model.overview, view, download) : nothing}
      ${renderFields(view)}
      <p class=${isLoading ? 'late' : 'spoken'} role="status">
        ${isLoading ? strings.loading : isCurrent ? news : ''}
      </p>
      ${this.renderLoaded({content: isLoading ? renderSkeleton(8) : renderList(view), level, notice})}
    `;
  }

  readonly #showMore = async () => {
    const {last} = this.model;
    this.#news = undefined;
    await addItems(this, this.#focus, '.item .edit', () => this.model.showMore());
    this.#earlier = last;
    this.requestUpdate();
  };

  readonly #download = async () => {
    const file = await this.model.figures();
    if (!file) return;
    const link = document.createElement('a');
    link.href = URL.createObjectURL(file);
    link.download = 'noegletal.csv';
    link.click();
    URL.revokeObjectURL(link.href);
  };

  /** Undoes the last change. @returns Whether there was something to undo. */
  #undo(): boolean {
    const {last} = this.model;
    const undone = this.model.undo();
    if (last && undone) this.#act(last.form, () => undone);
    return undone !== undefined;
  }

  /** Acts on a form, and then focuses its fields, or the reason why the form was not saved. Announces the reason if the person is elsewhere. */
  readonly #act: EditorialView['act'] = async (form, action) => {
    const {model} = this;
    const {criteria} = model;
    this.#current = form.diaId;
    const done = action();
    const isSave = model.editOf(form)?.isSaving;
    if (isSave) this.#news = {criteria, text: ''};
    await done;
    const edit = model.editOf(form);
    if (edit?.isSaving) return;
    const isHere =
      this.#current === form.diaId &&
      criteria === model.criteria &&
      (!done || this.shadowRoot?.activeElement);
    if (isSave) {
      const {notSaved, reasons} = this.localize.strings;
      const problem = edit?.problem;
      const text = isHere ? '' : `${form.titel}: ${notSaved} ${problem && reasons[problem]}`;
      this.#news = problem && {criteria: model.criteria, text};
      this.requestUpdate();
    }
    if (edit && isHere)
      this.#focus.moveAfterUpdate(() => (this.#find('.problem') ?? this.#find('textarea'))?.focus());
  };

  /** Returns an element in the form that the person has acted on last. */
  #find(selector: string): HTMLElement | null {
    return this.renderRoot.querySelector<HTMLElement>(`[data-id='${this.#current}'] :is(${selector})`);
  }
}

declare global {
  interface HTMLElementTagNameMap {
    'tavle-editorial': TavleEditorial;
  }
}
