import {html, nothing} from 'lit';

import type {Reason, SharedStrings} from '../localize/shared-strings.ts';
import {renderHeading} from './heading.ts';
import type {LoadState} from './load-state.ts';
import type {Notice} from './notice.ts';

export interface Failure {
  readonly reason: Reason;
  /** Level of the heading, 1 to 6. */
  readonly level: number;
  /** Reloads for the person, and whether such a reload is running. */
  readonly retry: {readonly isRetrying: boolean; readonly retry: () => void};
  /** The page's login, for a person who is signed out. Default: none. */
  readonly loginUrl?: string | undefined;
}

/** Renders a failure with its reason and a retry button, which keeps the focus during the retry. The `part` names are public. */
export function renderFailure({reason, level, retry, loginUrl}: Failure, strings: SharedStrings) {
  const {loadFailed, loading, reasons, logIn} = strings;
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
                  aria-disabled=${retry.isRetrying ? 'true' : 'false'}
                  @click=${retry.retry}
                >
                  ${retry.isRetrying ? loading : strings.retry}
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

/** Returns the notice that visible content could not be reloaded; `undefined` if it is up to date. @param act Reloads it. */
export function staleNotice(
  {status, reason}: LoadState,
  strings: SharedStrings & {readonly refreshFailed: string},
  act: () => void,
  close: () => void,
): Notice | undefined {
  if (status !== 'stale') return undefined;
  return {text: describeFailure(strings.refreshFailed, reason, strings), failed: true, act, close};
}
