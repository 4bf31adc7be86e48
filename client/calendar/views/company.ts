import {html, nothing} from 'lit';

import {companyName} from '../model/company-names.ts';
import type {ViewContext} from './view-context.ts';

/** Returns the name of a deadline's company in a calendar of several; otherwise ''. */
export function companyOf({cvr}: {readonly cvr: string}, {model, names}: ViewContext): string {
  return model.companies?.areSeveral ? companyName(cvr, names) : '';
}

/** Renders the name of a company; nothing for ''. */
export function renderCompany(name: string) {
  return name ? html`<span class="company" part="company">${name}</span>` : nothing;
}
