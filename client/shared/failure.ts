import {html} from 'lit';

import type {Reason, SharedStrings} from '../localize/shared-strings.ts';
import {renderHeading} from './heading.ts';

export interface Failure {
  readonly reason: Reason;
  /** Whether it is being tried again. */
  readonly retrying: boolean;
  /** Level of the heading, 1 to 6. */
  readonly level: number;
}

/** Says that nothing can be shown, why, and lets it be tried again; the button keeps the focus meanwhile. */
export function renderFailure(
  {reason, retrying, level}: Failure,
  {loadFailed, loading, reasons, retry}: SharedStrings,
  onRetry: () => void,
) {
  return html`
    <div class="failure" part="failure">
      <div role="alert">
        ${renderHeading({level, text: loadFailed})}
        <p>${reasons[reason]}</p>
      </div>
      <button
        class="button"
        part="button"
        type="button"
        aria-disabled=${retrying ? 'true' : 'false'}
        @click=${onRetry}
      >
        ${retrying ? loading : retry}
      </button>
    </div>
  `;
}
