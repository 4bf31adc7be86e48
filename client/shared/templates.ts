// Icons, buttons, headings and notices, for the views of all elements. A change here affects all of them. Keep the live
// regions of the notice, without which screen readers miss messages. Names of parts are public.

import {html, nothing} from 'lit';

import type {Reason} from '../texts/keys.ts';
import type {SharedStrings} from '../texts/da.ts';
import {toUrl} from './property-values.ts';

/** Returns a line drawing of 16 by 16 units in the colour of the text around it, without a name. */
export const icon = (path: string) =>
  html`<svg viewBox="0 0 16 16" aria-hidden="true">
    <path d=${path} fill="none" stroke="currentColor" stroke-width="2"></path>
  </svg>`;

// The annotations let a bundler leave out the icons that a script does not use.
export const cross = /* @__PURE__ */ icon('m3 3 10 10M13 3 3 13');
export const chevronStart = /* @__PURE__ */ icon('m10 3-5 5 5 5');
export const chevronEnd = /* @__PURE__ */ icon('m6 3 5 5-5 5');
export const checkMark = /* @__PURE__ */ icon('M3 8.5 6.5 12 13 4.5');
export const chevronDown = /* @__PURE__ */ icon('m4 6 4 4 4-4');

export interface ButtonState {
  /** `primary`, `quiet`, or other classes. */
  readonly kind?: string;
  /** The button's name. Default: its content. */
  readonly label?: string;
  /** Whether the button does nothing now, for example while its action is running. */
  readonly isDisabled?: boolean;
  /** Whether the content that the button opens is shown. */
  readonly isExpanded?: boolean;
  /** Id of the content that the button opens. */
  readonly controls?: string;
  /** Id of the text that describes the button. */
  readonly describedBy?: string;
  /** Its `part`. Default: by `kind`. */
  readonly part?: string;
}

/** Renders a button. Its `part` names are public. */
export function renderButton(
  content: unknown,
  act: (event: MouseEvent) => unknown,
  {kind = '', part, label, isDisabled, isExpanded, controls, describedBy}: ButtonState = {},
) {
  return html`
    <button
      class="button ${kind}"
      part=${part ?? (kind === 'primary' ? 'button button-primary' : 'button')}
      type="button"
      aria-label=${label ?? nothing}
      aria-disabled=${isDisabled ?? nothing}
      aria-expanded=${isExpanded ?? nothing}
      aria-controls=${controls ?? nothing}
      aria-describedby=${describedBy ?? nothing}
      @click=${act}
    >
      ${content}
    </button>
  `;
}

export function renderIconButton(label: string, icon: unknown, act: () => unknown) {
  return html`<button class="icon-button" type="button" aria-label=${label} @click=${act}>${icon}</button>`;
}

export interface Heading {
  /** 1 to 6. */
  readonly level: number;
  readonly text: string;
  /** The number of items below it. */
  readonly count?: number;
  readonly id?: string;
}

/** Renders a heading that can be focused. The `part` names are public. */
export function renderHeading({level, text, count, id}: Heading) {
  return html`
    <div id=${id ?? nothing} class="heading" part="heading" role="heading" aria-level=${level} tabindex="-1">
      ${text} ${count === undefined ? nothing : html`<span class="count" part="count">${count}</span>`}
    </div>
  `;
}

/** Renders a text in place of missing content. The `part` names are public. */
export function renderEmpty(heading: Heading, hint: string, actions: unknown = nothing) {
  return html`
    <div class="empty" part="empty">
      ${renderHeading(heading)}
      <p>${hint}</p>
      ${actions}
    </div>
  `;
}

/** Returns the absolute URL, for print; `nothing` for ''. */
export function absoluteUrl(url: string) {
  return url ? toUrl(url).href : nothing;
}

/** A text about the last change or failure. */
export interface Notice {
  readonly text: string;
  readonly failed: boolean;
  /** Undoes the change, or retries. */
  readonly act?: () => void;
  /** Default: the notice stays. */
  readonly close?: () => void;
}

/**
 * Renders a bar about the last change, with an undo or retry button. It stays until the next change or until it is closed (WCAG 2.2.1).
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
    ${act ? renderButton(failed ? strings.retry : strings.undo, act) : nothing}
    ${close ? renderIconButton(strings.closeNotice, cross, close) : nothing}
  `;
}

/** Returns the text of a notice about a failure, which has a separate retry button. */
export function describeFailure(text: string, reason: Reason, {reasons}: SharedStrings): string {
  return reason === 'away' || reason === 'other' ? text : `${text} ${reasons[reason]}`;
}
