import {html, nothing} from 'lit';

import type {SharedStrings} from '../localize/shared-strings.ts';
import {cross} from './icons.ts';

/** What happened last, in words, and the one thing to do about it. */
export interface Notice {
  readonly text: string;
  readonly failed: boolean;
  /** Undoes what was done, or tries again what failed. */
  readonly act: () => void;
  readonly close: () => void;
}

/**
 * A bar that says what happened, aloud too. It stays until something else happens or it is closed (WCAG 2.2.1).
 *
 * @param notice `undefined`: nothing to say; the bar is hidden.
 */
export function renderNotice(notice: Notice | undefined, strings: SharedStrings) {
  const failed = notice?.failed ?? false;
  // Both regions are always there: what is put into a new one is not spoken.
  return html`
    <div class="notice ${failed ? 'failed' : ''}" part="notice" ?hidden=${!notice}>
      <p role="status">${failed ? nothing : notice?.text}</p>
      <p role="alert">${failed ? notice?.text : nothing}</p>
      <button class="button" type="button" @click=${notice?.act}>
        ${failed ? strings.retry : strings.undo}
      </button>
      <button class="icon-button" type="button" aria-label=${strings.close} @click=${notice?.close}>
        ${cross}
      </button>
    </div>
  `;
}
