import {z} from 'zod';

import {FieldCheck} from '../http/problem.ts';
import {parseDate, today} from '../time/dates.ts';
import type {Days} from './company.ts';

const flag = () => z.boolean('Must be true or false.');

/** The body of PUT on a company's deadline (interface E). */
export const markSchema = z.object({
  isLaest: flag().optional().describe('Whether the company has read the deadline.'),
  isSlettet: flag().optional().describe('Whether the company has hidden the deadline.'),
});

export type MarkInput = z.output<typeof markSchema>;

/**
 * Reads `fra=dd-MM-yyyy&til=dd-MM-yyyy&slettede=true`, each of which may be left out: from today, for ever, without hidden
 * ones.
 *
 * @throws {Problem} 400 for any that is of the wrong form or stands twice.
 */
export function parseCompanyQuery(query: string): Days & {slettede: boolean} {
  const parameters = new URLSearchParams(query);
  const check = new FieldCheck();

  const single = (field: string) => {
    const [value, ...others] = parameters.getAll(field);
    check.require(!others.length, field, 'Must be given only once.');
    return value;
  };
  const date = (field: string) => {
    const value = single(field);
    const parsed = value === undefined ? undefined : parseDate(value);
    check.require(
      value === undefined || parsed !== undefined,
      field,
      'Must be a date in the format dd-MM-yyyy.',
    );
    return parsed;
  };

  const fra = date('fra') ?? today();
  const til = date('til');
  const slettede = single('slettede');
  check.require(['true', 'false', undefined].includes(slettede), 'slettede', 'Must be true or false.');
  check.orThrow();
  return {fra, til, slettede: slettede === 'true'};
}
