import type {CompanyFrist} from '../../api/responses.ts';
import type {IsoDate} from './dates.ts';

/** A deadline in the service's response to a company; `beskrivelse` is not trusted. */
export type FristResponse = CompanyFrist;

/** The identity of a deadline in a calendar: several companies may share a deadline, each with its own mark. */
export interface FristRef {
  /** The company's CVR number. */
  readonly cvr: string;
  readonly fristId: number;
}

/** A deadline of the service, with its company and a date that compares as text. */
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

/** A company's change of a deadline; omitted fields stay. */
export interface Mark {
  readonly isLaest?: boolean;
  readonly isSlettet?: boolean;
}

/** Deadlines by day, without the days that have none. */
export type FristerByDate = ReadonlyMap<IsoDate, readonly Frist[]>;
