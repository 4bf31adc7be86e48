import {hash} from 'node:crypto';

import fc from 'fast-check';
import {describe, expect, it, vi} from 'vitest';

import {createSearchIndex, maxWeight, type Rank, type Results, type Search} from './search-index.ts';

interface Item {
  readonly id: string;
  readonly sortKey: string;
  readonly isAccepted: boolean;
}
interface Entry {
  readonly item: Item;
  readonly words: Map<string, number>;
  readonly labels: string[];
}

const word = fc.string({unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 3});
const label = fc.constantFrom('x', 'y', 'z');
const id = fc.integer({min: 0, max: 9}).map(String);

const entry = fc
  .record({
    id,
    key: word,
    isAccepted: fc.boolean(),
    words: fc.dictionary(word, fc.integer({min: 1, max: maxWeight}), {maxKeys: 4}),
    labels: fc.uniqueArray(label),
  })
  .map(({id, key, isAccepted, words, labels}): Entry => ({
    item: {id, sortKey: `${key} ${id}`, isAccepted},
    words: new Map(Object.entries(words)),
    labels,
  }));

/** An item to put, or the id of one to remove. */
const changes = fc.array(fc.oneof({weight: 3, arbitrary: entry}, id), {maxLength: 30});

const wanted = fc.record({
  words: fc.uniqueArray(word, {maxLength: 3}),
  labels: fc.array(fc.uniqueArray(label, {minLength: 1}), {maxLength: 2}),
});

function indexOf(list: readonly (Entry | string)[]) {
  const index = createSearchIndex<Item>();
  const entries = new Map<string, Entry>();
  for (const change of list) {
    if (typeof change === 'string') {
      index.remove(change);
      entries.delete(change);
    } else {
      index.put(change.item, change);
      entries.set(change.item.id, change);
    }
  }
  return {index, entries: [...entries.values()]};
}

const accept = ({isAccepted}: Item) => isAccepted;

/** Returns the expected results by a direct implementation of the definition. */
function expectedOf(entries: readonly Entry[], {words, labels}: Pick<Search<Item>, 'words' | 'labels'>) {
  const scoreOf = ({words: own}: Entry, prefix: string) =>
    Math.max(
      0,
      ...[...own].map(([each, weight]) => (each.startsWith(prefix) ? weight * (each === prefix ? 2 : 1) : 0)),
    );
  return entries
    .filter(each => accept(each.item))
    .filter(each => words.every(prefix => scoreOf(each, prefix) > 0))
    .filter(each => labels.every(list => list.some(one => each.labels.includes(one))))
    .map(each => ({
      id: each.item.id,
      sortKey: each.item.sortKey,
      score: words.reduce((sum, prefix) => sum + scoreOf(each, prefix), 0),
    }))
    .sort((one, other) => other.score - one.score || (one.sortKey < other.sortKey ? -1 : 1));
}

describe('the index', () => {
  it('finds items with all words and labels, best matches first, after any changes', () => {
    fc.assert(
      fc.property(changes, fc.array(wanted, {minLength: 1, maxLength: 3}), (list, searches) => {
        const {index, entries} = indexOf(list);
        expect(index.size()).toBe(entries.length);
        for (const search of searches) {
          const expected = expectedOf(entries, search);
          const {page, total, hasMore} = index.search({...search, accept, limit: 100});
          expect(page.map(({item, score, sortKey}) => ({id: item.id, sortKey, score}))).toEqual(expected);
          expect({total, hasMore}).toEqual({total: expected.length, hasMore: false});
        }
      }),
    );
  });

  it('returns the same in pages', () => {
    fc.assert(
      fc.property(changes, wanted, fc.integer({min: 1, max: 4}), (list, search, limit) => {
        const {index, entries} = indexOf(list);
        const found: string[] = [];
        let results: Results<Item>;
        let after: Rank | undefined;
        do {
          results = index.search({...search, accept, limit, after});
          expect(results.page.length).toBeLessThanOrEqual(limit);
          found.push(...results.page.map(({item}) => item.id));
          after = results.page.at(-1);
        } while (results.hasMore);
        expect(found).toEqual(expectedOf(entries, search).map(({id}) => id));
      }),
    );
  });

  it('moves at most 1,000 words or chunks of words for each new or removed word, whatever the number of words', () => {
    const index = createSearchIndex<Item>();
    const terms = Array.from({length: 100}, (_, form) => ({
      words: new Map(Array.from({length: 200}, (__, place) => [wordOf(form * 200 + place), 1])),
      labels: [],
    }));
    const put = () => {
      for (const [form, each] of terms.entries())
        index.put({id: String(form), sortKey: '', isAccepted: true}, each);
    };
    expect(longestMove(put)).toBeLessThanOrEqual(1_000);
    // Replaces each form: removes all of its words, and adds them again.
    expect(longestMove(put)).toBeLessThanOrEqual(1_000);
    const {total} = index.search({words: [wordOf(19_999)], labels: [], accept, limit: 1});
    expect(total).toBe(1);
    const removal = longestMove(() => {
      for (const form of terms.keys()) index.remove(String(form));
    });
    expect(removal).toBeLessThanOrEqual(1_000);
  });
});

/** Returns a different word for each number, whose order is not that of the numbers. */
const wordOf = (number: number) => hash('sha256', String(number)).slice(0, 12);

/** Returns the maximum number of items behind the place of one `splice`, which it moves, while work runs. */
function longestMove(work: () => void): number {
  const {splice} = Array.prototype;
  let longest = 0;
  const spy = vi.spyOn(Array.prototype, 'splice').mockImplementation(function (
    this: unknown[],
    ...parameters
  ) {
    longest = Math.max(longest, this.length - parameters[0]);
    return splice.apply(this, parameters) as unknown[];
  });
  try {
    work();
  } finally {
    spy.mockRestore();
  }
  return longest;
}
