import {html} from 'lit';

/** Returns a line drawing of 16 by 16 units in the colour of the text around it, without a name. */
export const icon = (path: string) =>
  html`<svg viewBox="0 0 16 16" aria-hidden="true">
    <path d=${path} fill="none" stroke="currentColor" stroke-width="2"></path>
  </svg>`;

// The annotations let a script leave out the icons that it does not use.
export const cross = /* @__PURE__ */ icon('m3 3 10 10M13 3 3 13');
export const chevronStart = /* @__PURE__ */ icon('m10 3-5 5 5 5');
export const chevronEnd = /* @__PURE__ */ icon('m6 3 5 5-5 5');
export const chevronDown = /* @__PURE__ */ icon('m4 6 4 4 4-4');
