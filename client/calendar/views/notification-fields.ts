// The heading, and the choice of companies, that `mails.ts` and `links.ts` share in the dialog. A change here affects
// both. Keep the companies that the service has stored, also those that the page does not show: the person must not
// lose them.
import {html, nothing} from 'lit';

import {companyName, givenName, withoutAll} from '../../frist/model/cvrs.ts';
import type {Mails} from '../../api/responses.ts';
import type {ChosenCompanies} from '../model/notifications.ts';
import type {ViewContext} from './view.ts';

export const heading = (text: string, {level}: ViewContext) =>
  html`<div class="section" role="heading" aria-level=${level + 1}>${text}</div>`;

/** Returns a field of the group in which an event occurred. */
export const inputIn = (event: Event, selector: string) =>
  (event.currentTarget as Element).closest('.fields')?.querySelector<HTMLInputElement>(selector);

/** The companies that the service has stored. */
type StoredCompanies = Pick<Mails, 'virksomheder' | 'alle'>;

/** The value of the choice of all companies. */
const all = 'all';

/** Returns the chosen companies, with the names that the page gives them. @param stored See {@link renderCompanyChoice}. */
export function companiesIn(
  event: Event,
  {model, names}: ViewContext,
  stored?: StoredCompanies,
): ChosenCompanies {
  const {cvrs = []} = model.companies ?? {};
  const chosen = inputIn(event, 'select')?.value ?? cvrs.join(' ');
  const isAll = chosen === all;
  const virksomheder = isAll ? cvrs : chosen.split(' ');
  const isStored = stored?.alle === true && chosen === valueOf(stored);
  const navne = virksomheder.flatMap((cvr): [string, string][] => {
    const name = givenName(cvr, names) ?? stored?.virksomheder.find(each => each.cvr === cvr)?.navn;
    // The service refuses control characters and lone surrogates.
    return name === undefined ? [] : [[cvr, name.slice(0, 100).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ')]];
  });
  // A request for all companies does not name them: the token may lack some companies of the page.
  return {...(!isAll && {virksomheder}), navne: Object.fromEntries(navne), alle: isAll || isStored};
}

const valueOf = ({virksomheder}: StoredCompanies) => virksomheder.map(({cvr}) => cvr).join(' ');

/**
 * Renders a choice of one company or all. In a calendar of one company, renders nothing, unless other companies are stored, which must not be
 * lost. If nothing is stored, all companies are chosen with `stored.alle`, and otherwise none.
 *
 * @param stored The last choice. If another system has chosen several companies, but not all, they are one more option.
 */
export function renderCompanyChoice(
  id: string,
  {model, names, strings}: ViewContext,
  stored: StoredCompanies = {virksomheder: [], alle: true},
) {
  const {companies} = model;
  if (!companies) return nothing;
  const {areSeveral, cvrs} = companies;
  const {length} = stored.virksomheder;
  if (!areSeveral && stored.virksomheder.every(({cvr}) => cvrs.includes(cvr))) return nothing;
  // In a calendar of one company, it is unknown whether the stored companies are all companies of the person.
  const hasAll =
    areSeveral && stored.alle && (!length || !withoutAll(cvrs, valueOf(stored).split(' ')).length);
  const chosen = hasAll ? all : valueOf(stored);
  const isListed = hasAll || cvrs.includes(chosen);
  const several = length ? strings.companies(length, 0) : strings.findCompany;
  const text = length === 1 ? companyName(chosen, names) : several;
  return html`
    <label for=${id}>${strings.company}</label>
    <select id=${id} class="field" part="field" ?required=${!chosen}>
      ${isListed ? nothing : html`<option value=${chosen} selected>${text}</option>`}
      <option value=${all}>${strings.allCompanies}</option>
      ${cvrs.map(cvr => html`<option value=${cvr} .selected=${cvr === chosen}>${companyName(cvr, names)}</option>`)}
    </select>
  `;
}
