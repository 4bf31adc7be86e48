import fc from 'fast-check';
import {expect, it} from 'vitest';

import {createSortedWords} from './sorted-words.ts';

const word = fc.string({unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 4});

it('returns the words with a prefix in order, after any changes, with chunks of any length', () => {
  const changes = fc.array(word, {maxLength: 200});
  const prefixes = fc.array(fc.oneof(word, fc.constant('')), {minLength: 1, maxLength: 5});
  fc.assert(
    fc.property(changes, prefixes, fc.integer({min: 2, max: 20}), (list, searched, maxChunkLength) => {
      const words = createSortedWords(maxChunkLength);
      const expected = new Set<string>();
      for (const changed of list) {
        if (expected.delete(changed)) words.remove(changed);
        else {
          words.add(changed);
          expected.add(changed);
        }
      }
      for (const prefix of searched) {
        const found = [...expected].filter(each => each.startsWith(prefix)).toSorted();
        expect([...words.startingWith(prefix)]).toEqual(found);
      }
    }),
  );
});
