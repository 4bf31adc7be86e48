import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {DemoElement} from '../demo-element.ts';
import {renderField, renderOptions} from '../fields.ts';
import {renderAppearance} from '../panel/appearance.ts';
import {renderExchange} from '../panel/exchange.ts';
import {renderFailures} from '../panel/failures.ts';
import type {Exchange} from '../requests.ts';
import {say} from '../settings.ts';
import {sendAs, supplierName, type SupplierRequest, suppliers} from './interfaces.ts';
import {firstTemplate, type Selection, type Template, templates} from './templates.ts';

/** The developer panel of the registry: sends requests to interfaces A and B with the certificate of any supplier. */
@customElement('demo-request-form')
export class RequestForm extends DemoElement {
  /** Reads the forms again. */
  refresh: () => Promise<void> = () => Promise.resolve();

  @state() private selection: Selection = {cvr: ''};
  @state() private caller = '';
  @state() private template = firstTemplate;
  @state() private path = '';
  @state() private body = '';
  @state() private bodyError = '';
  /** The last request, with its response once it has one. */
  @state() private sent: {readonly request: SupplierRequest; readonly exchange?: Exchange} | undefined;
  #isSending = false;

  constructor() {
    super();
    this.#useTemplate(this.template);
  }

  /** Fills the form for a supplier, or for one of its forms. */
  select(selection: Selection): void {
    if (selection.cvr !== this.selection.cvr) this.caller = selection.cvr;
    this.selection = selection;
    this.path = this.template.path(selection);
  }

  protected override render() {
    const {caller, template, path, body, sent} = this;
    const callers = suppliers.map(({cvr, navn}) => [cvr, navn] as const);
    const kinds = (['A', 'B'] as const).map(name => renderTemplates(name, template));
    const code = {class: 'field field-wide forms-code'};
    return html`
      <section>
        <h3 id="kald-overskrift">${say('Prøv et kald', 'Try a request')}</h3>
        <form class="fields" id="kald" aria-labelledby="kald-overskrift" novalidate @submit=${this.#onSubmit}>
          ${renderField('kalder', say('Kald som (med certifikat)', 'Caller (its certificate)'), caller, next => (this.caller = next), {options: renderOptions(callers, caller), help: rights()})}
          ${renderField('kaldtype', say('Kald', 'Request'), indexOf(template), next => this.#useTemplate(templates[Number(next)] ?? template), {options: kinds})}
          ${renderField('adresse', say('Sti', 'Path'), path, next => (this.path = next), code)}
          ${template.body ? renderField('json', say('Indhold (JSON)', 'Body (JSON)'), body, next => (this.body = next), {...code, type: 'textarea', error: this.bodyError || undefined}) : nothing}
          <div class="buttons field-wide"><button class="main-button">Send</button></div>
        </form>
        ${renderExchange('kald', sent && describe(sent.request, sent.exchange), sent?.exchange)}
      </section>
      ${renderAppearance()} ${renderFailures(() => this.refresh())}
    `;
  }

  #useTemplate(template: Template): void {
    this.template = template;
    const {path, body} = template;
    this.path = path(this.selection);
    this.body = body ? JSON.stringify(body(this.selection), null, 2) : '';
    this.bodyError = '';
    this.sent = undefined;
  }

  readonly #onSubmit = async (event: Event) => {
    event.preventDefault();
    if (this.#isSending) return;
    this.bodyError = '';
    let json: unknown;
    try {
      json = this.template.body && JSON.parse(this.body);
    } catch (error) {
      const {message} = error as SyntaxError;
      this.bodyError = say(`Ikke gyldig JSON: ${message}`, `Invalid JSON: ${message}`);
      this.querySelector('textarea')?.focus();
      return;
    }
    this.#isSending = true;
    await this.#send({caller: this.caller, method: this.template.method, path: this.path.trim()}, json);
    this.#isSending = false;
  };

  async #send(request: SupplierRequest, json: unknown): Promise<void> {
    this.sent = {request};
    const exchange = await sendAs(request, json);
    this.sent = {request, exchange};
    // The next template creates the deleted form, which restores it.
    if (exchange.status === 200 && request.method === 'DELETE')
      this.selection = {
        cvr: this.selection.cvr,
        newId: decodeURIComponent(request.path.split('/').at(-1) ?? ''),
      };
    // The next request does not wait for the list.
    if (request.method !== 'GET') void this.refresh();
  }
}

function indexOf(template: Template): string {
  return String(templates.indexOf(template));
}

function renderTemplates(name: 'A' | 'B', chosen: Template) {
  const options = templates
    .filter(template => template.interface === name)
    .map(template => [indexOf(template), `${template.method} – ${say(...template.label)}`] as const);
  const label = say(`Snitflade ${name}`, `Interface ${name}`);
  return html`<optgroup label=${label}>${renderOptions(options, indexOf(chosen))}</optgroup>`;
}

/** Returns the suppliers that may act for others in interface B. */
function rights(): string {
  const sentences = suppliers
    .filter(({paaVegneAf}) => paaVegneAf.length)
    .map(({navn, paaVegneAf}) => {
      const others = paaVegneAf.map(supplierName).join(say(' og ', ' and '));
      return say(`${navn} må kalde på vegne af ${others}.`, `${navn} may act on behalf of ${others}.`);
    });
  return sentences.length ? `${say('I snitflade B:', 'In interface B:')} ${sentences.join(' ')}` : '';
}

/** Renders what came of a request. */
function describe({caller, method, path}: SupplierRequest, exchange: Exchange | undefined) {
  if (!exchange) return say('Sender…', 'Sending…');
  const {status, body} = exchange;
  if (!status) return say('Tjenesten svarer ikke.', 'The service does not respond.');
  const {status: name = '', message, errors = {}} = body.code === undefined ? {} : body;
  // Interface B has the CVR number of the form's supplier in its path.
  const [, cvr = caller] = /^\/dia\/2\/formular\/(\d{8})/.exec(path) ?? [];
  const [who, whom] = [supplierName(caller), supplierName(cvr)];
  const onBehalf = say(` · ${who} på vegne af ${whom}`, ` · ${who} on behalf of ${whom}`);
  const deleted = say(
    'Begge snitflader svarer nu 404. Opret formularen igen med POST eller PUT: Så beholder den sit dia-id.',
    'Both interfaces now return 404. POST or PUT (create) restores it with the same dia-id.',
  );
  const fields = Object.entries(errors).map(
    ([field, messages]) => html`<li><code>${field}</code> ${messages.join(' ')}</li>`,
  );
  return html`
    <p>
      <strong lang="en">HTTP ${status} ${name}</strong>${status < 400 && cvr !== caller ? onBehalf : nothing}
    </p>
    ${message === undefined ? nothing : html`<p lang="en">${message}</p>`}
    ${
      fields.length
        ? html`<ul class="forms-errors" lang="en">
            ${fields}
          </ul>`
        : nothing
    }
    ${status < 400 && method === 'DELETE' ? html`<p>${deleted}</p>` : nothing}
  `;
}
