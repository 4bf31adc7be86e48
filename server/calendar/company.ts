import {type Document, type Store, VersionConflict} from '../store/store.ts';
import {compactDate, type IsoDate} from '../time/dates.ts';
import {
  companyIndex,
  companyMember,
  everyoneIndex,
  type Frist,
  fristKey,
  isForgotten,
  markKey,
  type MarkRecord,
  parseCompanyMember,
  toFrist,
} from './records.ts';
import type {MarkInput} from './company-schema.ts';

const pageLength = 200;

/** Larger than what follows the date in a member. */
const afterDate = ';';

/** A deadline as one company has it. */
export interface CompanyFrist {
  readonly frist: Frist;
  readonly isLaest: boolean;
  readonly isSlettet: boolean;
}

/** From one day to another, both of them included; no `til` means for ever. */
export interface Days {
  readonly fra: IsoDate;
  readonly til?: IsoDate | undefined;
}

/** The deadlines that reached a company, and what it did with them. */
export interface CompanyCalendar {
  /** By date, then by id, some at a time; withdrawn ones too, hidden ones too. */
  list(cvr: string, days: Days): AsyncGenerator<CompanyFrist[]>;

  /** Changes a company's marks; `undefined` for a deadline that did not reach it, or was withdrawn. */
  mark(cvr: string, id: number, marks: MarkInput): Promise<CompanyFrist | undefined>;
}

/** A read costs what it shows, however many deadlines and recipients there are: it never touches a list of recipients. */
export function createCompanyCalendar(store: Store): CompanyCalendar {
  /** Both indexes as one, in order. */
  async function* members(cvr: string, {fra, til}: Days): AsyncGenerator<string[]> {
    const to = til === undefined ? {} : {to: compactDate(til) + afterDate};
    for (let from = compactDate(fra); ;) {
      const range = {from, ...to, limit: pageLength};
      const pages = await Promise.all([
        store.scan(companyIndex(cvr), range),
        store.scan(everyoneIndex, range),
      ]);
      // What lies behind the end of a full page is not known yet, in either.
      const [bound] = pages.flatMap(page => (page.length === pageLength ? page.slice(-1) : [])).sort();
      yield pages
        .flat()
        .filter(member => bound === undefined || member <= bound)
        .sort();
      if (bound === undefined) return;
      from = `${bound}\0`;
    }
  }

  /** Drops what withdrawn deadlines left in the indexes, once nobody needs to be told of them any more. */
  function tidy(cvr: string, fristen: Frist): void {
    const member = companyMember(fristen.fristId, fristen);
    const index = fristen.antal === null ? everyoneIndex : companyIndex(cvr);
    // It is tried again at the next read.
    store.removeEntries([{index, member}]).catch(() => undefined);
  }

  return {
    async *list(cvr, days) {
      for await (const page of members(cvr, days)) {
        const hints = page.map(parseCompanyMember);
        const documents = await store.read([
          ...hints.map(({id}) => fristKey(id)),
          ...hints.map(({id}) => markKey(cvr, id)),
        ]);
        yield hints.flatMap(({id, delivery}, place) => {
          const document = documents[place];
          const frist = document && toFrist(id, document);
          if (frist?.delivery !== delivery) return [];
          if (isForgotten(frist)) {
            tidy(cvr, frist);
            return [];
          }
          return [withMarks(frist, documents[hints.length + place])];
        });
      }
    },

    async mark(cvr, id, marks) {
      const [document] = await store.read([fristKey(id)]);
      const frist = document && toFrist(id, document);
      if (!frist || frist.slettet !== undefined || !(await reached(cvr, frist))) return undefined;
      return {frist, ...(await change(cvr, frist, marks))};
    },
  };

  async function reached(cvr: string, frist: Frist): Promise<boolean> {
    if (frist.antal === null) return true;
    const member = companyMember(frist.fristId, frist);
    const found = await store.scan(companyIndex(cvr), {from: member, to: `${member}\0`, limit: 1});
    return found.length > 0;
  }

  async function change(cvr: string, frist: Frist, marks: MarkInput): Promise<MarkRecord> {
    const key = markKey(cvr, frist.fristId);
    for (;;) {
      const [stored] = await store.read([key]);
      const {isLaest, isSlettet} = withMarks(frist, stored);
      const record: MarkRecord = {
        revision: frist.revision,
        isLaest: marks.isLaest ?? isLaest,
        isSlettet: marks.isSlettet ?? isSlettet,
      };
      try {
        await store.write(key, record, {expected: stored?.version ?? 0});
        return record;
      } catch (error) {
        if (!(error instanceof VersionConflict)) throw error;
      }
    }
  }
}

/** Marks of an earlier revision do not count: what the company sees has changed since. */
function withMarks(frist: Frist, stored: Document | undefined): CompanyFrist {
  const mark = stored?.value as MarkRecord | undefined;
  const counts = mark?.revision === frist.revision;
  return {frist, isLaest: counts && mark.isLaest, isSlettet: counts && mark.isSlettet};
}
