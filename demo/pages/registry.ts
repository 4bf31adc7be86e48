import './page.ts';
import './panel/panel.ts';

import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {formatDate} from './dates.ts';
import {DemoElement} from './demo-element.ts';
import {renderField} from './fields.ts';
import {fetchJson, simulateFailures} from './requests.ts';
import {say} from './settings.ts';

// The page `formularer.html`: the form variants of a supplier, as interfaces A and B return them, for developers of
// suppliers. Add a field of a form here. Show the responses unchanged, since developers compare them.

interface Supplier {
  cvr: string;
  navn: string;
}

/** A form with its representations in interfaces A and B, and the fields of A that the page shows. */
interface Form {
  titel: string;
  diaId: string;
  egetId: string;
  path: string;
  readV1: {
    publiceretPaaProduktion: boolean;
    afpubliceretPaaProduktion: boolean;
    /** `yyyy-MM-ddTHH:mm:ss+0100` */
    publiceringsdato: string | null;
    udstillere: readonly {myndighedsnavn: string}[];
  };
  readV2: object;
}

/** Shows one supplier's forms. One form at a time can be expanded. */
@customElement('demo-registry')
export class Registry extends DemoElement {
  @state() private suppliers: readonly Supplier[] = [];
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

  /** Reloads the forms. Those of the same supplier stay visible while loading. */
  async refresh(): Promise<void> {
    const request = ++this.#latestRequest;
    this.hasFailed = false;
    try {
      await simulateFailures();
      if (!this.suppliers.length) this.suppliers = await fetchJson<Supplier[]>('leverandoerer');
      this.cvr ||= this.suppliers[0]?.cvr ?? '';
      const shown = await fetchJson<Form[]>(`leverandoerer/${this.cvr}/formularer`);
      if (request === this.#latestRequest) this.shown = shown;
    } catch (error) {
      console.error(error);
      if (request !== this.#latestRequest) return;
      this.shown = undefined;
      this.hasFailed = true;
    }
  }

  protected override render() {
    const {suppliers, cvr, shown, hasFailed} = this;
    const options = suppliers.map(({cvr, navn}) => [cvr, `${navn}, CVR ${cvr}`] as const);
    const select = (next: string) => {
      this.cvr = next;
      this.shown = undefined;
      void this.refresh();
    };
    const retry = () => {
      this.querySelector('select')?.focus();
      void this.refresh();
    };
    return html`
      ${renderField('leverandoer', say('Leverandør', 'Supplier'), cvr, select, {options})}
      <p class="forms-status" role="status">
        ${hasFailed ? say('Vi kunne ikke hente formularerne.', 'The forms could not be loaded.') : shown ? countText(shown.length) : say('Henter formularer …', 'Loading forms …')}
      </p>
      ${hasFailed ? html`<button class="forms-retry" type="button" @click=${retry}>${say('Prøv igen', 'Try again')}</button>` : nothing}
      <ul class="entries nobullet-list">
        ${shown?.map((form, index) => this.#renderForm(form, `formular-${index}`))}
      </ul>
    `;
  }

  #renderForm({titel, egetId, diaId, path, readV1, readV2}: Form, id: string) {
    const isExpanded = egetId === this.expanded;
    const toggle = () => (this.expanded = isExpanded ? undefined : egetId);
    const names = readV1.udstillere.map(({myndighedsnavn}) => myndighedsnavn);
    return html`
      <li class="entry">
        <span class="entry-text">
          <button
            type="button"
            class="forms-open"
            aria-expanded=${isExpanded ? 'true' : 'false'}
            aria-controls=${isExpanded ? id : nothing}
            lang="da"
            @click=${toggle}
          >
            ${titel}
          </button>
          <span class="entry-about">
            <span lang="da">${names.join(', ') || '–'}</span> · egetId <code>${egetId}</code> · dia-id
            <code>${diaId}</code>
          </span>
        </span>
        <span>${renderState(readV1)}</span>
        ${
          isExpanded
            ? html`
                <div class="forms-details" id=${id}>
                  ${renderRepresentation(`${id}-a`, say('Snitflade A', 'Interface A'), `/dia/1/formular/${diaId}`, readV1)}
                  ${renderRepresentation(`${id}-b`, say('Snitflade B', 'Interface B'), path, readV2)}
                </div>
              `
            : nothing
        }
      </li>
    `;
  }
}

function renderState({publiceretPaaProduktion, afpubliceretPaaProduktion, publiceringsdato}: Form['readV1']) {
  if (publiceretPaaProduktion) return renderTag('publiceret', say('Publiceret', 'Published'));
  // `Date` requires a colon in the offset.
  const date = new Date((publiceringsdato ?? '').replace(/(\d\d)$/, ':$1'));
  if (afpubliceretPaaProduktion || !(date.getTime() > Date.now()))
    return renderTag('afpubliceret', say('Ikke publiceret', 'Not published'));
  const day = formatDate(date, 'Europe/Copenhagen');
  return html`${renderTag('planlagt', say('Planlagt', 'Scheduled'))} ${day}`;
}

/** Renders a state as `<tavle-editorial>` does. */
function renderTag(state: string, text: string) {
  return html`<span class=${`forms-state forms-${state}`}>${text}</span>`;
}

function renderRepresentation(id: string, name: string, path: string, body: object) {
  const text = JSON.stringify(body, null, 2);
  return html`
    <h2 id=${id}>${name} <code>GET ${path}</code></h2>
    <pre class="code" role="region" aria-labelledby=${id} tabindex="0"><code lang="da">${text}</code></pre>
  `;
}

function countText(count: number): string {
  if (count === 0) return say('Leverandøren har ingen formularer.', 'The supplier has no forms.');
  return count === 1 ? say('1 formular', '1 form') : say(`${count} formularer`, `${count} forms`);
}
