import {LRUCache} from 'lru-cache';
import {z} from 'zod';

import {FieldCheck} from '../../http/response/problem.ts';
import {dateFormat, type IsoDate, parseDate, today} from '../../time/dates.ts';
import type {Days} from '../company-calendar.ts';

const flag = () => z.boolean('Must be true or false.');

/** The body of PUT on a company's deadline (interface E). */
export const markSchema = z.object({
  isLaest: flag().optional().describe('Whether the company has read the deadline.'),
  isSlettet: flag().optional().describe('Whether the company has hidden the deadline.'),
});

export const maxAntal = 100;

interface CompanyQuery extends Days {
  /** Whether hidden deadlines are included. */
  readonly slettede: boolean;
  /** The maximum number of deadlines; `undefined`: all. */
  readonly antal: number | undefined;
}

/**
 * Parses `fra=dd-MM-yyyy&til=dd-MM-yyyy&slettede=true&antal=3`. Defaults: from today, without an end, without hidden deadlines, all. Ignores
 * unknown parameters.
 *
 * @throws {Problem} 400 for each invalid or repeated parameter.
 */
export function parseCompanyQuery(query: string): CompanyQuery {
  const known = parsed.memo(query);
  return {...known, fra: known.fra ?? today()};
}

type WrittenQuery = Omit<CompanyQuery, 'fra'> & {readonly fra: IsoDate | undefined};

/** Cached, since most companies read the same months. */
const parsed = new LRUCache<string, WrittenQuery>({max: 100, memoMethod: parseWritten});

function parseWritten(query: string): WrittenQuery {
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
    check.require(value === undefined || parsed !== undefined, field, `Must be ${dateFormat}.`);
    return parsed;
  };

  const fra = date('fra');
  const til = date('til');
  const slettede = single('slettede');
  check.require(['true', 'false', undefined].includes(slettede), 'slettede', 'Must be true or false.');
  const antal = single('antal');
  const isCount = antal === undefined || (/^[1-9]\d{0,2}$/.test(antal) && Number(antal) <= maxAntal);
  check.require(isCount, 'antal', `Must be a whole number from 1 to ${maxAntal}.`);
  check.orThrow();
  return {fra, til, slettede: slettede === 'true', antal: antal === undefined ? undefined : Number(antal)};
}
