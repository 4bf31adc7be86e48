import {svg} from 'lit';

/** Returns a line drawing of 16 by 16 units in the colour of the text around it, without a name. */
export const icon = (path: string) => svg`<svg viewBox="0 0 16 16" aria-hidden="true">
  <path d=${path} fill="none" stroke="currentColor" stroke-width="2"></path>
</svg>`;

export const cross = icon('m3 3 10 10M13 3 3 13');
export const chevronStart = icon('m10 3-5 5 5 5');
export const chevronEnd = icon('m6 3 5 5-5 5');
export const chevronDown = icon('m4 6 4 4 4-4');
