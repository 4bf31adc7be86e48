import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {formatDate, formatNumber} from '../dates.ts';
import {DemoElement} from '../demo-element.ts';
import {renderField, renderOptions} from '../fields.ts';
import {say} from '../settings.ts';
import {type Form, loadSuppliers, readForms, suppliers} from './interfaces.ts';

const maxUdstillere = 3;

/** Shows one supplier's forms. One form at a time can be expanded. */
@customElement('demo-registry')
export class Registry extends DemoElement {
  @state() private cvr = '';
  @state() private shown: readonly Form[] | undefined;
  @state() private hasFailed = false;
  /** `egetId` of the expanded form. */
  @state() private expanded: string | undefined;
  #latestRequest = 0;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.refresh();
  }

  /** Reads the forms. Those of the same supplier stay visible. */
  async refresh(): Promise<void> {
    const request = ++this.#latestRequest;
    this.hasFailed = false;
    try {
      await loadSuppliers();
      if (!this.cvr) this.#show(suppliers[0]?.cvr ?? '');
      const shown = await readForms(this.cvr);
      if (request !== this.#latestRequest) return;
      this.shown = shown;
    } catch (error) {
      if (request !== this.#latestRequest) return;
      console.error(error);
      this.shown = undefined;
      this.hasFailed = true;
    }
  }

  protected override render() {
    const {cvr, shown, hasFailed} = this;
    const names = suppliers.map(({cvr, navn}) => [cvr, `${navn}, CVR ${cvr}`] as const);
    const select = (next: string) => {
      this.#show(next);
      void this.refresh();
    };
    const retry = () => {
      this.querySelector('select')?.focus();
      void this.refresh();
    };
    const options = {options: renderOptions(names, cvr), class: 'field forms-supplier'};
    return html`
      ${renderField('leverandoer', say('Leverandør', 'Supplier'), cvr, select, options)}
      <p class="forms-status" role="status">
        ${hasFailed ? say('Formularerne kunne ikke hentes.', 'The forms could not be loaded.') : shown ? countText(shown.length) : say('Henter formularer …', 'Loading forms …')}
      </p>
      ${hasFailed ? html`<button class="forms-retry" type="button" @click=${retry}>${say('Prøv igen', 'Try again')}</button>` : nothing}
      ${shown?.length ? this.#renderTable(shown) : nothing}
    `;
  }

  #renderTable(forms: readonly Form[]) {
    return html`
      <table class="forms-table">
        <thead>
          <tr>
            ${columns().map(name => html`<th scope="col">${name}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${forms.map((form, index) => this.#renderForm(form, `formular-${index}`))}
        </tbody>
      </table>
    `;
  }

  #renderForm(form: Form, id: string) {
    const isExpanded = form.egetId === this.expanded;
    const toggle = () => (this.expanded = isExpanded ? undefined : form.egetId);
    const title = html`<button
      type="button"
      class="forms-open"
      aria-expanded=${isExpanded ? 'true' : 'false'}
      aria-controls=${isExpanded ? id : nothing}
      lang="da"
      @click=${toggle}
    >
      ${form.titel}
    </button>`;
    const names = form.readV1.udstillere.map(({myndighedsnavn}) => myndighedsnavn);
    const others = names.length - maxUdstillere;
    const more = others > 0 ? say(` og ${others} flere`, ` and ${others} more`) : '';
    const issuers = html`<span lang="da">${names.slice(0, maxUdstillere).join(', ') || '–'}</span>${more}`;
    const ids = [form.egetId, form.diaId].map(each => html`<code>${each}</code>`);
    // Each cell contains its heading, for narrow screens without columns.
    const [, ...headings] = columns();
    const cells = [...ids, renderState(form.readV1), issuers].map(
      (content, index) =>
        html`<td><span class="forms-label" aria-hidden="true">${headings[index]}</span>${content}</td>`,
    );
    return html`
      <tr class=${isExpanded ? 'forms-chosen' : nothing}>
        <th scope="row">${title}</th>
        ${cells}
      </tr>
      ${isExpanded ? renderDetails(form, id) : nothing}
    `;
  }

  #show(cvr: string): void {
    this.cvr = cvr;
    this.shown = undefined;
    this.expanded = undefined;
  }
}

function columns(): string[] {
  return [
    say('Titel', 'Title'),
    'egetId',
    'dia-id',
    say('Tilstand', 'State'),
    say('Myndigheder', 'Authorities'),
  ];
}

function renderState({publiceretPaaProduktion, afpubliceretPaaProduktion, publiceringsdato}: Form['readV1']) {
  if (publiceretPaaProduktion) return renderBadge('published', say('Publiceret', 'Published'));
  if (afpubliceretPaaProduktion) return renderBadge('none', say('Ikke publiceret', 'Not published'));
  // `Date` requires a colon in the offset.
  const date = new Date((publiceringsdato ?? '').replace(/(\d\d)$/, ':$1'));
  if (!(date.getTime() > Date.now())) return renderBadge('none', say('Ikke publiceret', 'Not published'));
  const day = formatDate(date, 'Europe/Copenhagen');
  const badge = renderBadge('scheduled', say('Planlagt', 'Scheduled'));
  return html`${badge}<span class="forms-about">${day}</span>`;
}

function renderBadge(name: string, text: string) {
  return html`<span class=${`badge forms-state forms-${name}`}>${text}</span>`;
}

/** Renders the row with a form's representations in both interfaces. */
function renderDetails({diaId, path, readV1, readV2}: Form, id: string) {
  const pathV1 = `/dia/1/formular/${encodeURIComponent(diaId)}`;
  return html`
    <tr class="forms-details" id=${id}>
      <td colspan="5">
        ${renderRepresentation(`${id}-a`, say('Snitflade A', 'Interface A'), pathV1, readV1)}
        ${renderRepresentation(`${id}-b`, say('Snitflade B', 'Interface B'), path, readV2)}
      </td>
    </tr>
  `;
}

function renderRepresentation(id: string, name: string, path: string, body: object) {
  const text = JSON.stringify(body, null, 2);
  return html`
    <div class="forms-read">
      <h3 id=${id}>${name} <code>GET ${path}</code></h3>
      <pre class="code" role="region" aria-labelledby=${id} tabindex="0"><code lang="da">${text}</code></pre>
    </div>
  `;
}

function countText(count: number): string {
  const number = formatNumber(count);
  if (count === 0) return say('Leverandøren har ingen formularer.', 'The supplier has no forms.');
  return count === 1 ? say('1 formular', '1 form') : say(`${number} formularer`, `${number} forms`);
}
