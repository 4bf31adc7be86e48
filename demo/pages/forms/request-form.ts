import '../panel/code-block.ts';

import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {DemoElement} from '../demo-element.ts';
import {renderField, renderOptions} from '../fields.ts';
import {renderAppearance} from '../panel/appearance.ts';
import {renderFailures} from '../panel/failures.ts';
import {say} from '../settings.ts';
import {type Method, sendAs, supplierName, suppliers} from './interfaces.ts';
import {type Selection, type Template, templates} from './templates.ts';

interface SentRequest {
  readonly caller: string;
  readonly method: Method;
  readonly path: string;
  /** Default: the request is being sent. */
  readonly outcome?: {readonly status: number; readonly body: unknown} | 'failed';
}

/** The body of a response that is not a list or form. */
interface StatusBody {
  readonly status?: string;
  readonly message?: string;
  /** English messages by field. */
  readonly errors?: Readonly<Record<string, readonly string[]>>;
}

/** The developer panel of the registry: sends requests to interfaces A and B with the certificate of any supplier. */
@customElement('demo-request-form')
export class RequestForm extends DemoElement {
  /** Reads the forms again. */
  refresh: () => Promise<void> = () => Promise.resolve();

  @state() private selection: Selection = {cvr: ''};
  @state() private caller = '';
  @state() private kind = '1';
  @state() private path = '';
  @state() private body = '';
  @state() private bodyError = '';
  @state() private sent: SentRequest | undefined;
  #isSending = false;

  constructor() {
    super();
    this.#useTemplate(this.kind);
  }

  /** Fills the form for a supplier, or for one of its forms. */
  select(selection: Selection): void {
    if (selection.cvr !== this.selection.cvr) this.caller = selection.cvr;
    this.selection = selection;
    this.path = this.#template.path(selection);
  }

  protected override render() {
    const callers = suppliers.map(({cvr, navn}) => [cvr, navn] as const);
    return html`
      <section>
        <h3 id="kald-overskrift">${say('Prøv et kald', 'Try a request')}</h3>
        <form class="fields" id="kald" aria-labelledby="kald-overskrift" novalidate @submit=${this.#onSubmit}>
          ${renderField({
            id: 'kalder',
            label: say('Kalder (dens certifikat)', 'Caller (its certificate)'),
            value: this.caller,
            options: renderOptions(callers, this.caller),
            onInput: caller => (this.caller = caller),
            help: rights(),
          })}
          ${renderField({
            id: 'kaldtype',
            label: say('Kald', 'Request'),
            value: this.kind,
            options: (['A', 'B'] as const).map(name => renderTemplates(name, this.kind)),
            onInput: kind => this.#useTemplate(kind),
          })}
          ${renderField({
            id: 'adresse',
            label: say('Sti', 'Path'),
            value: this.path,
            onInput: path => (this.path = path),
            class: 'field field-wide forms-code',
          })}
          ${this.#template.body ? this.#renderBody() : nothing}
          <div class="buttons field-wide"><button class="main-button">Send</button></div>
        </form>
        ${this.#renderReceipt()}
      </section>
      ${renderAppearance()} ${renderFailures(() => this.refresh())}
    `;
  }

  #renderBody() {
    return renderField({
      id: 'json',
      label: say('Indhold (JSON)', 'Body (JSON)'),
      value: this.body,
      type: 'textarea',
      onInput: body => (this.body = body),
      error: this.bodyError || undefined,
      class: 'field field-wide forms-code',
    });
  }

  #renderReceipt() {
    const {sent} = this;
    const {outcome} = sent ?? {};
    const response = typeof outcome === 'object' ? outcome : undefined;
    const hasFailed = outcome && !(response && response.status < 400);
    return html`
      <div
        role="status"
        id="kald-kvittering"
        class=${outcome ? `receipt ${hasFailed ? 'receipt-failed' : ''}` : nothing}
      >
        ${sent && renderOutcome(sent)}
      </div>
      ${
        response
          ? html`<demo-code-block
              name="kald-svar"
              heading=${say('Tjenestens svar', 'Response')}
              .code=${JSON.stringify(response.body, null, 2)}
            ></demo-code-block>`
          : nothing
      }
    `;
  }

  get #template(): Template {
    const found = templates[Number(this.kind)];
    if (!found) throw new Error(`There is no template ${this.kind}.`);
    return found;
  }

  #useTemplate(kind: string): void {
    this.kind = kind;
    const {path, body} = this.#template;
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
      json = this.#template.body && JSON.parse(this.body);
    } catch (error) {
      const reason = error instanceof Error ? error.message : '';
      this.bodyError = say(`Ikke gyldig JSON: ${reason}`, `Invalid JSON: ${reason}`);
      this.querySelector('textarea')?.focus();
      return;
    }
    this.#isSending = true;
    await this.#send({caller: this.caller, method: this.#template.method, path: this.path.trim()}, json);
    this.#isSending = false;
  };

  async #send(request: SentRequest, json: unknown): Promise<void> {
    const {caller, method, path} = request;
    this.sent = request;
    try {
      const outcome = await sendAs(caller, method, path, json);
      this.sent = {...request, outcome};
      // The next template creates the deleted form, which restores it.
      if (outcome.status === 200 && method === 'DELETE')
        this.selection = {cvr: this.selection.cvr, newId: decodeURIComponent(path.split('/').at(-1) ?? '')};
    } catch (error) {
      console.error(error);
      this.sent = {...request, outcome: 'failed'};
    }
    // The next request does not wait for the list.
    if (method !== 'GET') void this.refresh();
  }
}

function renderTemplates(name: 'A' | 'B', chosen: string) {
  const options = templates.flatMap((template, index) =>
    template.interface === name
      ? [[String(index), `${template.method} – ${say(...template.label)}`] as const]
      : [],
  );
  return html`
    <optgroup label=${say(`Snitflade ${name}`, `Interface ${name}`)}>
      ${renderOptions(options, chosen)}
    </optgroup>
  `;
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

/** Renders the outcome of a request. */
function renderOutcome({method, outcome, ...request}: SentRequest) {
  if (!outcome) return say('Sender…', 'Sending…');
  if (outcome === 'failed') return say('Tjenesten svarer ikke.', 'The service does not respond.');
  const {status, body} = outcome;
  const isStatus = body !== null && typeof body === 'object' && 'code' in body;
  const {status: name = '', message, errors = {}} = (isStatus ? body : {}) as StatusBody;
  const isDeleted = status < 400 && method === 'DELETE';
  return html`
    <p><strong lang="en">HTTP ${status} ${name}</strong>${status < 400 ? onBehalf(request) : ''}</p>
    ${isStatus ? html`<p lang="en">${message}</p>` : nothing}
    ${
      Object.keys(errors).length
        ? html`<ul class="forms-errors" lang="en">
            ${Object.entries(errors).map(
              ([field, messages]) => html`<li><code>${field}</code> ${messages.join(' ')}</li>`,
            )}
          </ul>`
        : nothing
    }
    ${
      isDeleted
        ? html`<p>
            ${say(
              'Begge snitflader svarer nu 404. POST eller PUT (opret) kan bringe den tilbage, og den beholder da sit dia-id.',
              'Both interfaces now return 404. POST or PUT (create) restores it with the same dia-id.',
            )}
          </p>`
        : nothing
    }
  `;
}

/** Names the other supplier if its CVR number is in the path of interface B. */
function onBehalf({caller, path}: Pick<SentRequest, 'caller' | 'path'>): string {
  const cvr = /^\/dia\/2\/formular\/(\d{8})/.exec(path)?.[1] ?? caller;
  if (cvr === caller) return '';
  const [who, whom] = [supplierName(caller), supplierName(cvr)];
  return say(` · ${who} på vegne af ${whom}`, ` · ${who} on behalf of ${whom}`);
}
