/* Reads deadlines with the marks of companies and of a person, for `company-calendar.ts`. Other modules of the calendar
 * and `tavle inspect` use the types and `currentMark`. Add a mark to `Recipient` and `marksOf`. A mark on an earlier
 * date of a deadline must not count. */

import type {Key} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {takeTurn} from '../store/turns.ts';
import type {IsoDate} from '../time/dates.ts';
import type {Group} from './merged-indexes.ts';
import {
  type CompanyMarks,
  type Frist,
  fristKey,
  type MarkedBy,
  type MarkRecord,
  marksKey,
  monthOf,
  monthOfMember,
  parseMember,
  type ReadMarks,
  readMarksKey,
} from './records.ts';

/** Companies, and the person who reads or marks their deadlines. */
export interface Reader {
  readonly cvrs: readonly string[];
  /** Default: nobody, for a feed. Then no deadline is marked as read. */
  readonly owner?: string | undefined;
  readonly name?: string | undefined;
}

/** A period of days, both ends included; without `til` it has no end. */
export interface Days {
  readonly fra: IsoDate;
  readonly til?: IsoDate | undefined;
}

/** A company that has received a deadline, with its marks. */
export interface Recipient {
  readonly cvr: string;
  readonly isSlettet: boolean;
  /** `undefined`: it is not hidden. */
  readonly slettet: MarkedBy | undefined;
  /** `undefined`: it is not done. */
  readonly klaret: MarkedBy | undefined;
}

/** A deadline with those of the reader's companies that have received it. */
export interface SharedFrist {
  readonly frist: Frist;
  /** Whether the person has read the present text. The same for all companies. */
  readonly isLaest: boolean;
  /** In the order of the reader. */
  readonly companies: readonly Recipient[];
}

/** How many documents or index entries one step of a read looks up. */
export const stepLength = 200;

/** Returns the mark; `undefined` if it is missing, or on an earlier date of the deadline. */
export function currentMark({dateRevision = 0}: Frist, mark: MarkRecord | undefined): MarkRecord | undefined {
  return mark?.dateRevision === dateRevision ? mark : undefined;
}

/** Works on items in steps, between which other requests run. Returns the results of all steps. */
export async function inSteps<Item, Result>(
  items: readonly Item[],
  length: number,
  work: (step: Item[]) => Promise<readonly Result[]>,
): Promise<Result[]> {
  const results: Result[] = [];
  for (let start = 0; start < items.length; start += length) {
    if (start > 0) await takeTurn(false);
    for (const result of await work(items.slice(start, start + length))) results.push(result);
  }
  return results;
}

/** The key of the marks on the deadlines of a month: those of a company, or those of the person, for which `cvr` is empty. */
interface KeyOfMarks {
  readonly key: Key;
  readonly month: string;
  readonly cvr: string;
}

/**
 * Returns a function that returns the keys of the marks on the deadlines of a page, except keys that it has returned before. Pages must be in the
 * order of dates.
 */
export function createMarkKeys({cvrs, owner}: Reader) {
  let month: string | undefined;
  let known = new Set<string>();

  return (page: readonly Pick<Group, 'member' | 'companies'>[]): KeyOfMarks[] => {
    const keys: KeyOfMarks[] = [];
    for (const {member, companies = cvrs} of page) {
      const next = monthOfMember(member);
      if (next !== month) {
        month = next;
        known = new Set();
        if (owner !== undefined) keys.push({key: readMarksKey(owner, month), month, cvr: ''});
      }
      if (known.size === cvrs.length) continue;
      for (const cvr of companies) {
        if (known.has(cvr)) continue;
        known.add(cvr);
        keys.push({key: marksKey(cvr, month), month, cvr});
      }
    }
    return keys;
  };
}

/** Returns a reader of pages of deadlines with their marks. The reader keeps marks that the next page may need: those of the month where it begins. */
export function createMarkReader(store: Store, reader: Reader) {
  const nextKeys = createMarkKeys(reader);
  /** By month, then by `cvr` of the key. */
  const known = new Map<string, Map<string, unknown>>();
  const withoutMarks = (cvr: string) => ({cvr, isSlettet: false, slettet: undefined, klaret: undefined});
  const unmarked = new Map(reader.cvrs.map(cvr => [cvr, withoutMarks(cvr)]));

  return {
    async load(
      page: readonly Pick<Group, 'member' | 'companies'>[],
      ids = page.map(({member}) => parseMember(member).id),
    ) {
      const keys = nextKeys(page);
      const read = await inSteps([...ids.map(fristKey), ...keys.map(({key}) => key)], stepLength, step =>
        store.read(step),
      );
      const first = page[0] && monthOfMember(page[0].member);
      for (const month of known.keys()) if (month !== first) known.delete(month);
      for (const [index, {month, cvr}] of keys.entries()) {
        const ofMonth = known.get(month) ?? new Map<string, unknown>();
        known.set(month, ofMonth);
        const document = read[ids.length + index];
        if (document) ofMonth.set(cvr, document.value);
      }

      const marksOf = (frist: Frist, companies: readonly string[]): SharedFrist => {
        const {fristId, fristDato, revision} = frist;
        const ofMonth = known.get(monthOf(fristDato));
        const reads = ofMonth?.get('') as ReadMarks | undefined;
        return {
          frist,
          isLaest: reads?.[fristId] === revision,
          companies: companies.map(cvr => {
            const marks = ofMonth?.get(cvr) as CompanyMarks | undefined;
            const mark = marks && currentMark(frist, marks[fristId]);
            if (!mark) return unmarked.get(cvr) ?? withoutMarks(cvr);
            const {slettet, klaret} = mark;
            return {cvr, isSlettet: slettet !== undefined, slettet, klaret};
          }),
        };
      };
      return {frister: read.slice(0, ids.length), marksOf};
    },
  };
}
