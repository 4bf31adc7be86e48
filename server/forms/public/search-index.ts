import {createSortedWords} from './sorted-words.ts';

/** An item of the index. Results are sorted by score and then by the unique `sortKey`. */
export interface Indexed {
  readonly id: string;
  readonly sortKey: string;
}

/** The search terms of an item. */
export interface Terms {
  /** Words with their weights, 1 to {@link maxWeight}. A search for a word finds every word that begins with it. */
  readonly words: ReadonlyMap<string, number>;
  /** Whole texts, for filters. */
  readonly labels: readonly string[];
}

/** The position of an item among the results. */
export interface Rank {
  readonly score: number;
  readonly sortKey: string;
}

export interface Ranked<Item> extends Rank {
  readonly item: Item;
}

export interface Search<Item> {
  /** All must match. */
  readonly words: readonly string[];
  /** One label of each list must match. */
  readonly labels: readonly (readonly string[])[];
  /** Returns whether to include an item. */
  readonly accept: (item: Item) => boolean;
  readonly limit: number;
  /** The results start after it. Default: at the best one. */
  readonly after?: Rank | undefined;
}

export interface Results<Item> {
  /** The number of items on all pages. */
  readonly total: number;
  readonly page: readonly Ranked<Item>[];
  readonly hasMore: boolean;
}

export const maxWeight = 7;

/** A posting is the number of an item, with the weight of a word in the last bits. */
const weightBits = 3;

/** The factor of a whole word, compared with a prefix. */
const exactFactor = 2;

interface Slot<Item> {
  readonly item: Item;
  readonly terms: Terms;
}

/** The postings of one word of a search. */
interface Group {
  readonly lists: readonly {readonly postings: readonly number[]; readonly factor: number}[];
  readonly size: number;
}

/**
 * An index of words in memory. A change costs microseconds, so it needs no second index; the cost of a search grows with its matches, up to a few
 * passes over all postings.
 */
export function createSearchIndex<Item extends Indexed>() {
  const slots: (Slot<Item> | undefined)[] = [];
  const freeSlots: number[] = [];
  const slotsById = new Map<string, number>();
  const sortedWords = createSortedWords();
  const postingsOfWords = new Map<string, number[]>();
  const postingsOfLabels = new Map<string, number[]>();
  /** For each slot: the number of matched words, its score, and its best score for the current word. */
  let [found, scores, best] = [new Uint8Array(0), new Uint16Array(0), new Uint8Array(0)];

  function slotAt(place: number): Slot<Item> {
    const slot = slots[place];
    if (!slot) throw new Error(`The index has nothing at ${place}.`);
    return slot;
  }

  /** Returns the number of removed terms. */
  function remove(id: string): number {
    const slot = slotsById.get(id);
    if (slot === undefined) return 0;
    const {terms} = slotAt(slot);
    for (const [word, weight] of terms.words) {
      if (removePosting(postingsOfWords, word, (slot << weightBits) + weight)) sortedWords.remove(word);
    }
    for (const label of terms.labels) removePosting(postingsOfLabels, label, slot << weightBits);
    slots[slot] = undefined;
    slotsById.delete(id);
    freeSlots.push(slot);
    return countTerms(terms);
  }

  /** Adds an item, or replaces the one with its id. Returns the number of added and removed terms. */
  function put(item: Item, terms: Terms): number {
    const removed = remove(item.id);
    const slot = freeSlots.pop() ?? slots.length;
    slots[slot] = {item, terms};
    slotsById.set(item.id, slot);
    for (const [word, weight] of terms.words) {
      if (addPosting(postingsOfWords, word, (slot << weightBits) + weight)) sortedWords.add(word);
    }
    for (const label of terms.labels) addPosting(postingsOfLabels, label, slot << weightBits);
    return removed + countTerms(terms);
  }

  function groupOfWord(word: string): Group {
    const lists = [];
    let size = 0;
    for (const term of sortedWords.startingWith(word)) {
      const postings = postingsOfWords.get(term) ?? [];
      lists.push({postings, factor: term === word ? exactFactor : 1});
      size += postings.length;
    }
    return {lists, size};
  }

  function groupOfLabels(labels: readonly string[]): Group {
    const lists = labels.map(label => ({postings: postingsOfLabels.get(label) ?? [], factor: 0}));
    return {lists, size: lists.reduce((sum, {postings}) => sum + postings.length, 0)};
  }

  /** Returns the slots that have all of the words and labels; their scores are in `scores`. */
  function match(groups: readonly Group[]): number[] {
    if (found.length < slots.length) {
      const length = slots.length * 2;
      [found, scores, best] = [new Uint8Array(length), new Uint16Array(length), new Uint8Array(length)];
    }
    found.fill(0);
    scores.fill(0);
    const candidates: number[] = groups.length ? [] : [...slotsById.values()];
    for (const [place, {lists}] of groups.entries()) {
      for (const {postings, factor} of lists) {
        for (const posting of postings) {
          const slot = posting >>> weightBits;
          const score = (posting & maxWeight) * factor;
          if (found[slot] === place) {
            found[slot] = place + 1;
            best[slot] = score;
            scores[slot] = (scores[slot] ?? 0) + score;
            if (place === 0) candidates.push(slot);
          } else if (found[slot] === place + 1 && score > (best[slot] ?? 0)) {
            // Another word of the item has a higher score.
            scores[slot] = (scores[slot] ?? 0) + score - (best[slot] ?? 0);
            best[slot] = score;
          }
        }
      }
    }
    return groups.length > 1 ? candidates.filter(slot => found[slot] === groups.length) : candidates;
  }

  function search({words: wanted, labels, accept, limit, after}: Search<Item>): Results<Item> {
    const groups = [...wanted.map(groupOfWord), ...labels.map(groupOfLabels)];
    groups.sort((one, other) => one.size - other.size);
    const page: Ranked<Item>[] = [];
    let total = 0;
    if (groups[0]?.size === 0) return {total, page, hasMore: false};
    for (const slot of match(groups)) {
      const {item} = slotAt(slot);
      if (!accept(item)) continue;
      total += 1;
      const score = scores[slot] ?? 0;
      const last = page.length > limit ? page.at(-1) : undefined;
      if (last && (score < last.score || (score === last.score && item.sortKey > last.sortKey))) continue;
      const ranked = {score, sortKey: item.sortKey, item};
      if (after && compare(ranked, after) <= 0) continue;
      insert(page, ranked);
      if (page.length > limit + 1) page.pop();
    }
    return {total, page: page.slice(0, limit), hasMore: page.length > limit};
  }

  return {put, remove, search, size: () => slotsById.size};
}

const countTerms = ({words, labels}: Terms) => words.size + labels.length;

/** Returns whether the term is new. */
function addPosting(lists: Map<string, number[]>, term: string, posting: number): boolean {
  const postings = lists.get(term);
  if (postings) postings.push(posting);
  else lists.set(term, [posting]);
  return !postings;
}

/** Returns whether the term is gone. */
function removePosting(lists: Map<string, number[]>, term: string, posting: number): boolean {
  const postings = lists.get(term) ?? [];
  const last = postings.pop();
  if (last !== undefined && last !== posting) postings[postings.indexOf(posting)] = last;
  return postings.length === 0 && lists.delete(term);
}

function insert<Item>(page: Ranked<Item>[], ranked: Ranked<Item>): void {
  let place = page.length;
  while (place > 0 && compare(page[place - 1] as Rank, ranked) > 0) place -= 1;
  page.splice(place, 0, ranked);
}

function compare(one: Rank, other: Rank): number {
  return other.score - one.score || (one.sortKey < other.sortKey ? -1 : Number(one.sortKey > other.sortKey));
}
