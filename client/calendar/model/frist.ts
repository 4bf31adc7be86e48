import type {CompanyFrist} from '../../api/responses.ts';
import type {IsoDate} from './dates.ts';

/** A deadline as the service sends it to a company; `beskrivelse` is not trusted. */
export type FristResponse = CompanyFrist;

/** What identifies a deadline in a calendar: the service has one deadline for several companies, each with its own mark. */
export interface FristRef {
  /** The company's CVR number. */
  readonly cvr: string;
  readonly fristId: number;
}

/** The same as what the service sends, with its company and with a date that compares as text. */
export interface Frist extends Omit<FristResponse, 'fristDato' | 'fristId'>, FristRef {
  readonly fristDato: IsoDate;
}

/** Returns a text that identifies a deadline. */
export function keyOf({cvr, fristId}: FristRef): string {
  return `${cvr}-${fristId}`;
}

/** Returns deadlines by date, then by id, so that the same deadline of several companies stays together. */
export function byDate(frister: readonly Frist[]): Frist[] {
  return [...frister].sort(
    (one, other) =>
      Number(one.fristDato > other.fristDato) - Number(one.fristDato < other.fristDato) ||
      one.fristId - other.fristId,
  );
}

/** A change that a company makes to a deadline; omitted fields stay. */
export interface Mark {
  readonly isLaest?: boolean;
  readonly isSlettet?: boolean;
}

/** Deadlines by day, without the days that have none. */
export type FristerByDate = ReadonlyMap<IsoDate, readonly Frist[]>;
