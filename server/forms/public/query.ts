import {FieldCheck} from '../../http/response/problem.ts';
import {isWithin} from '../../http/request/fields.ts';
import {bounds} from '../../limits/bounds.ts';
import type {FormQuery, Rank} from './catalogue.ts';

const defaultLimit = 20;

/** The maximum length of a cursor. */
const maxCursorLength = 1_000;

/** Parses the parameters of a search. Ignores duplicates. @throws {Problem} 400 */
export function parseFormQuery(query: string): FormQuery {
  const parameters = new URLSearchParams(query);
  const check = new FieldCheck();
  // HTML forms also send empty fields.
  const given = (name: string) =>
    parameters.get(name) === '' ? undefined : (parameters.get(name) ?? undefined);
  const text = parameters.get('soeg') ?? '';
  check.require(
    isWithin(text, bounds.maxSearchText),
    'soeg',
    `Must have at most ${bounds.maxSearchText} characters.`,
  );
  const limit = readLimit(parameters.get('antal'));
  const {maxFormsPerPage} = bounds;
  check.require(
    limit >= 1 && limit <= maxFormsPerPage,
    'antal',
    `Must be a whole number from 1 to ${maxFormsPerPage}.`,
  );
  const municipality = given('kommunekode');
  check.require(
    municipality === undefined || /^\d{3}$/.test(municipality),
    'kommunekode',
    'Must be three digits.',
  );
  const cursor = given('efter');
  const after = cursor === undefined ? undefined : parseCursor(cursor);
  check.require(cursor === undefined || after !== undefined, 'efter', 'Must be `naeste` of a response.');
  check.orThrow();
  return {text, authority: given('myndighed'), municipality, limit, after};
}

function readLimit(text: string | null): number {
  if (text === null) return defaultLimit;
  return /^\d{1,4}$/.test(text) ? Number(text) : NaN;
}

export function writeCursor({score, sortKey}: Rank): string {
  return Buffer.from(JSON.stringify([score, sortKey])).toString('base64url');
}

function parseCursor(cursor: string): Rank | undefined {
  if (cursor.length > maxCursorLength) return undefined;
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString());
    if (!Array.isArray(value) || value.length !== 2) return undefined;
    const [score, sortKey] = value as unknown[];
    return typeof score === 'number' && typeof sortKey === 'string' ? {score, sortKey} : undefined;
  } catch {
    return undefined;
  }
}
