// The types of deadlines and marks, and how equal deadlines of several companies become one, for models and views of
// the calendar and `<tavle-deadlines>`. A new field of the service belongs in `responses.ts`. A change of `mergeEqual`
// affects all lists. `beskrivelse` is HTML that must not be trusted.

import type {CompanyFrist, SharedFrist} from '../../api/responses.ts';
import {fromApiDate, type IsoDate} from './dates.ts';

/** The identity of a deadline in a calendar: several companies may share a deadline, each with its own mark. */
export interface FristRef {
  /** The company's CVR number. */
  readonly cvr: string;
  readonly fristId: number;
}

/** A deadline of the service, with its company and a date that compares as text; `beskrivelse` is not trusted. */
export interface Frist extends Omit<CompanyFrist, 'fristDato' | 'fristId'>, FristRef {
  readonly fristDato: IsoDate;
}

/** Returns a deadline of the service for each of its companies. */
export function fristerOf({virksomheder, ...item}: SharedFrist): Frist[] {
  const fristDato = fromApiDate(item.fristDato);
  return virksomheder.map(marks => ({...item, fristDato, ...marks}));
}

/** Returns a text that identifies a deadline. */
export const keyOf = ({cvr, fristId}: FristRef): string => `${cvr}-${fristId}`;

/** Returns deadlines by date, then by id, so that the same deadline of several companies stays together. */
export function byDate(frister: readonly Frist[]): Frist[] {
  return [...frister].sort(
    (one, other) =>
      Number(one.fristDato > other.fristDato) - Number(one.fristDato < other.fristDato) ||
      one.fristId - other.fristId,
  );
}

/**
 * Equal deadlines, of the same sender, day and title: one for each company. Has the fields of the first deadline, but is hidden or done only if all
 * deadlines are, and read if none is unread.
 */
export interface Deadline extends Frist {
  readonly frister: readonly Frist[];
}

/** Merges equal deadlines, and keeps the order of the first ones. Equal deadlines of one company stay apart. */
export function mergeEqual(frister: readonly Frist[]): Deadline[] {
  const seen = new Map<string, number>();
  const equal = groupBy(frister, ({fristDato, afsenderCvr, overskrift, cvr}) => {
    const key = `${fristDato} ${afsenderCvr} ${overskrift}`;
    const count = seen.get(`${cvr} ${key}`) ?? 0;
    seen.set(`${cvr} ${key}`, count + 1);
    return `${count} ${key}`;
  });
  return [...equal.values()].map(deadlineOf);
}

/** Merges equal deadlines, at least one, into one. */
export function deadlineOf(frister: readonly Frist[]): Deadline {
  const [first] = frister as [Frist];
  const isLaest = !frister.some(isUnread);
  const isSlettet = frister.every(each => each.isSlettet);
  return {...first, isLaest, isSlettet, isKlaret: frister.every(each => each.isKlaret), frister};
}

/** Returns the text of a deadline; `undefined` if its companies have different texts or links. */
export function textOf({beskrivelse, link, frister}: Deadline): string | undefined {
  const isSame = frister.every(each => each.beskrivelse === beskrivelse && each.link === link);
  return isSame ? beskrivelse : undefined;
}

/** Returns whether a person has to read a deadline. One that is done needs no reading. */
export const isUnread = ({isLaest, isKlaret}: Frist): boolean => !isLaest && !isKlaret;

/** A company's change of a deadline; omitted fields stay. */
export interface Mark {
  readonly isLaest?: boolean;
  readonly isSlettet?: boolean;
  readonly isKlaret?: boolean;
  /** Whether to remove a mark only if the person has set it: an undo must not remove that of a colleague. */
  readonly kunEgne?: true;
}

export type MarkName = Exclude<keyof Mark, 'kunEgne'>;

/** Deadlines by day, without the days that have none. */
export type DeadlinesByDate = ReadonlyMap<IsoDate, readonly Deadline[]>;

/** Returns the items by key; keys and items keep their order. `Map.groupBy` is missing in Chrome 116, Firefox 118, Safari 17.3 and older. */
export function groupBy<Item, Key>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}
