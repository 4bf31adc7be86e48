import type {CompanyFristItem} from '../../../server/calendar/answers.ts';
import type {IsoDate} from './dates.ts';

/** A deadline as the service sends it to a company; `beskrivelse` is not trusted. */
export type FristAnswer = CompanyFristItem;

/** The same with a date that compares as text. */
export interface Frist extends Omit<FristAnswer, 'fristDato'> {
  readonly fristDato: IsoDate;
}

/** A change that a company makes to a deadline; omitted fields stay. */
export interface Mark {
  readonly isLaest?: boolean;
  readonly isSlettet?: boolean;
}

/** Deadlines by day, without the days that have none. */
export type FristerByDate = ReadonlyMap<IsoDate, readonly Frist[]>;
