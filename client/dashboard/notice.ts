import {html, nothing, svg} from 'lit';

import type {DashboardStrings, Reason} from '../localize/strings.ts';

/** What happened last, and can be undone or tried again. */
export interface Notice {
  /** The app's name. */
  readonly app: string;
  /** What people call it. */
  readonly title: string;
  /** What the person asked for. */
  readonly activated: boolean;
  /** Why it failed, if it did. */
  readonly failure?: Reason;
}

const cross = svg`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d="m3 3 10 10M13 3 3 13" fill="none" stroke="currentColor" stroke-width="2"></path>
</svg>`;

/**
 * A bar that says what happened, aloud too, with the one thing to do about it. It stays until something else happens or
 * it is closed (WCAG 2.2.1).
 *
 * @param act Undoes what was done, or tries again what failed.
 */
export function renderNotice(
  notice: Notice | undefined,
  strings: DashboardStrings,
  act: () => void,
  close: () => void,
) {
  const failed = notice?.failure !== undefined;
  // Both regions are always there: what is put into a new one is not spoken.
  return html`
    <div class="notice ${failed ? 'failed' : ''}" part="notice" ?hidden=${!notice}>
      <p role="status">${notice && !failed ? describe(notice, strings) : nothing}</p>
      <p role="alert">${notice && failed ? describe(notice, strings) : nothing}</p>
      <button class="button" type="button" @click=${act}>${failed ? strings.retry : strings.undo}</button>
      <button class="close" type="button" aria-label=${strings.close} @click=${close}>${cross}</button>
    </div>
  `;
}

function describe({title, activated, failure}: Notice, strings: DashboardStrings): string {
  if (failure === undefined) return activated ? strings.turnedOn(title) : strings.turnedOff(title);
  const what = activated ? strings.turnOnFailed(title) : strings.turnOffFailed(title);
  return `${what} ${strings.reasons[failure]}`;
}
