import {html} from 'lit';

import {type CompanyNames, companyName, companyNameAndCvr} from '../model/company-names.ts';
import {describeFailures} from './company-failures.ts';
import type {ViewContext} from './view-context.ts';

/** Renders a choice of companies or authorities: options are CVR numbers with names. */
export type RenderChoice = (
  label: string,
  all: string,
  options: Iterable<readonly [string, string]>,
  name: 'cvr' | 'afsenderCvr',
) => unknown;

/** Renders the choice of the company whose deadlines are shown. */
export function renderCompanyFilter({model, names, strings}: ViewContext, renderChoice: RenderChoice) {
  return renderChoice(
    strings.company,
    strings.allCompanies,
    byName(model.companies?.cvrs ?? [], names),
    'cvr',
  );
}

/** Renders, for paper, the companies with the current day, and the missing ones. */
export function renderPrintedCompanies(context: ViewContext) {
  const {model, names, strings, formats} = context;
  const {companies, filter, navigation} = model;
  const printed = companies?.cvrs.filter(cvr => !filter.cvr || cvr === filter.cvr) ?? [];
  const list = printed.map(cvr => companyNameAndCvr(cvr, names)).join(', ');
  const text = strings.printedOnCompanies(list, formats.date(navigation.today));
  return [text, ...describeFailures(model.companyFailures, names, strings)].map(line => html`<p>${line}</p>`);
}

/** Returns companies with their names, in alphabetical order. */
function byName(cvrs: readonly string[], names: CompanyNames | null): (readonly [string, string])[] {
  return cvrs
    .map(cvr => [cvr, companyName(cvr, names)] as const)
    .sort(([, one], [, other]) => one.localeCompare(other, 'da'));
}
