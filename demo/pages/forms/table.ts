import {byId, create} from '../dom.ts';
import {say} from '../language.ts';
import {detailsRow} from './details.ts';
import {type DeletedForm, type Form, stateOf} from './form.ts';

const maxUdstillere = 3;

/** The table of a supplier's forms. One row at a time can be expanded. */
export class FormTable {
  readonly #rows = byId('formular-raekker');
  readonly #onExpand: (form: Form) => void;
  #cvr = '';
  #openId: string | undefined;

  constructor(onExpand: (form: Form) => void) {
    this.#onExpand = onExpand;
  }

  /** Shows the forms, deleted ones last. Keeps the row of a form expanded and reloads it. */
  show(cvr: string, forms: readonly Form[], deleted: readonly DeletedForm[]): void {
    const openId = cvr === this.#cvr ? this.#openId : undefined;
    this.#cvr = cvr;
    this.#openId = undefined;
    const rows = forms.map((form, index) => this.#row(form, `formular-${index}`));
    this.#rows.replaceChildren(...rows.map(({row}) => row), ...deleted.map(deletedRow));
    rows[forms.findIndex(({egetId}) => egetId === openId)]?.open();
  }

  #row(form: Form, id: string): {row: HTMLElement; open: () => void} {
    const button = create(
      'button',
      {type: 'button', class: 'forms-open', 'aria-expanded': 'false', lang: 'da'},
      form.titel,
    );
    const row = create(
      'tr',
      {},
      create('th', {scope: 'row'}, button),
      ...nameCells(form.egetId, form.diaId),
      cell(say({da: 'Tilstand', en: 'State'}), ...stateParts(form)),
      cell(say({da: 'Udstillere', en: 'Issuers'}), ...udstillerParts(form)),
    );

    const open = () => {
      this.#close();
      this.#openId = form.egetId;
      button.setAttribute('aria-expanded', 'true');
      button.setAttribute('aria-controls', id);
      row.classList.add('forms-chosen');
      row.after(detailsRow(this.#cvr, form, id));
    };
    button.addEventListener('click', () => {
      if (this.#openId === form.egetId) {
        this.#close();
        return;
      }
      open();
      this.#onExpand(form);
    });
    return {row, open};
  }

  #close(): void {
    this.#openId = undefined;
    this.#rows.querySelector('.forms-details')?.remove();
    this.#rows.querySelector('.forms-chosen')?.classList.remove('forms-chosen');
    const button = this.#rows.querySelector('[aria-expanded="true"]');
    button?.setAttribute('aria-expanded', 'false');
    button?.removeAttribute('aria-controls');
  }
}

/** A deleted form cannot be expanded: both interfaces return 404. */
function deletedRow({titel, egetId, diaId}: DeletedForm): HTMLElement {
  const badge = create('span', {class: 'badge forms-deleted'}, say({da: 'Slettet', en: 'Deleted'}));
  return create(
    'tr',
    {},
    create('th', {scope: 'row'}, create('span', {class: 'forms-gone', lang: 'da'}, titel)),
    ...nameCells(egetId, diaId),
    cell(say({da: 'Tilstand', en: 'State'}), badge),
    cell(say({da: 'Udstillere', en: 'Issuers'}), '–'),
  );
}

function nameCells(egetId: string, diaId: string): HTMLElement[] {
  return [cell('egetId', create('code', {}, egetId)), cell('dia-id', create('code', {}, diaId))];
}

/** Creates a cell that contains its heading, for narrow screens without columns. */
function cell(heading: string, ...children: (Node | string)[]): HTMLElement {
  return create(
    'td',
    {},
    create('span', {class: 'forms-label', 'aria-hidden': 'true'}, heading),
    ...children,
  );
}

function stateParts({readV1}: Form): HTMLElement[] {
  const {name, text, date} = stateOf(readV1);
  const badge = create('span', {class: `badge forms-${name}`}, say(text));
  return date === undefined ? [badge] : [badge, create('span', {class: 'forms-about'}, date)];
}

function udstillerParts({readV1: {udstillere}}: Form): (Node | string)[] {
  const names = udstillere.slice(0, maxUdstillere).map(({myndighedsnavn}) => myndighedsnavn);
  const others = udstillere.length - names.length;
  const listed = create('span', {lang: 'da'}, names.join(', ') || '–');
  return others ? [listed, say({da: ` og ${others} flere`, en: ` and ${others} more`})] : [listed];
}
