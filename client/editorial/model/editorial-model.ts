import {type Api, ApiError, reasonOf} from '../../api/api.ts';
import type {EditorialForm, EditorialOverview, EditorialPage} from '../../api/responses.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../texts/keys.ts';
import {CriteriaModel, pageLength} from '../../shared/load-model.ts';

// The model of `<tavle-editorial>`, with which editors of the portal search and change forms. `tavle-editorial.ts` and
// its views use it. A new action changes the state and calls `changed()`. Do not use the DOM here. Never lose what an
// editor has typed, and never overwrite somebody else's change: it is a conflict.

export interface EditorialCriteria {
  readonly text: string;
  /** `nye`: the forms with a new suggestion. */
  readonly state: EditorialForm['tilstand'] | 'nye' | '';
}

const noCriteria: EditorialCriteria = {text: '', state: ''};

/** The fields that an editor may change. Null: none. */
type Fields = Pick<EditorialForm, 'soegeord' | 'publiceringsdato' | 'afpubliceringsdato'>;

/** A form that is being edited or saved. */
export interface Edit {
  /** The form as the person saw it: when its fields were opened, or in the notice about a conflict. The list may have a later version. */
  readonly base: EditorialForm;
  /** The values that the person has changed. */
  readonly typed: Partial<Fields>;
  /** Whether its fields are shown. */
  readonly isOpen: boolean;
  readonly isSaving?: boolean;
  /** Why the form was not saved. `conflict`: it has changed since it was loaded, and the latest version is shown. */
  readonly problem?: Reason | 'conflict' | 'deleted' | 'invalid' | undefined;
}

/** The latest version of a form, and why a change of it was not saved. */
type Written = [latest: EditorialForm, problem: Edit['problem']];

/** A change that was saved. */
interface Change {
  readonly form: EditorialForm;
  /** The values that were changed; none if the suggestion was only marked as seen. */
  readonly before: Partial<Fields>;
  readonly isUndo: boolean;
  /** The search whose results had the form. */
  readonly criteria: EditorialCriteria;
}

/** The maximum number of requests for each 100 forms: pages of the service may be empty. */
const maxRequests = 5;
/** The maximum number of forms in one request: that of the service. */
const maxForms = 100;
/** The maximum length of keywords, and of a suggestion in the list: that of the service. */
export const maxKeywordsLength = 1_000;
const path = '/redaktion/1/formularer';
const overviewPath = '/redaktion/1/overblik';
/** The fields whose change by somebody else is a conflict. */
const compared = [
  'titel',
  'forslagTilSoegeord',
  'soegeord',
  'publiceringsdato',
  'afpubliceringsdato',
] as const;
const problems: Partial<Record<number, Edit['problem']>> = {404: 'deleted', 422: 'invalid'};

/** The forms of all suppliers for an editor, those with new suggestions first, and the actions that change them. */
export class EditorialModel extends CriteriaModel<EditorialCriteria> {
  readonly #edits = new Map<string, Edit>();
  /** The forms that were saved since the list was requested. */
  #saved = new Map<string, EditorialForm>();
  override criteria = noCriteria;
  forms: readonly EditorialForm[] = [];
  /** The numbers of all forms; `undefined` before the first load. */
  overview: EditorialOverview | undefined;
  /** The number of forms, at the beginning of the list, that had a new suggestion when they were loaded. */
  newCount = 0;
  /** The start of the next page, in the list of new suggestions or of all forms; `undefined` on the last one. */
  next: {readonly onlyNew: boolean; readonly after: string} | undefined;
  /** Forms of the next page, which were loaded to know whether there is one. */
  ahead: readonly EditorialForm[] = [];
  /** The last change, if there is a notice about it. */
  last: Change | undefined;
  /** Why the key figures could not be loaded, if there is a notice about it. */
  figuresFailure: Reason | undefined;

  /** Whether there is a saved change to undo. */
  get canUndo(): boolean {
    return Object.keys(this.last?.before ?? {}).length > 0;
  }

  /** Whether there may be a next page. */
  get hasMore(): boolean {
    return this.next !== undefined || this.ahead.length > 0;
  }

  /** Whether there are values that are not saved, or that are being saved. */
  get hasInput(): boolean {
    return [...this.#edits.values()].some(edit => edit.isSaving ?? hasChanges(edit));
  }

  editOf({diaId}: EditorialForm): Edit | undefined {
    return this.#edits.get(diaId);
  }

  override connect(api: Api | undefined): void {
    // Another person may have signed in.
    this.#edits.clear();
    super.connect(api);
  }

  /** Keeps what was typed, in case the same person signs in again, unless the page has removed `getToken`. For another person, `connect` removes it. */
  override signOut(api: Api | undefined): void {
    if (!api) this.#edits.clear();
    for (const [id, {isSaving, ...edit}] of this.#edits)
      this.#edits.set(id, {...edit, isOpen: true, ...(isSaving && {problem: 'signedOut'})});
    super.signOut(api);
  }

  protected override clear(): void {
    this.forms = this.ahead = [];
    this.overview = this.last = this.figuresFailure = undefined;
    // A new object marks a new search: pending saves and announcements compare it.
    this.criteria = {...noCriteria};
  }

  /** Reloads as many forms as are visible. Keeps all while a form is open, since it may contain input. */
  override async refresh(): Promise<void> {
    if (this.isShown && this.#isEditing()) await this.api?.check();
    else await this.loadPage(false, true);
  }

  /** Adds the next page. */
  showMore(): Promise<void> {
    return this.loadPage(this.isCurrent);
  }

  override closeNotice(): void {
    this.last = this.figuresFailure = undefined;
    super.closeNotice();
  }

  open(form: EditorialForm): void {
    if (!this.editOf(form)) this.#setEdit(form.diaId, {base: form, typed: {}, isOpen: true});
  }

  type({diaId}: EditorialForm, typed: Partial<Fields>): void {
    const edit = this.#edits.get(diaId);
    if (edit) this.#setEdit(diaId, {...edit, typed: {...edit.typed, ...typed}});
  }

  cancel(form: EditorialForm): void {
    if (!this.editOf(form)?.isSaving) this.#setEdit(form.diaId, undefined);
  }

  /** Saves the suggestion as the keywords. In an open form, only adds it to what the editor has typed. */
  async useSuggestion(form: EditorialForm): Promise<void> {
    const {forslagTilSoegeord: soegeord} = form;
    const edit = this.editOf(form);
    if (!edit?.isOpen) return this.#save(form, {soegeord});
    const words = [edit.typed.soegeord, soegeord]
      .flatMap(text => (text ?? '').split(','))
      .map(word => word.trim());
    const all = [...new Set(words)].filter(Boolean).join(', ');
    this.type(form, {soegeord: all.slice(0, maxKeywordsLength)});
  }

  /** Marks the suggestion as seen, and keeps the keywords. An open form stays open, with what was typed. */
  reject(form: EditorialForm): Promise<void> {
    return this.#save(form, {});
  }

  /** Saves the changed values. Values that are not saved, or that the person types during the save, stay in the open form. */
  save(form: EditorialForm): Promise<void> {
    return this.#save(form, this.editOf(form)?.typed ?? {});
  }

  /** Undoes the last change, which may be an undo. @returns `undefined` if there is nothing to undo. */
  undo(): Promise<void> | undefined {
    const {last} = this;
    if (!last || !this.canUndo || this.editOf(last.form)) return undefined;
    return this.#save(last.form, last.before, {...last, isUndo: !last.isUndo});
  }

  /** Returns the key figures of all forms as a file for spreadsheets. */
  async figures(): Promise<Blob | undefined> {
    const {api} = this;
    this.figuresFailure = undefined;
    this.listener.changed();
    try {
      const text = await api?.call('GET', '/redaktion/1/noegletal', {accept: 'text/csv'});
      return new Blob([`\u{feff}${text as string}`], {type: 'text/csv'});
    } catch (error) {
      // Nobody, or another person, may be signed in now.
      if (api === this.api) this.figuresFailure = reasonOf(error);
      this.listener.changed();
      return undefined;
    }
  }

  async #save(
    form: EditorialForm,
    typed: Partial<Fields>,
    {isUndo, criteria}: Pick<Change, 'isUndo' | 'criteria'> = {isUndo: false, criteria: this.criteria},
  ): Promise<void> {
    const {api} = this;
    const edit = this.editOf(form) ?? {base: form, typed, isOpen: false};
    const {base} = edit;
    if (!api || edit.isSaving) return;
    this.#setEdit(form.diaId, {...edit, problem: undefined, isSaving: true});
    let latest: EditorialForm | undefined;
    let problem: Edit['problem'];
    try {
      [latest, problem] = await write(api, base, typed);
    } catch (error) {
      problem = (error instanceof ApiError ? problems[error.status] : undefined) ?? reasonOf(error);
      if (api === this.api) this.listener.dispatch(new TavleErrorEvent('save', error));
    }
    // Another person may have signed in.
    if (api !== this.api) return;
    const seen = latest ?? base;
    const listed = this.#find(form);
    const before = listed ?? form;
    latest ??= before;
    this.#count(before, -1);
    this.#count(latest, 1);
    const {typed: latestTyped} = this.editOf(form) ?? {typed};
    const isDone = !problem && latestTyped === typed;
    // A form that was saved is not a result of a later search.
    if (listed || !isDone || criteria === this.criteria) this.#show(latest);
    this.#saved.set(form.diaId, latest);
    if (!problem) {
      const names = Object.keys(typed) as (keyof Fields)[];
      const values = Object.fromEntries(names.map(name => [name, base[name]]));
      this.last = {form: latest, before: values, isUndo, criteria};
      this.listener.saved();
    }
    this.#setEdit(form.diaId, isDone ? undefined : {base: seen, typed: latestTyped, isOpen: true, problem});
  }

  #find({diaId}: EditorialForm): EditorialForm | undefined {
    return this.forms.find(form => form.diaId === diaId);
  }

  /** Changes the numbers of all forms by a form. */
  #count({tilstand, nyeForslag}: EditorialForm, change: 1 | -1): void {
    const {overview} = this;
    if (!overview) return;
    const tilstande = {...overview.tilstande, [tilstand]: overview.tilstande[tilstand] + change};
    this.overview = {...overview, tilstande, nyeForslag: overview.nyeForslag + (nyeForslag ? change : 0)};
  }

  /** Shows a version of a form, also if the list lacks it after a reload. */
  #show(form: EditorialForm): void {
    const index = this.forms.findIndex(({diaId}) => diaId === form.diaId);
    const [start, end] = index < 0 ? [this.newCount, this.newCount] : [index, index + 1];
    this.forms = [...this.forms.slice(0, start), form, ...this.forms.slice(end)];
  }

  #isEditing(): boolean {
    return this.forms.some(form => this.editOf(form));
  }

  #setEdit(id: string, edit: Edit | undefined): void {
    if (edit) this.#edits.set(id, edit);
    else this.#edits.delete(id);
    this.listener.changed();
  }

  /**
   * Loads forms with new suggestions, then the others.
   *
   * @param isMore Whether to add the forms to the visible ones.
   * @param isReload Whether to load the visible forms, and the numbers, again.
   */
  protected override loadPage(isMore = false, isReload = false): Promise<void> {
    return this.load(
      async (api, signal) => {
        const {state} = this.criteria;
        const kept = isMore ? this.forms : [];
        const length = isReload ? Math.max(pageLength, this.forms.length) : pageLength;
        const saved = (this.#saved = new Map<string, EditorialForm>());
        const known = isReload ? undefined : this.overview;
        const overview = known ?? ((await api.call('GET', overviewPath, {signal})) as EditorialOverview);
        const forms = new Map<string, EditorialForm>();
        const add = (added: readonly EditorialForm[]) => {
          for (const form of added) if (!forms.has(form.diaId)) forms.set(form.diaId, form);
        };
        add(kept);
        if (isMore) add(this.ahead);
        let newCount = isMore ? this.newCount : 0;
        let next = isMore ? this.next : {onlyNew: true, after: ''};
        const max = kept.length + length;
        let requests = maxRequests * Math.ceil(length / maxForms);
        // One more form shows whether there is a next page.
        for (; next && forms.size <= max && requests; requests -= 1) {
          const {onlyNew, after} = next;
          const query = new URLSearchParams({
            soeg: this.query,
            tilstand: state === 'nye' ? '' : state,
            nye: String(onlyNew),
            antal: String(Math.min(maxForms, length + 1)),
            efter: after,
          });
          const page = (await api.call('GET', `${path}?${query}`, {signal})) as EditorialPage;
          add(page.formularer);
          if (onlyNew) newCount = forms.size;
          const isLast = page.naeste === null;
          next =
            isLast && (!onlyNew || state === 'nye')
              ? undefined
              : {onlyNew: onlyNew && !isLast, after: page.naeste ?? ''};
        }
        const all = [...forms.values()].map(form => saved.get(form.diaId) ?? form);
        return {
          overview: known ? this.overview : overview,
          forms: all.slice(0, max),
          ahead: all.slice(max),
          newCount,
          next,
        };
      },
      page => {
        const isFirst = !this.overview;
        // A form may have been opened or saved during a reload.
        const isKept = isReload && this.isCurrent && (this.#saved.size > 0 || this.#isEditing());
        if (!isKept) Object.assign(this, page);
        // Shows the forms that were being edited before the person signed in again, or that have typed values, although the search does not find them.
        for (const edit of this.#edits.values())
          if (!this.#find(edit.base) && (isFirst || (!edit.isSaving && hasChanges(edit))))
            this.#show(edit.base);
      },
    );
  }
}

/** Returns whether an edit has values that differ from the form's. */
const hasChanges = ({base, typed}: Edit) =>
  compared.some(name => comparable(base, name) !== comparable({...base, ...typed}, name));

/**
 * Writes fields of a form if nobody else has changed it since the person saw it. Returns the latest version, and whether there is a conflict. The
 * values to write may be stored already: the response to an earlier request may have been lost.
 */
async function write(
  api: Api,
  form: EditorialForm,
  fields: Partial<Fields>,
  isRetry = false,
): Promise<Written> {
  const url = `${path}/${encodeURIComponent(form.diaId)}`;
  const {soegeord} = fields;
  const body = soegeord === undefined ? fields : {...fields, soegeord: keywordsOf(soegeord)};
  const written = {...form, ...body};
  let tag: string | null = null;
  const latest = asListed(await api.call('GET', url, {onTag: given => (tag = given)}));
  const isChanged = compared.some(name =>
    [form, written].every(known => comparable(known, name) !== comparable(latest, name)),
  );
  if (isChanged) return [latest, 'conflict'];
  try {
    return [asListed(await api.call('PUT', url, {body, tag})), undefined];
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 412) throw error;
    // The form has changed between the two requests.
    return isRetry ? [latest, 'conflict'] : write(api, form, fields, true);
  }
}

/** Returns a value of a form. Like the values of the fields, dates have no seconds and no time zone, and '' means none. */
function comparable(form: EditorialForm, name: (typeof compared)[number]) {
  return form[name]?.slice(0, name.endsWith('dato') ? 16 : undefined) ?? '';
}

/** Returns a form as it is in the list. */
function asListed(response: unknown): EditorialForm {
  const form = response as EditorialForm;
  return {...form, forslagTilSoegeord: form.forslagTilSoegeord?.slice(0, maxKeywordsLength) ?? null};
}

/** Returns a text without characters that keywords must not contain; null if it is blank. */
function keywordsOf(text: string | null): string | null {
  return (text ?? '').replace(/[\p{Cc}\s\ud800-\udfff]+/gu, ' ').trim() || null;
}
