import type {IsoDate, IsoMonth} from './dates.ts';
import type {Period} from './periods.ts';

/** A year as `yyyy`. */
export type IsoYear = string;

export function yearOf(date: IsoDate): IsoYear {
  return date.slice(0, 4);
}

export function yearPeriod(year: IsoYear): Period {
  return {from: `${year}-01-01`, to: `${year}-12-31`};
}

export function monthsOf(year: IsoYear): IsoMonth[] {
  return Array.from({length: 12}, (_, index) => `${year}-${String(index + 1).padStart(2, '0')}`);
}
