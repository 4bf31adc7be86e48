/* Parts of the dialog that mails and links for calendar apps share. */
import {html, nothing} from 'lit';

import {companyName, givenName} from '../../frist/model/cvrs.ts';
import type {ChosenCompanies} from '../model/notifications.ts';
import type {ViewContext} from './view.ts';

export const heading = (text: string, {level}: ViewContext) =>
  html`<div class="section" role="heading" aria-level=${level + 1}>${text}</div>`;

/** Returns a field of the group in which an event occurred. */
export const inputIn = (event: Event, selector: string) =>
  (event.currentTarget as Element).closest('.fields')?.querySelector<HTMLInputElement>(selector);

/** Returns the chosen companies, with the names that the page gives them. */
export function companiesIn(event: Event, {model, names}: ViewContext): ChosenCompanies {
  const {cvrs = [], areSeveral = false} = model.companies ?? {};
  const chosen = inputIn(event, 'select.companies-field')?.value;
  const virksomheder = chosen ? [chosen] : cvrs;
  const alle = areSeveral && !chosen;
  const navne = virksomheder.flatMap((cvr): [string, string][] => {
    const name = givenName(cvr, names);
    // The service refuses control characters and lone surrogates.
    return name === undefined ? [] : [[cvr, name.slice(0, 100).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')]];
  });
  // A request for all companies names none: the token may lack some companies of the page.
  return {...(!alle && {virksomheder}), navne: Object.fromEntries(navne), alle};
}

/**
 * Renders a choice of one company or all; nothing in a calendar of one.
 *
 * @param stored The companies of the last choice, which is shown if it was one of several.
 */
export function renderCompanyChoice(
  id: string,
  {model, names, strings}: ViewContext,
  stored: readonly {readonly cvr: string}[] = [],
) {
  const {companies} = model;
  if (!companies?.areSeveral) return nothing;
  const chosen = stored.length === 1 && companies.cvrs.length > 1 ? stored[0]?.cvr : undefined;
  return html`
    <label for=${id}>${strings.company}</label>
    <select id=${id} class="field companies-field" part="field">
      <option value="">${strings.allCompanies}</option>
      ${companies.cvrs.map(cvr => html`<option value=${cvr} .selected=${cvr === chosen}>${companyName(cvr, names)}</option>`)}
    </select>
  `;
}
