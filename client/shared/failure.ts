import {html, nothing} from 'lit';

import type {Reason, SharedStrings} from '../localize/shared-strings.ts';
import {renderHeading} from './heading.ts';

export interface Failure {
  readonly reason: Reason;
  /** Whether a retry is running. */
  readonly retrying: boolean;
  /** Level of the heading, 1 to 6. */
  readonly level: number;
  /** The page's login, for a person who is signed out. Default: none. */
  readonly loginUrl?: string | undefined;
}

/** Renders a failure with its reason and a retry button, which keeps the focus during the retry. */
export function renderFailure(
  {reason, retrying, level, loginUrl}: Failure,
  {loadFailed, loading, reasons, retry, logIn}: SharedStrings,
  onRetry: () => void,
) {
  const login = reason === 'signedOut' && loginUrl;
  return html`
    <div class="failure" part="failure">
      <div role="alert">
        ${renderHeading({level, text: loadFailed})}
        <p>${reasons[reason]}</p>
      </div>
      <div class="actions">
        ${login ? html`<a class="button primary" part="button-primary" href=${login}>${logIn}</a>` : nothing}
        ${
          reason === 'noCompany'
            ? nothing
            : html`
                <button
                  class="button"
                  part="button"
                  type="button"
                  aria-disabled=${retrying ? 'true' : 'false'}
                  @click=${onRetry}
                >
                  ${retrying ? loading : retry}
                </button>
              `
        }
      </div>
    </div>
  `;
}

/** Returns the text of a notice about a failure, which has a separate retry button. */
export function describeFailure(text: string, reason: Reason, {reasons}: SharedStrings): string {
  return reason === 'away' || reason === 'other' ? text : `${text} ${reasons[reason]}`;
}
