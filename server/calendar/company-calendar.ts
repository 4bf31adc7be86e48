import {hasEntry, readPages, readVersions} from '../store/pages.ts';
import type {Document, Version} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {timeOfOperation} from '../store/document-codec.ts';
import {changing} from '../store/saving.ts';
import {compactDate, type IsoDate} from '../time/dates.ts';
import {markDocument} from './documents.ts';
import {
  companyIndex,
  companyMember,
  everyoneIndex,
  type Frist,
  fristKey,
  isLongAgo,
  isWithdrawnLongAgo,
  markKey,
  type MarkRecord,
  parseMember,
  toFrist,
} from './records.ts';

/** Sorts after every suffix of a date in a member. */
const afterDate = ';';

/** The marks to change. Omitted ones stay. */
export interface MarkChanges {
  readonly isLaest?: boolean | undefined;
  readonly isSlettet?: boolean | undefined;
}

/** A deadline with a company's marks. */
export interface CompanyFrist {
  readonly frist: Frist;
  readonly isLaest: boolean;
  readonly isSlettet: boolean;
}

/** A deadline after a change of its marks. */
export interface MarkedFrist extends CompanyFrist {
  /** Whether the marks were others before. */
  readonly isChanged: boolean;
}

/** A period of days, both ends included; without `til` it has no end. */
export interface Days {
  readonly fra: IsoDate;
  readonly til?: IsoDate | undefined;
}

/** The deadlines of a company, with its marks, for interface E and the feed for calendar apps. */
export interface CompanyCalendar {
  /** Yields deadlines by date, then by id, in pages, withdrawn and hidden ones included. */
  listAll(cvr: string, days: Days): AsyncGenerator<CompanyFrist[]>;

  /**
   * Returns visible deadlines in the same order: no withdrawn ones, and hidden ones only with `includeHidden`. Stops reading after `maxItems`.
   *
   * @param maxItems Default: all.
   */
  list(cvr: string, days: Days, includeHidden: boolean, maxItems?: number): AsyncGenerator<CompanyFrist[]>;

  /** Yields texts that together change whenever `listAll` does, without reading the deadlines. */
  versions(cvr: string, days: Days): AsyncGenerator<string>;

  /** Returns a deadline, also a hidden one; `undefined` if the company does not have it, or it was withdrawn. */
  get(cvr: string, id: number): Promise<CompanyFrist | undefined>;

  /** Changes a company's marks; `undefined` if the company does not have the deadline, or it was withdrawn. */
  mark(cvr: string, id: number, marks: MarkChanges): Promise<MarkedFrist | undefined>;
}

/** The cost of a read depends on its result only: it never reads a list of recipients. */
export function createCompanyCalendar(store: Store): CompanyCalendar {
  const listingOf = (cvr: string, {fra, til}: Days) => ({
    indexes: [companyIndex(cvr), everyoneIndex],
    parse: parseMember,
    keysOf: ({id}: {id: number}) => [fristKey(id), markKey(cvr, id)],
    from: compactDate(fra),
    ...(til !== undefined && {to: compactDate(til) + afterDate}),
  });

  async function* listAll(cvr: string, days: Days): AsyncGenerator<CompanyFrist[]> {
    for await (const page of readPages(store, listingOf(cvr, days))) {
      yield page.flatMap(({item: {id, delivery}, documents: [document, mark]}) => {
        const frist = toFrist(id, document);
        const isShown = frist?.delivery === delivery && !isWithdrawnLongAgo(frist);
        return isShown ? [withMarks(frist, markOf(mark))] : [];
      });
    }
  }

  async function* list(
    cvr: string,
    days: Days,
    includeHidden: boolean,
    maxItems = Infinity,
  ): AsyncGenerator<CompanyFrist[]> {
    let left = maxItems;
    for await (const page of listAll(cvr, days)) {
      const seen = page.filter(
        ({frist, isSlettet}) => frist.slettet === undefined && (includeHidden || !isSlettet),
      );
      yield seen.slice(0, left);
      left -= seen.length;
      if (left <= 0) return;
    }
  }

  return {
    listAll,
    list,
    versions: (cvr, days) => readVersions(store, listingOf(cvr, days), stateOf),

    async get(cvr, id) {
      const [frist, [mark]] = await Promise.all([current(cvr, id), store.read([markKey(cvr, id)])]);
      return frist && withMarks(frist, markOf(mark));
    },

    async mark(cvr, id, marks) {
      const frist = await current(cvr, id);
      return frist && change(cvr, frist, marks);
    },
  };

  /** Returns whether the list leaves a deadline out if its newest version is its withdrawal. */
  function stateOf({version, operation}: Version): string {
    const time = timeOfOperation(operation);
    return version > 1 && time !== undefined && isLongAgo(new Date(time).toISOString()) ? 'long ago' : '';
  }

  /** Returns a deadline of the company; `undefined` if it does not have it, or it was withdrawn. */
  async function current(cvr: string, id: number): Promise<Frist | undefined> {
    const frist = toFrist(id, await store.get(fristKey(id)));
    return frist && frist.slettet === undefined && (await isRecipient(cvr, frist)) ? frist : undefined;
  }

  async function isRecipient(cvr: string, frist: Frist): Promise<boolean> {
    if (frist.antal === null) return true;
    const member = companyMember(frist.fristId, frist);
    return hasEntry(store, {index: companyIndex(cvr), member});
  }

  async function change(cvr: string, frist: Frist, marks: MarkChanges): Promise<MarkedFrist> {
    const {before, after} = await changing(store, markDocument, markKey(cvr, frist.fristId), stored => {
      const {isLaest, isSlettet} = withMarks(frist, stored?.value);
      const value: MarkRecord = {
        revision: frist.revision,
        isLaest: marks.isLaest ?? isLaest,
        isSlettet: marks.isSlettet ?? isSlettet,
      };
      const isSame = value.isLaest === isLaest && value.isSlettet === isSlettet;
      return isSame ? stored : {value};
    });
    return {...withMarks(frist, after?.value), isChanged: before !== after};
  }
}

const markOf = (document: Document | undefined) => document?.value as MarkRecord | undefined;

/** Ignores marks of an earlier revision. */
function withMarks(frist: Frist, mark: MarkRecord | undefined): CompanyFrist {
  const isCurrent = mark?.revision === frist.revision;
  return {frist, isLaest: isCurrent && mark.isLaest, isSlettet: isCurrent && mark.isSlettet};
}
