import type {CompanyFristItem} from '../../../server/calendar/answers.ts';
import type {IsoDate} from './dates.ts';

/** A deadline as a company sees it, in the service's own words; `beskrivelse` is not to be trusted. */
export type FristAnswer = CompanyFristItem;

/** The same with a date to reckon with. */
export interface Frist extends Omit<FristAnswer, 'fristDato'> {
  readonly fristDato: IsoDate;
}

/** What a company can do with a deadline. What is left out stays. */
export interface Mark {
  readonly isLaest?: boolean;
  readonly isSlettet?: boolean;
}

/** Deadlines by day; a day without one is not in it. */
export type FristerByDate = ReadonlyMap<IsoDate, readonly Frist[]>;

export function countUnread(frister: readonly Frist[]): number {
  return frister.filter(({isLaest}) => !isLaest).length;
}
