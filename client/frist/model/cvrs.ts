// CVR numbers and names of companies, for the models and views of the calendar and `<tavle-deadlines>`. Here you can
// change how numbers are read or shown. Accept every spelling that is accepted now, since pages use it. Show names as
// text, never as markup.

import {text} from '../../shared/property-values.ts';
import type {Warn} from '../../shared/property.ts';
import {groupBy} from './frist.ts';

/** The maximum number of companies that a calendar or `<tavle-deadlines>` shows, which the manual promises. */
export const maxCompanies = 1_000;

/** Returns the CVR numbers of a text, each once. */
export const parseCvrs = (written: string): string[] => [...new Set(findCvrs(written))];

/** Returns the CVR numbers of a text: eight digits each, with white space, points or hyphens between them. */
export function findCvrs(written: string): string[] {
  const found: string[] = [];
  for (const run of written.match(/\d[\d\s.-]*/g) ?? []) {
    const groups = run.match(/\d+/g) ?? [];
    for (let first = 0; first < groups.length;) {
      let [cvr, next] = ['', first];
      while (cvr.length < 8 && next < groups.length) cvr += groups[next++] ?? '';
      if (cvr.length === 8) found.push(cvr);
      first = cvr.length === 8 ? next : first + 1;
    }
  }
  return found;
}

/** Returns the CVR numbers that are not in `others`. */
export function withoutAll(cvrs: readonly string[], others: readonly string[]): string[] {
  const known = new Set(others);
  return cvrs.filter(cvr => !known.has(cvr));
}

/** Returns the path of a company in the API, with which the paths of its deadlines and calendar links begin. */
export const companyPath = (cvr: string): string => `/calendar/1/virksomheder/${encodeURIComponent(cvr)}`;

/**
 * Returns the CVR numbers of a text, a number or an array of these, separated by spaces. Returns a text without CVR numbers unchanged, since it
 * is wrong but not missing.
 */
export function cvrList(value: unknown, warn: Warn): string {
  const parts = (Array.isArray(value) ? value : [value]).map(text);
  const written = parts.join();
  const found = findCvrs(written);
  const isWhole = found.join('').length === written.replace(/\D/g, '').length;
  if (parts.includes(undefined) || !isWhole || (!found.length && written)) warn();
  return [...new Set(found)].join(' ') || written;
}

/** Names of companies by CVR number, as the page knows them. */
export type CompanyNames = Readonly<Record<string, string>>;

/** Returns the name of a company; without one, its CVR number as "CVR 12345678". @param names May come from an attribute. */
export function companyName(cvr: string, names: CompanyNames | null): string {
  return givenName(cvr, names) ?? formatCvr(cvr);
}

/** Returns the name that the page gives a company. */
export function givenName(cvr: string, names: CompanyNames | null): string | undefined {
  const name: unknown = names && Object.hasOwn(names, cvr) ? names[cvr] : undefined;
  return typeof name === 'string' && name.trim() ? name : undefined;
}

/** Returns the name and the CVR number of a company, or the number alone. */
export function companyNameAndCvr(cvr: string, names: CompanyNames | null): string {
  const [name, number] = [companyName(cvr, names), formatCvr(cvr)];
  return name === number ? name : `${name} (${number})`;
}

/** Returns the companies with their texts, in alphabetical order. Adds the CVR number to a name that several companies share. */
export function companyTexts(cvrs: readonly string[], names: CompanyNames | null): Map<string, string> {
  const named = groupBy(cvrs, cvr => companyName(cvr, names));
  const texts = [...named].flatMap(([name, group]) =>
    group.map(cvr => [cvr, group.length > 1 ? companyNameAndCvr(cvr, names) : name] as const),
  );
  return new Map(sortedByName(texts));
}

/** Returns a text without the differences that a search ignores: of white space and of case. */
export const fold = (text: string): string => text.trim().replaceAll(/\s+/g, ' ').toLowerCase();

/** Returns the company with a typed CVR number, or otherwise those whose name or number contains the typed text. */
export function findCompanies(
  typed: string,
  cvrs: readonly string[],
  names: CompanyNames | null,
): readonly string[] {
  const number = findCvrs(typed).join();
  if (cvrs.includes(number)) return [number];
  const part = fold(typed);
  return cvrs.filter(cvr => fold(companyNameAndCvr(cvr, names)).includes(part));
}

/** Returns companies or authorities in alphabetical order. */
export function sortedByName(named: Iterable<readonly [cvr: string, name: string]>) {
  // A collator is faster than `localeCompare` for a thousand names.
  const {compare} = new Intl.Collator('da');
  return [...named].sort(([, one], [, other]) => compare(one, other));
}

/**
 * Returns `CVR` and the number, without a line break between them. The digits have no spaces: mails, calendar apps and authorities use the same form.
 */
const formatCvr = (cvr: string) => `CVR\u00a0${cvr}`;
