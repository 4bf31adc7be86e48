import './code-block.ts';

import {html, nothing} from 'lit';

import type {Exchange} from '../requests.ts';
import {say} from '../settings.ts';

/** Renders what came of a request, and the response. Without an exchange, renders the place for it. */
export function renderExchange(name: string, summary: unknown, exchange: Exchange | undefined) {
  const {status = 0, body} = exchange ?? {};
  const code = `HTTP ${status}\n${JSON.stringify(body, null, 2)}`;
  const tone = status >= 200 && status < 300 ? 'receipt' : 'receipt receipt-failed';
  return html`
    <div role="status" id=${`${name}-kvittering`} class=${exchange ? tone : nothing}>${summary}</div>
    ${status ? html`<demo-code-block name=${`${name}-svar`} heading=${say('Tjenestens svar', 'Response')} .code=${code}></demo-code-block>` : nothing}
  `;
}
