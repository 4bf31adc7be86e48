import {type IsoDate, type IsoMonth, weeksOf} from './dates.ts';

/** What is loaded and shown at a time: a month, `yyyy-mm`, or a year, `yyyy`. Its days begin with the same text. */
export type Span = IsoMonth;

/** Returns the first and the last day to load: of the weeks that a month touches, or of a year. */
export function rangeOf(span: Span): [first: IsoDate, last: IsoDate] {
  if (isYear(span)) return [`${span}-01-01`, `${span}-12-31`];
  const days = weeksOf(span).flat();
  return [days.at(0) ?? '', days.at(-1) ?? ''];
}

export function isYear(span: Span): boolean {
  return span.length === 4;
}

/** Returns the months of a year. */
export function monthsOf(year: Span): IsoMonth[] {
  return Array.from({length: 12}, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
}
