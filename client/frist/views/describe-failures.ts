import {type CompanyNames, companyName} from '../model/company-names.ts';
import {groupBy} from '../model/frist.ts';
import type {Failures} from '../model/load-companies.ts';
import type {DeadlinesStrings} from '../strings/da.ts';

/** The maximum number of companies that are named for one reason. */
const maxNames = 5;

/** Returns a text for each reason, with its companies, for the calendar, its print and `<tavle-deadlines>`. */
export function describeFailures(
  companyFailures: Failures,
  names: CompanyNames | null,
  {companiesFailed, reasons}: DeadlinesStrings,
): string[] {
  const byReason = groupBy(companyFailures, ([, reason]) => reason);
  return [...byReason].map(([reason, failures]) => {
    const known = failures.slice(0, maxNames).map(([cvr]) => companyName(cvr, names));
    const text = companiesFailed(known.join(', '), failures.length - known.length);
    return `${text} ${reasons[reason]}`;
  });
}
