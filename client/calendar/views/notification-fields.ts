// The heading, and the choice of companies, that `mails.ts` and `links.ts` share in the dialog. A change here affects
// both. Keep the companies that the service has stored, also those that the page does not show: the person must not
// lose them.
import {html, nothing} from 'lit';

import {companyTexts, findCompanies, givenName, withoutAll} from '../../frist/model/cvrs.ts';
import type {Mails} from '../../api/responses.ts';
import {onEnter, valueIn} from '../../shared/search-fields.ts';
import type {ChosenCompanies, CompanyChoice, CompanyFields} from '../model/notifications.ts';
import type {ViewContext} from './view.ts';

export const heading = (text: string, {level}: ViewContext) =>
  html`<div class="section" role="heading" aria-level=${level + 1}>${text}</div>`;

/** Returns a field of the group in which an event occurred. */
export const inputIn = (event: Event, selector: string) =>
  (event.currentTarget as Element).closest('.fields')?.querySelector<HTMLInputElement>(selector);

/** The companies that the service has stored. */
type StoredCompanies = Pick<Mails, 'virksomheder' | 'alle'>;

const nothingStored: StoredCompanies = {virksomheder: [], alle: true};

/** The maximum number of companies in a list without a search field. */
const maxWithoutSearch = 10;

const numbersOf = ({virksomheder}: StoredCompanies) => virksomheder.map(({cvr}) => cvr);

/** Returns the names of companies; a company without one is missing. */
function namesOf(
  cvrs: readonly string[],
  {names}: ViewContext,
  stored?: StoredCompanies,
): [string, string][] {
  const storedNames = new Map(stored?.virksomheder.map(({cvr, navn}) => [cvr, navn]));
  return cvrs.flatMap((cvr): [string, string][] => {
    const name = givenName(cvr, names) ?? storedNames.get(cvr);
    return name === undefined ? [] : [[cvr, name]];
  });
}

/** Returns the choice in the fields; `undefined` if there is none to make, since the person has only the company of the calendar. */
function choiceOf(
  fields: CompanyFields,
  {model: {companies}}: ViewContext,
  stored: StoredCompanies,
): CompanyChoice | undefined {
  if (!companies) return undefined;
  const {areSeveral, cvrs, notifications} = companies;
  const chosen = numbersOf(stored);
  if (!areSeveral && !withoutAll(chosen, cvrs).length) return undefined;
  // In a calendar of one company, it is unknown whether the stored companies are all companies of the person.
  const isAll = areSeveral && stored.alle && (!chosen.length || !withoutAll(cvrs, chosen).length);
  return notifications.choices.get(fields) ?? {isAll, chosen: new Set(isAll ? [] : chosen), search: ''};
}

/**
 * Returns the chosen companies, with the names that the page gives them. If none is chosen, reports this at the field and returns `undefined`.
 *
 * @param stored See {@link renderCompanyChoice}.
 */
export function companiesIn(
  event: Event,
  fields: CompanyFields,
  context: ViewContext,
  stored: StoredCompanies = nothingStored,
): ChosenCompanies | undefined {
  const {cvrs = []} = context.model.companies ?? {};
  const {isAll, chosen} = choiceOf(fields, context, stored) ?? {isAll: false, chosen: new Set(cvrs)};
  if (!isAll && !chosen.size) {
    const field = inputIn(event, '.company-choice');
    field?.setCustomValidity(context.strings.chooseCompany);
    field?.reportValidity();
    return undefined;
  }
  const before = numbersOf(stored);
  const isStored = stored.alle && before.length === chosen.size && before.every(cvr => chosen.has(cvr));
  const virksomheder = isAll ? cvrs : [...chosen];
  // The service refuses control characters and lone surrogates.
  const navne = namesOf(virksomheder, context, stored).map(([cvr, name]): [string, string] => [
    cvr,
    name.slice(0, 100).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' '),
  ]);
  // A request for all companies does not name them: the token may lack some companies of the page.
  return {...(!isAll && {virksomheder}), navne: Object.fromEntries(navne), alle: isAll || isStored};
}

/**
 * Renders a choice of all companies or some. In a calendar of one company, renders nothing, unless other companies are stored, which must not be
 * lost. If nothing is stored, all companies are chosen with `stored.alle`, and otherwise none.
 *
 * @param stored The last choice.
 */
export function renderCompanyChoice(
  fields: CompanyFields,
  context: ViewContext,
  stored: StoredCompanies = nothingStored,
) {
  const {model, strings} = context;
  const choice = choiceOf(fields, context, stored);
  if (!choice) return nothing;
  const id = `${fields}-companies`;
  const change = (event: Event, changed: Partial<CompanyChoice>) => {
    inputIn(event, '.company-choice')?.setCustomValidity('');
    model.companies?.notifications.chooseCompanies(fields, {...choice, ...changed});
  };
  return html`
    <label for=${id}>${strings.companyChoice}</label>
    <select
      id=${id}
      class="field company-choice"
      part="field"
      @change=${(event: Event) => change(event, {isAll: valueIn(event) === 'all'})}
    >
      <option value="all" .selected=${choice.isAll}>${strings.allCompanies}</option>
      <option value="some" .selected=${!choice.isAll}>${strings.someCompanies}</option>
    </select>
    ${choice.isAll ? nothing : renderCompanyList(choice, change, context, stored)}
  `;
}

/** Renders the companies of which the person chooses some, the stored ones first. */
function renderCompanyList(
  {chosen, search}: CompanyChoice,
  change: (event: Event, changed: Partial<CompanyChoice>) => void,
  context: ViewContext,
  stored: StoredCompanies,
) {
  const {model, take, strings} = context;
  const before = numbersOf(stored);
  const cvrs = [...new Set([...before, ...(model.companies?.cvrs ?? [])])];
  const names = Object.fromEntries(namesOf(cvrs, context, stored));
  const texts = companyTexts(cvrs, names);
  const found = findCompanies(search, [...texts.keys()], names);
  const others = withoutAll(found, before);
  const toggle = (event: Event, cvr: string) => {
    const {checked} = event.target as HTMLInputElement;
    change(event, {chosen: new Set(checked ? [...chosen, cvr] : withoutAll([...chosen], [cvr]))});
  };
  return html`
    <div class="company-list" role="group" aria-label=${strings.someCompanies}>
      ${
        cvrs.length > maxWithoutSearch
          ? html`<input
              class="field"
              part="field"
              type="search"
              autocomplete="off"
              aria-label=${strings.findCompany}
              placeholder=${strings.findCompany}
              .value=${search}
              @input=${(event: Event) => change(event, {search: valueIn(event)})}
              @keydown=${onEnter(() => undefined)}
            />`
          : nothing
      }
      <p class="hint" role="status">
        ${strings.companiesChosen(chosen.size, cvrs.length)}${search.trim() ? `, ${strings.companiesFound(found.length)}` : nothing}
      </p>
      <ul class="entries" ?hidden=${!found.length}>
        ${take([...withoutAll(found, others), ...others]).map(
          cvr => html`
            <li>
              <label class="check" lang="da">
                <input
                  type="checkbox"
                  .checked=${chosen.has(cvr)}
                  @change=${(event: Event) => toggle(event, cvr)}
                />
                ${texts.get(cvr)}
              </label>
            </li>
          `,
        )}
      </ul>
    </div>
  `;
}
