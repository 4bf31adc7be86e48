import {html, nothing} from 'lit';

import type {ViewContext} from './view-context.ts';

/** Returns the name of a deadline's company in a calendar of several; otherwise ''. */
export function companyOf({cvr}: {readonly cvr: string}, {several, names}: ViewContext): string {
  return several?.companyName(cvr, names) ?? '';
}

/** Renders the name of a company; nothing for ''. */
export function renderCompany(name: string) {
  return name ? html`<span class="company" part="company">${name}</span>` : nothing;
}
