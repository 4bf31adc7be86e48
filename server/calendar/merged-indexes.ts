import {bounds} from '../bounds.ts';
import type {Range} from '../store/engine.ts';
import {firstPageLength} from '../store/pages.ts';
import type {Store} from '../store/store.ts';
import {takeTurn} from '../store/turns.ts';
import {companyIndex, everyoneIndex} from './records.ts';

/* Merges the indexes of several companies, for `company-calendar.ts` and `mark-reader.ts`. Change the sizes of reads in
 * `maxMembers` and `scanStep`. The number of entries in memory must stay bounded, also for a person with a thousand
 * companies. Each delivery must come once, in the order of dates. */

/** A delivery of a deadline, and those of the requested companies that have it. */
export interface Group {
  /** A member of the companies' indexes. */
  readonly member: string;
  /** In the order in which they are read; `undefined`: all companies. */
  readonly companies: readonly string[] | undefined;
  /** The number of companies. */
  readonly size: number;
}

interface Source {
  /** `undefined`: the index of the deadlines to all companies. */
  readonly cvr: string | undefined;
  members: readonly string[];
  next: number;
  from: string | undefined;
}

/** The approximate maximum number of members of all indexes in memory. */
const maxMembers = 32_000;

/** How many indexes one step scans. */
const scanStep = 200;

/**
 * Returns a function that yields the deliveries of companies in a period, each once, by date, then by id. It yields them in windows: lists of bounded
 * length. Members after the end of a window stay in memory for the next one, so each is read once. The first window is kept for further calls, so that
 * a response and its version come from the same entries.
 */
export function startReading(
  store: Store,
  cvrs: readonly string[],
  {from: first = '', to}: Omit<Range, 'limit'>,
): () => AsyncGenerator<readonly Group[]> {
  let kept: {groups: readonly Group[]; sources: Source[]} | undefined;

  return async function* () {
    let sources: Source[] = kept
      ? kept.sources.map(source => ({...source}))
      : [undefined, ...cvrs].map(cvr => ({cvr, members: [], next: 0, from: first}));
    let limit = firstPageLength;
    if (kept) yield kept.groups;
    for (let isFirst = !kept; sources.length; isFirst = false) {
      const empty = sources.filter(({members, next}) => next === members.length);
      for (let start = 0; start < empty.length; start += scanStep) {
        await takeTurn(isFirst && start === 0);
        const step = empty.slice(start, start + scanStep);
        await (isFirst
          ? fill(step, first, limit)
          : Promise.all(step.map(source => fill([source], source.from ?? first, limit))));
      }
      limit = Math.max(
        firstPageLength,
        Math.min(limit * 2, bounds.maxPageLength, Math.floor(maxMembers / (cvrs.length + 1))),
      );
      const groups = takeGroups(sources, cvrs.length);
      sources = sources.filter(({members, next, from}) => next < members.length || from !== undefined);
      if (isFirst) kept = {groups, sources: sources.map(source => ({...source}))};
      yield groups;
    }
  };

  /** Reads the next members of sources that have the same start. */
  async function fill(empty: readonly Source[], from: string, limit: number): Promise<void> {
    const indexes = empty.map(({cvr}) => (cvr === undefined ? everyoneIndex : companyIndex(cvr)));
    const found = await store.scanAll(indexes, {from, ...(to !== undefined && {to}), limit});
    for (const [at, source] of empty.entries()) {
      const members = found[at] ?? [];
      const last = members.at(-1);
      source.members = members;
      source.next = 0;
      source.from = members.length === limit && last !== undefined ? `${last}\0` : undefined;
    }
  }
}

/**
 * Returns the groups of all members up to the end of the index that has been read the least far: its later members are not known yet. Members are
 * ASCII, so they compare as in the store.
 *
 * @param all The number of companies.
 */
function takeGroups(sources: readonly Source[], all: number): Group[] {
  const ends = sources.flatMap(({members, from}) => (from === undefined ? [] : (members.at(-1) ?? [])));
  let [end] = ends;
  for (const other of ends) if (end === undefined || other < end) end = other;
  const found = new Map<string, string[] | undefined>();
  for (const source of sources) {
    const {cvr, members} = source;
    for (; source.next < members.length; source.next += 1) {
      const member = members[source.next] ?? '';
      if (end !== undefined && member > end) break;
      if (cvr === undefined) {
        found.set(member, undefined);
        continue;
      }
      const companies = found.get(member);
      if (companies) companies.push(cvr);
      else if (!found.has(member)) found.set(member, [cvr]);
    }
  }
  // A compare function would make the sort several times slower.
  return [...found.keys()].sort().map(member => {
    const companies = found.get(member);
    return {member, companies, size: companies?.length ?? all};
  });
}
