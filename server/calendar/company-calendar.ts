import {bounds} from '../bounds.ts';
import {timeOfOperation} from '../store/document-codec.ts';
import type {Version} from '../store/engine.ts';
import {firstPageLength, nextPageLength} from '../store/pages.ts';
import type {Store} from '../store/store.ts';
import {takeTurn} from '../store/turns.ts';
import {compactDate} from '../time/dates.ts';
import {readStamp} from './changes.ts';
import {
  createMarkKeys,
  createMarkReader,
  type Days,
  inSteps,
  type Reader,
  type Recipient,
  type SharedFrist,
  stepLength,
} from './mark-reader.ts';
import {type MarkChanges, markStepLength, type OnChange, setMarks} from './mark-writer.ts';
import {type Group, startReading} from './merged-indexes.ts';
import {
  companyIndex,
  companyMember,
  type Frist,
  fristKey,
  isLongAgo,
  isWithdrawnLongAgo,
  parseMember,
  toFrist,
} from './records.ts';

/* The calendars of companies: reads deadlines and changes marks, for interface E, calendar links and mails. Add a
 * method to `createCompanyCalendar`. None may read the list of recipients of a deadline, which may have a million
 * companies. */

/** A deadline to mark for companies. */
interface MarkRequest {
  readonly id: number;
  readonly cvrs: readonly string[];
  readonly marks: MarkChanges;
}

/** A deadline, and companies that have it. */
interface Received {
  readonly frist: Frist;
  readonly cvrs: readonly string[];
}

interface Shown {
  /** Whether to include companies that have hidden the deadline. */
  readonly includeHidden: boolean;
  /** Whether to include companies that have marked the deadline as done. */
  readonly includeDone: boolean;
  /** Default: all. */
  readonly maxItems?: number | undefined;
}

export type CompanyCalendar = ReturnType<typeof createCompanyCalendar>;

export type Reading = ReturnType<CompanyCalendar['read']>;

/** With more companies than about this, a month is a long response. */
const manyCompanies = 200;

/** How many versions one step reads. */
const versionStepLength = 1_000;

/**
 * Returns the methods that read and mark the deadlines of companies. The cost of a read depends only on its companies and its result: it never reads a
 * list of recipients.
 */
export function createCompanyCalendar(store: Store) {
  return {
    /** Returns methods that read the deadlines of a period for one response. They read the first window of index entries only once. */
    read(reader: Reader, days: Days) {
      const windows = startReading(store, reader.cvrs, rangeOf(days));
      const isLong = reader.cvrs.length > manyCompanies;

      /** Yields deadlines by date, then by id, in pages. Includes hidden ones, and withdrawn ones until {@link isWithdrawnLongAgo}. */
      async function* listAll(): AsyncGenerator<SharedFrist[]> {
        // A calendar link that has lost all companies shows no deadlines, not even those to all companies.
        if (!reader.cvrs.length) return;
        const marks = createMarkReader(store, reader);
        let length = firstPageLength;
        let isFirst = true;
        for await (const groups of windows()) {
          for (let start = 0; start < groups.length;) {
            // The first page of one company needs no turn: its entries were just read.
            if (!isFirst || reader.cvrs.length > 1) await takeTurn(isFirst);
            isFirst = false;
            const page = pageOf(groups, start, length);
            start += page.length;
            const {frister, marksOf} = await marks.load(page);
            length = nextPageLength(length, page.length, frister);
            yield page.flatMap(({member, companies}, index) => {
              const {id, delivery} = parseMember(member);
              const frist = toFrist(id, frister[index]);
              const isShown = frist?.delivery === delivery && !isWithdrawnLongAgo(frist);
              return isShown ? [marksOf(frist, companies ?? reader.cvrs)] : [];
            });
          }
        }
      }

      /**
       * Yields the visible deadlines in the order of `listAll`: not withdrawn, and with at least one company to show. Stops reading after
       * `maxItems`.
       */
      async function* list({
        includeHidden,
        includeDone,
        maxItems = Infinity,
      }: Shown): AsyncGenerator<SharedFrist[]> {
        const showsAll = includeHidden && includeDone;
        const isShown = ({isSlettet, klaret}: Recipient) =>
          (includeHidden || !isSlettet) && (includeDone || !klaret);
        let left = maxItems;
        for await (const page of listAll()) {
          const seen = page.flatMap(shared => {
            if (shared.frist.slettet !== undefined) return [];
            if (showsAll || shared.companies.every(isShown)) return [shared];
            const companies = shared.companies.filter(isShown);
            return companies.length ? [{...shared, companies}] : [];
          });
          yield seen.slice(0, left);
          left -= seen.length;
          if (left <= 0) return;
        }
      }

      return {
        /** How long a response is, for `Versions` of `reply.ts`. */
        length: {isLong, companies: reader.cvrs.length},
        listAll,
        list,

        /**
         * Yields texts that together change whenever `listAll` does, without reading the deadlines. With `maxItems`, they change whenever `list` does,
         * and contain what it yields: to read a few deadlines costs less than the versions of all.
         */
        async *versions(shown?: Shown): AsyncGenerator<string> {
          const stamp = isLong ? await readStamp(store, reader, days) : undefined;
          if (stamp !== undefined) yield JSON.stringify([days, stamp]);
          else if (shown?.maxItems === undefined) yield* versionsOf(windows(), reader);
          else for await (const page of list(shown)) yield JSON.stringify(page);
        },
      };
    },

    /** Returns a deadline, also a hidden one; `undefined` if none of the companies has it, or it was withdrawn. */
    async get(reader: Reader, id: number): Promise<SharedFrist | undefined> {
      const found = await current(reader, id);
      return found && (await withMarks(reader, [found]))[0];
    },

    /**
     * Changes the marks of those companies that have the deadline. Returns the deadline with all companies of the reader that have it; `undefined` if
     * none of `marked` has it, or it was withdrawn.
     *
     * @param marked Companies of the reader.
     * @param check Only for a reader with one company. Receives the stored deadline. Throws to reject. Called again before each write of a document.
     */
    async mark(
      reader: Reader,
      id: number,
      marks: MarkChanges,
      marked = reader.cvrs,
      onChange: OnChange = () => undefined,
      check?: (before: SharedFrist) => void,
    ): Promise<SharedFrist | undefined> {
      const found = await current(reader, id);
      const wanted = new Set(marked);
      const cvrs = found?.cvrs.filter(cvr => wanted.has(cvr)) ?? [];
      if (!found || !cvrs.length) return undefined;
      const [before] = check ? await withMarks(reader, [found]) : [];
      const checkStored = (stored: Partial<SharedFrist>) => before && check?.({...before, ...stored});
      checkStored({});
      await setMarks(store, reader, [{frist: found.frist, cvrs, marks}], onChange, checkStored);
      return (await withMarks(reader, [found]))[0];
    },

    /** Changes the marks of several deadlines, each for companies of the reader. The result leaves out deadlines that none of these companies has. */
    async markAll(
      reader: Reader,
      requests: readonly MarkRequest[],
      onChange: OnChange,
    ): Promise<readonly SharedFrist[]> {
      const found = await inSteps(requests, markStepLength, step =>
        Promise.all(
          step.map(async ({id, cvrs, marks}) => {
            const each = await current({...reader, cvrs}, id);
            return each ? [{...each, marks}] : [];
          }),
        ),
      );
      const marked = found.flat();
      await setMarks(store, reader, marked, onChange);
      return withMarks(reader, marked);
    },
  };

  /** Yields a text for each page, which changes with the entries, deadlines and marks of the page. */
  async function* versionsOf(
    windows: AsyncGenerator<readonly Group[]>,
    reader: Reader,
  ): AsyncGenerator<string> {
    const nextKeys = createMarkKeys(reader);
    for await (const groups of windows) {
      for (let start = 0; start < groups.length;) {
        await takeTurn(false);
        const page = pageOf(groups, start, versionStepLength);
        start += page.length;
        const versions = await inSteps(
          [
            ...page.map(({member}) => fristKey(parseMember(member).id)),
            ...nextKeys(page).map(({key}) => key),
          ],
          versionStepLength,
          step => store.readVersions(step),
        );
        const states = versions.map((found, index) =>
          found
            ? `${found.version} ${found.operation}${index < page.length ? withdrawalAgeOf(found) : ''}`
            : '',
        );
        yield JSON.stringify([page.map(({member, companies}) => [member, companies?.join()]), states]);
      }
    }
  }

  /** Returns a deadline, and the companies that have it; `undefined` if none has it, or it was withdrawn. */
  async function current({cvrs}: Reader, id: number): Promise<Received | undefined> {
    const frist = toFrist(id, await store.get(fristKey(id)));
    if (!frist || frist.slettet !== undefined) return undefined;
    if (frist.antal === null) return {frist, cvrs};
    const member = companyMember(id, frist);
    const range = {from: member, to: `${member}\0`, limit: 1};
    const found = await inSteps(cvrs, stepLength, step => store.scanAll(step.map(companyIndex), range));
    const recipients = cvrs.filter((_, index) => found[index]?.length);
    return recipients.length ? {frist, cvrs: recipients} : undefined;
  }

  async function withMarks(reader: Reader, found: readonly Received[]): Promise<SharedFrist[]> {
    const page = found.map(({frist, cvrs}) => ({
      member: companyMember(frist.fristId, frist),
      companies: cvrs,
    }));
    page.sort((one, other) => (one.member < other.member ? -1 : 1));
    const {marksOf} = await createMarkReader(store, reader).load(page, []);
    return found.map(({frist, cvrs}) => marksOf(frist, cvrs));
  }
}

const rangeOf = ({fra, til}: Days) => ({
  from: compactDate(fra),
  // `;` sorts after every suffix of a date in a member.
  ...(til !== undefined && {to: `${compactDate(til)};`}),
});

/** Returns the next groups, of at most `length` deadlines and about `bounds.maxPagePairs` companies. */
function pageOf(groups: readonly Group[], start: number, length: number): readonly Group[] {
  let end = start;
  for (let pairs = 0; end < Math.min(groups.length, start + length); end += 1) {
    pairs += groups[end]?.size ?? 0;
    if (pairs > bounds.maxPagePairs && end > start) break;
  }
  return groups.slice(start, end);
}

/** Returns a text that changes when `listAll` begins to omit a deadline, if its newest version is its withdrawal. */
function withdrawalAgeOf({version, operation}: Version): string {
  const time = timeOfOperation(operation);
  return version > 1 && time !== undefined && isLongAgo(new Date(time).toISOString()) ? ' long ago' : '';
}
