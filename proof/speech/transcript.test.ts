import {expect, test} from 'vitest';

import {compare, type Entry, isSame, read, repeated, write} from './transcript.ts';

const entries: Entry[] = [
  {step: 'Find it', key: 'Tab', spoken: ['Liste med 2 elementer.', 'Moms trykknap.']},
  {key: 'Page_Down', spoken: []},
  {step: 'Read it', key: 'Return', spoken: ['[Moms] # 1']},
];

test('reads a transcript as it was written', () => {
  expect(read(write('Calendar', entries))).toEqual(entries);
});

test('reports each key after which other words, no words or another order were spoken', () => {
  const changed = [
    {...entries[0], key: 'Tab', spoken: ['Moms trykknap.', 'Liste med 2 elementer.']},
    {key: 'Page_Down', spoken: ['Viser december 2026']},
    {key: 'Return', spoken: []},
  ];
  expect(compare(entries, entries)).toEqual([]);
  expect(compare(entries, changed).map(({place, key}) => [place, key])).toEqual([
    [0, 'Tab'],
    [1, 'Page_Down'],
    [2, 'Return'],
  ]);
});

test('keeps the differences after the same key as before', () => {
  const silent = entries.map(entry => ({...entry, spoken: []}));
  const [first, last] = compare(entries, silent);
  expect(repeated(compare(entries, silent), last ? [last] : [])).toEqual([last]);
  expect(repeated(first ? [first] : [], last ? [last] : [])).toEqual([]);
});

test('ignores the name and the size of a table next to other words, which Orca sometimes repeats', () => {
  const day = ['48.', 'Monday, 23 November 2026.'];
  const table = ['November 2026.', 'table with 7 rows 8 columns'];
  expect(isSame([...table, ...day], day)).toBe(true);
  expect(isSame(day, [...table, ...day])).toBe(true);
  expect(isSame([...table, ...day], [...table, '48.'])).toBe(false);
  expect(isSame(table, [])).toBe(false);
});

test('reports additional and missing keys', () => {
  expect(compare(entries, entries.slice(0, 2))).toEqual([
    {place: 2, key: 'Return', expected: ['[Moms] # 1'], spoken: []},
  ]);
  expect(compare([], entries)).toHaveLength(3);
});
