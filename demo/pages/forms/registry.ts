import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';
import {until} from 'lit/directives/until.js';

import {formatDate, formatNumber} from '../dates.ts';
import {DemoElement} from '../demo-element.ts';
import {renderField, renderOptions} from '../fields.ts';
import {say} from '../settings.ts';
import {
  type Form,
  type ListedForm,
  loadSuppliers,
  pathV1,
  readAs,
  readForms,
  supplierName,
  suppliers,
} from './interfaces.ts';
import type {Selection} from './templates.ts';

/** Maximum number of forms to read and show. */
const maxShown = 100;
const maxUdstillere = 3;

/** Shows one supplier's forms, the deleted ones last. One form at a time can be expanded. */
@customElement('demo-registry')
export class Registry extends DemoElement {
  /** Runs with the shown supplier, and with the form of an expanded row. */
  onSelect: (selection: Selection) => void = () => undefined;

  @state() private cvr = '';
  @state() private shown: Awaited<ReturnType<typeof readForms>> | undefined;
  @state() private hasFailed = false;
  /** The expanded form, with the text of its representation in interface B. */
  @state() private expanded: {readonly egetId: string; readonly textV2: Promise<string>} | undefined;
  #latestRequest = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.refresh();
  }

  /** Reads the forms. Those of the same supplier stay visible, and the expanded one is read again. */
  async refresh(): Promise<void> {
    const request = ++this.#latestRequest;
    this.hasFailed = false;
    try {
      await loadSuppliers();
      if (!this.cvr) this.#selectSupplier(suppliers[0]?.cvr ?? '');
      const shown = await readForms(this.cvr, maxShown);
      if (request !== this.#latestRequest) return;
      this.shown = shown;
      this.#expand(shown.forms.find(({egetId}) => egetId === this.expanded?.egetId));
    } catch (error) {
      if (request !== this.#latestRequest) return;
      console.error(error);
      this.shown = undefined;
      this.hasFailed = true;
    }
  }

  protected override render() {
    const {shown, hasFailed} = this;
    const options = suppliers.map(({cvr, navn}) => [cvr, `${navn}, CVR ${cvr}`] as const);
    const retry = () => {
      this.querySelector('select')?.focus();
      void this.refresh();
    };
    const status = hasFailed
      ? say('Formularerne kunne ikke hentes.', 'The forms could not be fetched.')
      : shown
        ? countText(shown.cvr, shown.forms.length, shown.count)
        : say('Henter formularer…', 'Fetching forms…');
    return html`
      ${renderField({
        id: 'leverandoer',
        label: say('Leverandør', 'Supplier'),
        value: this.cvr,
        options: renderOptions(options, this.cvr),
        onInput: cvr => {
          this.#selectSupplier(cvr);
          void this.refresh();
        },
        class: 'field forms-supplier',
      })}
      <p class="forms-status" role="status">${status}</p>
      ${hasFailed ? html`<button class="forms-retry" type="button" @click=${retry}>${say('Prøv igen', 'Try again')}</button>` : nothing}
      ${shown?.forms.length || shown?.deleted.length ? this.#renderTable(shown.forms, shown.deleted) : nothing}
    `;
  }

  #renderTable(forms: readonly Form[], deleted: readonly ListedForm[]) {
    return html`
      <table class="forms-table">
        <thead>
          <tr>
            <th scope="col">${say('Titel', 'Title')}</th>
            <th scope="col">egetId</th>
            <th scope="col">dia-id</th>
            <th scope="col">${say('Tilstand', 'State')}</th>
            <th scope="col">${say('Udstillere', 'Issuers')}</th>
          </tr>
        </thead>
        <tbody>
          ${forms.map((form, index) => this.#renderForm(form, `formular-${index}`))}
          ${deleted.map(renderDeleted)}
        </tbody>
      </table>
    `;
  }

  #renderForm(form: Form, id: string) {
    const isExpanded = form.egetId === this.expanded?.egetId;
    const toggle = () => {
      this.#expand(isExpanded ? undefined : form);
      if (!isExpanded) this.onSelect({cvr: this.cvr, egetId: form.egetId, diaId: form.diaId});
    };
    const title = html`
      <button
        type="button"
        class="forms-open"
        aria-expanded=${isExpanded ? 'true' : 'false'}
        aria-controls=${isExpanded ? id : nothing}
        lang="da"
        @click=${toggle}
      >
        ${form.titel}
      </button>
    `;
    const names = form.readV1.udstillere.map(({myndighedsnavn}) => myndighedsnavn);
    const others = names.length - maxUdstillere;
    const issuers = html`
      <span lang="da">${names.slice(0, maxUdstillere).join(', ') || '–'}</span
      >${others > 0 ? say(` og ${others} flere`, ` and ${others} more`) : nothing}
    `;
    return html`
      ${renderRow(form, title, renderState(form.readV1), issuers, isExpanded)}
      ${isExpanded ? this.#renderDetails(form, id) : nothing}
    `;
  }

  /** Renders the row with a form's representations in both interfaces. */
  #renderDetails({diaId, path, readV1}: Form, id: string) {
    const textV2 = until(this.expanded?.textV2, say('Henter…', 'Fetching…'));
    return html`
      <tr class="forms-details" id=${id}>
        <td colspan="5">
          ${renderRepresentation('A', pathV1(diaId), `${id}-a`, toText(readV1))}
          ${renderRepresentation('B', path, `${id}-b`, textV2)}
        </td>
      </tr>
    `;
  }

  #selectSupplier(cvr: string): void {
    this.cvr = cvr;
    this.shown = undefined;
    this.expanded = undefined;
    this.onSelect({cvr});
  }

  #expand(form: Form | undefined): void {
    if (!form) {
      this.expanded = undefined;
      return;
    }
    const textV2 = readAs(this.cvr, form.path).then(toText, (error: unknown) => {
      console.error(error);
      return say('Kunne ikke hentes.', 'Could not be fetched.');
    });
    this.expanded = {egetId: form.egetId, textV2};
  }
}

function renderRow(
  {egetId, diaId}: ListedForm,
  title: unknown,
  state: unknown,
  issuers: unknown,
  isExpanded = false,
) {
  return html`
    <tr class=${isExpanded ? 'forms-chosen' : nothing}>
      <th scope="row">${title}</th>
      ${renderCell('egetId', html`<code>${egetId}</code>`)}
      ${renderCell('dia-id', html`<code>${diaId}</code>`)} ${renderCell(say('Tilstand', 'State'), state)}
      ${renderCell(say('Udstillere', 'Issuers'), issuers)}
    </tr>
  `;
}

/** Renders a cell that contains its heading, for narrow screens without columns. */
function renderCell(heading: string, content: unknown) {
  return html`<td><span class="forms-label" aria-hidden="true">${heading}</span>${content}</td>`;
}

/** A deleted form cannot be expanded: both interfaces return 404. */
function renderDeleted(form: ListedForm) {
  const title = html`<span class="forms-gone" lang="da">${form.titel}</span>`;
  return renderRow(form, title, renderBadge('deleted', say('Slettet', 'Deleted')), '–');
}

function renderState({publiceretPaaProduktion, afpubliceretPaaProduktion, publiceringsdato}: Form['readV1']) {
  if (publiceretPaaProduktion) return renderBadge('published', say('Publiceret', 'Published'));
  if (afpubliceretPaaProduktion) return renderBadge('unpublished', say('Afpubliceret', 'Unpublished'));
  // `Date` requires a colon in the offset.
  const date = new Date((publiceringsdato ?? '').replace(/(\d\d)$/, ':$1'));
  if (!(date.getTime() > Date.now())) return renderBadge('none', say('Ikke publiceret', 'Not published'));
  return html`${renderBadge('scheduled', say('Planlagt', 'Scheduled'))}<span class="forms-about"
      >${formatDate(date, 'Europe/Copenhagen')}</span
    >`;
}

function renderBadge(name: string, text: string) {
  return html`<span class=${`badge forms-${name}`}>${text}</span>`;
}

function renderRepresentation(version: 'A' | 'B', path: string, id: string, text: unknown) {
  return html`
    <div class="forms-read">
      <h3 id=${id}>${say(`Snitflade ${version}`, `Interface ${version}`)} <code>GET ${path}</code></h3>
      <pre class="code" role="region" aria-labelledby=${id} tabindex="0"><code lang="da">${text}</code></pre>
    </div>
  `;
}

function toText(body: unknown): string {
  return JSON.stringify(body, null, 2);
}

function countText(cvr: string, shown: number, count: number): string {
  const name = supplierName(cvr);
  if (!count) {
    return say(
      `${name} har ingen formularer. Opret en med et kald.`,
      `${name} has no forms. Create one with a request.`,
    );
  }
  const number = formatNumber(count);
  if (shown < count)
    return say(`De første ${shown} af ${number} formularer`, `The first ${shown} of ${number} forms`);
  return say(
    `${number} ${count === 1 ? 'formular' : 'formularer'}`,
    `${number} ${count === 1 ? 'form' : 'forms'}`,
  );
}
