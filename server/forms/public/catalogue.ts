import {Problem} from '../../problem.ts';
import {bounds} from '../../bounds.ts';
import {toPlainText} from '../../html/plain-text.ts';
import type {Authority, CurrentPortal, Portal} from '../../portal/portal.ts';
import {readPages} from '../../store/pages.ts';
import type {Store} from '../../store/store.ts';
import {takeTurn} from '../../store/turns.ts';
import {
  type Change,
  changesIndex,
  changesSince,
  type Dates,
  type ExhibitorFields,
  type Fields,
  parseChange,
  publicationState,
  publishedUntil,
  stateAuthorityOf,
  suppliersOf,
  variantKey,
  type VariantHead,
} from '../variant.ts';
import type {FormQuery, Rank} from './query.ts';
import {createMatcher, searchedText, sortKeyOf} from './words.ts';

/* The search for published forms, for interface F. Add a filter to `filters` in `find`, and a searched field to
 * `toListed`. A search must not block other requests: see `takeTurn`. It must find a change within `staleMs`, and
 * return only published forms (`isShown`). */

/** The fields of a form in lists, and those that decide whether it is visible. */
export interface ListedForm extends Pick<
  VariantHead,
  'cvr' | 'masterId' | 'changed' | 'deleted' | 'permalink' | 'permalinkAt'
> {
  /** Unique. Orders results with the same score. */
  readonly sortKey: string;
  /** The words that a search finds the form by. */
  readonly text: string;
  readonly fields: Pick<Fields, 'titel' | 'kortBeskrivelse' | keyof Dates | keyof ExhibitorFields['fields']>;
}

export interface FoundForm extends Rank {
  readonly form: ListedForm;
}

export interface FoundForms {
  /** The number of forms on all pages. */
  readonly total: number;
  readonly page: readonly FoundForm[];
  readonly hasMore: boolean;
}

export type Catalogue = ReturnType<typeof createCatalogue>;

/** The age of the data, in milliseconds, from which a search starts a reload, and from which it waits for that reload. */
const freshMs = 1_000;
const staleMs = 4_000;

/** The greatest expected difference of clocks, and duration of a write. Beyond it, only the next reload of all forms finds a change. */
const overlapMs = 30_000;
const fullIntervalMs = 60_000;

/** The number of documents that become forms in one turn of the event loop: some milliseconds, also for the largest ones. */
const documentsPerTurn = 25;

/** How long a search may run in one turn of the event loop, and after how many forms it looks at the time. */
const turnMs = 4;
const formsPerLook = 32;

/**
 * Returns the search of published forms, which are in memory. A search first loads changes from the store, so each process finds a change within
 * {@link staleMs}. Loads nothing before the first search.
 */
export function createCatalogue(store: Store, portal: CurrentPortal) {
  /** By id, at most `bounds.maxListedForms`. Beyond that, the most recently changed forms are left out. */
  let forms: ReadonlyMap<string, ListedForm> = new Map();
  let leftOut = 0;
  /** The start of the last load, and when the next one reads all forms. */
  let [readAt, nextFullAt] = [-Infinity, -Infinity];
  let readFor: Portal | undefined;
  let reading: Promise<void> | undefined;
  let searches = 0;
  /** The number of searches in progress of each network, and the end of its last one. */
  const networks = new Map<string, {searches: number; end: Promise<unknown>}>();

  /**
   * Loads the variants that have changed since the last load. Periodically, for a new portal file, and after the clock was set back, goes through all
   * variants in the order of their changes, but only reads changed ones.
   */
  async function read(): Promise<void> {
    const [now, current] = [Date.now(), portal()];
    const isFull = now < readAt || now >= nextFullAt || current !== readFor;
    const suppliers = suppliersOf(current);
    const loaded = new Map(isFull ? [] : forms);
    let [excess, documentsRead] = [0, 0];

    const put = (id: string, form: ListedForm) => {
      if (loaded.size < bounds.maxListedForms || loaded.has(id)) loaded.set(id, form);
      else excess += 1;
    };
    const knownFor = (change: Change) => {
      const known = forms.get(idOf(change));
      return known?.changed === change.changed ? known : undefined;
    };
    const pages = readPages(store, {
      index: changesIndex,
      from: isFull ? '' : changesSince(readAt - overlapMs),
      parse(member) {
        const change = parseChange(member);
        const isRead =
          change &&
          suppliers.has(change.cvr) &&
          !knownFor(change) &&
          (change.until > now || forms.has(idOf(change)));
        return {change, key: isRead ? variantKey(change) : undefined};
      },
      keyOf: ({key}) => key,
    });
    for await (const page of pages) {
      for (const {item, document} of page) {
        const {change, key} = item;
        if (!change) continue;
        const id = idOf(change);
        if (!key) {
          // Keeps a form whose entry has not changed. Another entry of a known form may be of a failed write, so its document is read.
          const known = change.until > now && suppliers.has(change.cvr) ? knownFor(change) : undefined;
          if (known) put(id, known);
          continue;
        }
        if (++documentsRead % documentsPerTurn === 0) await takeTurn(false);
        // `undefined` if the variant is not written yet or is unreadable: a later load reads it again.
        const head = document?.value as VariantHead | undefined;
        if (head && publishedUntil(head) > now) put(id, toListed(head));
        else loaded.delete(id);
      }
    }
    [forms, readAt, readFor] = [loaded, now, current];
    if (isFull) [leftOut, nextFullAt] = [excess, now + fullIntervalMs];
  }

  async function refresh(): Promise<void> {
    const age = Date.now() - readAt;
    if (age >= 0 && age < freshMs && portal() === readFor) return;
    reading ??= read().finally(() => (reading = undefined));
    if (age < 0 || age >= staleMs) await reading;
    // The next search that waits for a load reports the failure.
    else reading.catch(() => undefined);
  }

  async function find({soeg, myndighed, kommunekode, antal, efter}: FormQuery): Promise<FoundForms> {
    // Searches that arrive at the same time take turns from the start.
    await takeTurn(true);
    let started = performance.now();
    const scoreOf = createMatcher(soeg);
    const [current, now] = [portal(), Date.now()];
    const filters = [
      ...(myndighed === undefined ? [] : [current.authoritiesByAbbreviation.get(myndighed)]),
      ...(kommunekode === undefined ? [] : [current.municipalities.get(kommunekode)]),
    ];
    const isShown = (form: ListedForm) =>
      publicationState(form, current, now) === 'publiceret' &&
      filters.every(exhibitor => exhibitor && isExhibitedBy(form, exhibitor, current));
    const page: FoundForm[] = [];
    let total = 0;
    let seen = 0;
    for (const form of forms.values()) {
      if (seen++ % formsPerLook === 0 && performance.now() - started > turnMs) {
        await takeTurn(false);
        started = performance.now();
      }
      const score = scoreOf(form.text);
      if (score === undefined || !isShown(form)) continue;
      total += 1;
      const found = {score, sortKey: form.sortKey, form};
      const last = page[antal];
      if ((last && compare(found, last) > 0) || (efter && compare(found, efter) <= 0)) continue;
      page.splice(page.findLastIndex(each => compare(each, found) < 0) + 1, 0, found);
      page.splice(antal + 1);
    }
    return {total, page: page.slice(0, antal), hasMore: page.length > antal};
  }

  return {
    /**
     * Returns published forms, best matches first.
     *
     * @param network The network of the caller. Its searches are limited and run one after the other, so that other networks wait for only one of
     *   them. Default: no limit.
     * @throws {StoreUnavailable} {@link Problem} 503 when too many searches are in progress, 429 when too many are of the same network.
     */
    async search(query: FormQuery, network?: string): Promise<FoundForms> {
      const own = networks.get(network ?? '') ?? {searches: 0, end: Promise.resolve()};
      if (searches >= bounds.maxSearches) throw tooMany(503, 'Too many searches at once.');
      if (own.searches >= bounds.maxNetworkSearches)
        throw tooMany(429, 'Too many searches at once from your IP address.');
      if (network !== undefined) networks.set(network, own);
      searches += 1;
      own.searches += 1;
      try {
        await refresh();
        const found = own.end.then(() => find(query));
        own.end = found.catch(() => undefined);
        return await found;
      } finally {
        searches -= 1;
        own.searches -= 1;
        if (network !== undefined && own.searches === 0) networks.delete(network);
      }
    },
    /** Returns the number of published forms that searches do not find, as of the last load of all forms. */
    leftOut: () => leftOut,
  };
}

const tooMany = (status: 429 | 503, message: string) =>
  new Problem(status, `${message} Try again in a moment.`, {headers: {'Retry-After': '1'}});

const idOf = ({cvr, egetId}: Pick<VariantHead, 'cvr' | 'egetId'>) => `${cvr}/${egetId}`;

function toListed(head: VariantHead): ListedForm {
  const {cvr, masterId, permalink, deleted, changed, diaId} = head;
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
  const text = searchedText([titel, head.soegeord, kortBeskrivelse && shownText(kortBeskrivelse)]);
  // Municipal forms need no `permalinkAt`: their authorities are in `valgteMyndigheder`.
  const permalinkAt = udstillere === undefined ? [] : head.permalinkAt;
  return {sortKey, text, cvr, masterId, permalink, permalinkAt, deleted, changed, fields};
}

/** Returns the text that readers see. Most short descriptions have no markup to parse. */
const shownText = (markup: string) => (/[<&]/.test(markup) ? toPlainText(markup, false) : markup);

/** Returns whether an authority exhibits a variant. */
function isExhibitedBy(form: ListedForm, exhibitor: Authority, portal: Portal): boolean {
  const {kommunekode = ''} = exhibitor;
  return (
    stateAuthorityOf(form, portal) === exhibitor ||
    form.fields.valgteMyndigheder?.includes(kommunekode) === true
  );
}

function compare(one: Rank, other: Rank): number {
  return other.score - one.score || (one.sortKey < other.sortKey ? -1 : Number(one.sortKey > other.sortKey));
}
