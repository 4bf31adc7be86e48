import {setImmediate} from 'node:timers/promises';

import {bounds} from '../../limits/bounds.ts';
import type {CurrentPortal, Portal} from '../../portal/portal.ts';
import type {Store} from '../../store/store.ts';
import type {Instant} from '../../time/datetime.ts';
import {suppliersOf} from '../listed-suppliers.ts';
import {
  changesIndex,
  changesSince,
  type ExhibitorFields,
  isExhibited,
  isPublished,
  parseChange,
  type PublicationFields,
  type VariantHead,
  variantKey,
} from '../variant.ts';
import {createSearchIndex, type Indexed, type Rank, type Results, type Terms} from './search-index.ts';
import {searchWordsOf, sortKeyOf, wordsOf} from './words.ts';

/** The fields of a form in lists, and those that decide whether it is visible. */
export type ListedForm = Indexed &
  ExhibitorFields &
  PublicationFields & {
    readonly cvr: string;
    readonly permalink: string;
    readonly fields: Pick<VariantHead['fields'], 'titel'> & {readonly kortBeskrivelse?: string | null};
  };

export interface FormQuery {
  readonly text: string;
  /** Abbreviation of an authority, and kommunekode of one. Both must match. */
  readonly authority: string | undefined;
  readonly municipality: string | undefined;
  readonly limit: number;
  readonly after: Rank | undefined;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The bounds of the age of the data, in milliseconds, before a reload. The duration of a reload determines the age in between. */
const minFreshMs = 500;
const maxFreshMs = 2_000;
/** The maximum share of the time that reloads take, unless the data would exceed {@link maxFreshMs}. */
const readingShare = 1 / 20;

/** The maximum age of the data, in milliseconds, before a search waits for a reload. */
const staleMs = 4_000;

/** The maximum difference of clocks, or duration of a write. Beyond it, only the next full reload finds a change. */
const overlapMs = 30_000;
const fullReadingMs = 60_000;
/** A wall clock that goes back by more was set back: then a load reads all forms again. */
const maxDriftMs = 1_000;

/** The number of terms that a load adds or removes in one turn of the event loop: some milliseconds. */
const termsPerTurn = 1_000;

/** The weight of a word by its field, highest first: title, keywords, short description. */
const fieldWeights = [7, 4, 2] as const;

/**
 * The published forms in memory. A search first loads changes from the store, so each process finds a change within {@link staleMs}. Loads nothing
 * before the first search.
 */
export function createCatalogue(store: Store, portal: CurrentPortal) {
  const index = createSearchIndex<ListedForm>();
  /** The time of the last change of each loaded variant. */
  const known = new Map<string, Instant>();
  /** The start of the last load and of the last full one, by `performance.now()`, and the wall clock's offset from it at the last load. */
  let [readAt, fullAt, readOffset] = [-Infinity, -Infinity, 0];
  let freshMs = minFreshMs;
  let readFor: Portal | undefined;
  let reading: Promise<void> | undefined;

  /** Loads the variants that have changed since the last load; periodically, and for a new portal file, checks all changes. */
  async function read(): Promise<void> {
    const [started, current] = [performance.now(), portal()];
    const offset = Date.now() - started;
    const isSetBack = offset < readOffset - maxDriftMs;
    // Forms that were unpublished by the former time are not in the index.
    if (isSetBack) known.clear();
    const isFull = isSetBack || started - fullAt >= fullReadingMs || current !== readFor;
    const listed = suppliersOf(current);
    const limit = bounds.maxPageLength;
    for (let from = isFull ? '' : changesSince(readAt + readOffset - overlapMs); ;) {
      const members = await store.scan(changesIndex, {from, limit});
      const changed = members.flatMap(member => {
        const change = parseChange(member);
        if (!change || !listed.has(change.cvr)) return [];
        const id = idOf(change);
        const time = known.get(id);
        const isNews = time === undefined ? known.size < bounds.maxListedForms : time !== change.changed;
        return isNews ? [{id, key: variantKey(change)}] : [];
      });
      const documents = await store.read(changed.map(({key}) => key));
      let terms = 0;
      for (const [place, {id}] of changed.entries()) {
        terms += note(id, documents[place]?.value as VariantHead | undefined);
        if (terms < termsPerTurn) continue;
        terms = 0;
        await setImmediate();
      }
      const last = members.at(-1);
      if (members.length < limit || last === undefined) break;
      from = `${last}\0`;
      await setImmediate();
    }
    [readAt, readOffset, readFor] = [started, offset, current];
    freshMs = Math.min(maxFreshMs, Math.max(minFreshMs, (performance.now() - started) / readingShare));
    if (isFull) fullAt = started;
  }

  /**
   * Returns the number of changed terms.
   *
   * @param head Missing if a variant is not written yet or is unreadable: then it is loaded again later.
   */
  function note(id: string, head: VariantHead | undefined): number {
    if (head) known.set(id, head.changed);
    else known.delete(id);
    const {publiceringsdato, afpubliceringsdato} = head?.fields ?? {};
    const isListed =
      head &&
      !head.deleted &&
      typeof publiceringsdato === 'number' &&
      (afpubliceringsdato ?? Infinity) > Date.now();
    return isListed ? index.put(toListed(id, head), termsOf(head)) : index.remove(id);
  }

  async function refresh(): Promise<void> {
    const age = performance.now() - readAt;
    if (age < freshMs && portal() === readFor) return;
    reading ??= read().finally(() => (reading = undefined));
    if (age >= staleMs) await reading;
    // The next search that waits for it reports the failure.
    else reading.catch(() => undefined);
  }

  return {
    /** Returns published forms, best matches first. @throws {StoreUnavailable} */
    async search({text, authority, municipality, limit, after}: FormQuery): Promise<Results<ListedForm>> {
      await refresh();
      const [current, now] = [portal(), Date.now()];
      const listed = suppliersOf(current);
      const filters = [
        ...(authority === undefined ? [] : [current.authoritiesByAbbreviation.get(authority)]),
        ...(municipality === undefined ? [] : [current.municipalities.get(municipality)]),
      ];
      return index.search({
        words: searchWordsOf(text).slice(0, bounds.maxSearchWords),
        labels: filters.map(found => (found ? labelsOf(found) : [])),
        accept: form => isPublished(form, current, now) && listed.has(form.cvr) && isExhibited(form, current),
        limit,
        after,
      });
    },
    /** Returns the number of forms in memory: those that are or will be published. */
    size: index.size,
  };
}

const idOf = ({cvr, egetId}: Pick<VariantHead, 'cvr' | 'egetId'>) => `${cvr}/${egetId}`;

function toListed(id: string, head: VariantHead): ListedForm {
  const {cvr, masterId, permalink, deleted, version, diaId} = head;
  const {titel, kortBeskrivelse, publiceringsdato, afpubliceringsdato, valgteMyndigheder, udstillere} =
    head.fields;
  const fields = {
    titel,
    kortBeskrivelse,
    publiceringsdato,
    afpubliceringsdato,
    valgteMyndigheder,
    udstillere,
  };
  const sortKey = `${sortKeyOf(titel)} ${diaId}`;
  return {id, sortKey, cvr, masterId, permalink, deleted, version, fields} as ListedForm;
}

function termsOf(head: VariantHead): Terms {
  const {titel, kortBeskrivelse, forslagTilSoegeord, valgteMyndigheder, udstillere} = head.fields;
  const keywords = head.texts?.keywords ?? forslagTilSoegeord;
  const words = new Map<string, number>();
  for (const [place, text] of [titel, keywords, kortBeskrivelse].entries()) {
    if (typeof text !== 'string') continue;
    const weight = fieldWeights[place] ?? 1;
    for (const word of wordsOf(text.slice(0, bounds.maxSearchedText))) {
      if (!words.has(word) && words.size < bounds.maxWordsPerForm) words.set(word, weight);
    }
  }
  const labels =
    head.version === 1
      ? (valgteMyndigheder as string[]).map(codeLabel)
      : [abbreviationLabel(String(udstillere))];
  return {words, labels};
}

/** Variants of version 1 name municipalities, others an authority. */
function labelsOf({kommunekode, forkortelse}: {kommunekode?: string | undefined; forkortelse: string}) {
  return [abbreviationLabel(forkortelse), ...(kommunekode === undefined ? [] : [codeLabel(kommunekode)])];
}

const codeLabel = (code: string) => `kommune ${code}`;
const abbreviationLabel = (abbreviation: string) => `myndighed ${abbreviation}`;
