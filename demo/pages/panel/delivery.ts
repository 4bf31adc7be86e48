// The tab "Deliver" of the developer panel, for `panel.ts`. A developer delivers deadlines as an authority would. Add a
// field here for another field of interface C. The curl command must send what the button sends.
import {html, nothing} from 'lit';
import {customElement, state} from 'lit/decorators.js';

import {formatNumber, isoDate, workday} from '../dates.ts';
import {DemoElement} from '../demo-element.ts';
import {type FieldOptions, renderField} from '../fields.ts';
import {deliver, type Exchange, fetchJson} from '../requests.ts';
import {companyAttributes, currentUser} from '../session.ts';
import {say} from '../settings.ts';
import './code-block.ts';

/** An authority, and a curl command, without the body, with its certificate. */
interface Sender {
  cvr: string;
  navn: string;
  curl: string;
}

/** Lets a developer deliver deadlines as an authority, see them in the elements, and copy the request as a curl command. */
@customElement('demo-delivery')
export class Delivery extends DemoElement {
  @state() private senders: readonly Sender[] = [];
  @state() private values: Readonly<Record<string, string>> = {
    overskrift: 'Bekræft virksomhedens reelle ejere',
    beskrivelse: '<p>Kontrollér oplysningerne <strong>mindst én gang om året</strong>.</p>',
    fristDato: isoDate(workday(7)),
    modtagere: 'viste',
  };
  @state() private exchange: Exchange | undefined;
  #isSending = false;

  override connectedCallback(): void {
    super.connectedCallback();
    void this.#loadSenders();
  }

  async #loadSenders(): Promise<void> {
    this.senders = await fetchJson<Sender[]>('myndigheder');
    this.values = {afsender: this.senders[0]?.cvr ?? '', ...this.values};
  }

  protected override render() {
    const {exchange} = this;
    const senders = this.senders.map(({cvr, navn}) => [cvr, navn] as const);
    const recipients = [
      ['viste', say('Virksomhederne i kalenderen', 'The companies of the calendar')],
      ['', say('Alle virksomheder', 'All companies')],
    ] as const;
    return html`
      <section>
        <h3 id="levering">${say('Levér en frist', 'Deliver a deadline')}</h3>
        <p class="panel-lead">
          ${say('Sådan leverer en myndigheds system frister gennem snitflade C.', 'Like an authority’s system through interface C.')}
        </p>
        <form class="fields" aria-labelledby="levering" novalidate @submit=${this.#onSubmit}>
          ${this.#renderField('afsender', say('Afsender', 'Sender'), {options: senders})}
          ${this.#renderField('overskrift', say('Overskrift', 'Title'))}
          ${this.#renderField('beskrivelse', say('Beskrivelse, gerne med opmærkning', 'Description, markup allowed'))}
          ${this.#renderField('fristDato', say('Fristdato', 'Date'), {type: 'date'})}
          ${this.#renderField('modtagere', say('Modtagere', 'Recipients'), {options: recipients})}
          <div class="buttons field-wide">
            <button class="main-button">${say('Levér', 'Deliver')}</button>
            ${exchange?.status === 201 ? this.#renderLink() : nothing}
          </div>
        </form>
        ${renderExchange(exchange)} ${this.#renderCurl()}
      </section>
    `;
  }

  #renderField(id: string, label: string, options: FieldOptions = {}) {
    const messages = this.exchange?.body.errors?.[id];
    const error = messages && html`<span lang="en">${messages.join(' ')}</span>`;
    const set = (value: string) => (this.values = {...this.values, [id]: value});
    return renderField(id, label, this.values[id] ?? '', set, {...options, error});
  }

  #renderLink() {
    const date = this.values.fristDato ?? '';
    const show = (event: Event) => {
      const calendar = document.querySelector('tavle-calendar');
      if (!calendar) return;
      event.preventDefault();
      calendar.goTo(date);
      calendar.scrollIntoView();
      document.querySelector('main')?.focus({preventScroll: true});
    };
    const label = say('Vis den i kalenderen', 'Show it in the calendar');
    return html`<a href=${`/demo/frister.html?tavle-dato=${date}`} @click=${show}>${label}</a>`;
  }

  /** Renders the request as a command for a POSIX shell, with single quotes escaped. */
  #renderCurl() {
    const {afsender, ...body} = this.#body();
    const sender = this.senders.find(({cvr}) => cvr === afsender);
    if (!sender) return nothing;
    const data = JSON.stringify(body).replaceAll("'", "'\\''");
    const command = `${sender.curl} \\\n  --header 'Content-Type: application/json' \\\n  --data '${data}'`;
    const heading = say('Det samme fra en terminal', 'As a curl command');
    return html`<demo-code-block name="curl" heading=${heading} .code=${command}></demo-code-block>`;
  }

  /** Returns the body for interface C, with the sender. */
  #body(): Record<string, unknown> {
    const user = currentUser();
    const {fristDato, modtagere, ...fields} = this.values;
    return {
      ...fields,
      fristDato: fristDato?.split('-').reverse().join('-'),
      modtagere: modtagere && user ? companyAttributes(user).cvr.replaceAll(' ', ',') : '',
    };
  }

  readonly #onSubmit = async (event: Event) => {
    event.preventDefault();
    if (this.#isSending) return;
    this.#isSending = true;
    this.exchange = await deliver(this.#body());
    this.#isSending = false;
    await this.updateComplete;
    this.querySelector<HTMLElement>('[aria-invalid]')?.focus();
    if (this.exchange.status !== 201) return;
    for (const each of document.querySelectorAll('tavle-calendar')) void each.refresh();
    for (const each of document.querySelectorAll('tavle-deadlines')) void each.refresh();
  };
}

/** Describes the outcome in the language of the page. */
function describe({status, body: {message = '', errors, fristId, antalModtagere = 0}}: Exchange): string {
  const number = formatNumber(antalModtagere);
  if (status === 201)
    return say(
      `Leveret: frist ${fristId}, til ${number} ${antalModtagere === 1 ? 'virksomhed' : 'virksomheder'}.`,
      `Delivered: deadline ${fristId}, to ${number} ${antalModtagere === 1 ? 'company' : 'companies'}.`,
    );
  const failed = say('Ikke leveret.', 'Not delivered.');
  if (!status) return `${failed} ${say('Tjenesten svarer ikke.', 'The service does not respond.')}`;
  return `${failed} ${errors ? say('Ret felterne.', 'Correct the fields.') : message}`;
}

/** Renders the result of a delivery, and the response. Without an exchange, renders an empty live region. */
function renderExchange(exchange: Exchange | undefined) {
  const {status = 0, body} = exchange ?? {};
  const code = `HTTP ${status}\n${JSON.stringify(body, null, 2)}`;
  const tone = exchange && (status === 201 ? 'receipt' : 'receipt receipt-failed');
  const summary = exchange && describe(exchange);
  return html`
    <div role="status" id="levering-kvittering" class=${tone ?? nothing}>${summary}</div>
    ${status ? html`<demo-code-block name="levering-svar" heading=${say('Tjenestens svar', 'Response')} .code=${code}></demo-code-block>` : nothing}
  `;
}
