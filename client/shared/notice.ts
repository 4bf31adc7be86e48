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
 * A bar with what happened last and a button that undoes it or tries it again. It stays until something else happens or it is
 * closed (WCAG 2.2.1).
 *
 * Its two texts are live regions (WCAG 4.1.3). Firefox announces text that is added to a region, but not a region that appears
 * together with its text, so the bar is always rendered: while there is nothing to say, it is clipped (`.spoken`) with both
 * regions empty and without its buttons. The regions are the visible text itself. A second, visible copy would be read twice
 * by those who browse the page, or, with `aria-hidden`, not at all by those who explore it by touch.
 *
 * @param notice `undefined`: nothing to say. The bar has no `part` then, so no style of the page can show it.
 */
export function renderNotice(notice: Notice | undefined, strings: SharedStrings) {
  const failed = notice?.failed ?? false;
  return html`
    <div class=${notice ? `notice ${failed ? 'failed' : ''}` : 'spoken'} part=${notice ? 'notice' : nothing}>
      <p role="status">${failed ? nothing : notice?.text}</p>
      <p role="alert">${failed ? notice?.text : nothing}</p>
      ${notice && renderButtons(notice, strings)}
    </div>
  `;
}

function renderButtons({failed, act, close}: Notice, strings: SharedStrings) {
  return html`
    <button class="button" part="button" type="button" @click=${act}>
      ${failed ? strings.retry : strings.undo}
    </button>
    <button class="icon-button" type="button" aria-label=${strings.closeNotice} @click=${close}>
      ${cross}
    </button>
  `;
}
