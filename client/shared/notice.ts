import {html, nothing} from 'lit';

import type {SharedStrings} from '../localize/shared-strings.ts';
import {cross} from './icons.ts';

/** A text about the last change or failure, with one action. */
export interface Notice {
  readonly text: string;
  readonly failed: boolean;
  /** Undoes the change, or retries. */
  readonly act: () => void;
  readonly close: () => void;
}

/**
 * Renders a bar about the last change, with an undo or retry button. It stays until the next change or until it is closed
 * (WCAG 2.2.1).
 *
 * Its two texts are live regions (WCAG 4.1.3). Firefox announces text that is added to a region, but not a new region with text, so the
 * bar is always rendered: without a notice, it is clipped (`.spoken`), with empty regions and without buttons. The regions are the visible
 * text itself: screen readers would read a visible copy twice, or, with `aria-hidden`, not at all when exploring by touch.
 *
 * @param notice `undefined`: the bar is empty and has no `part`, so no style of the page can show it.
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
