import {expect, test} from 'playwright/test';

import {compare, type Entry, read, write} from './transcript.ts';

const entries: Entry[] = [
  {step: 'Find it', key: 'Tab', spoken: ['Liste med 2 elementer.', 'Moms trykknap.']},
  {key: 'Page_Down', spoken: []},
  {step: 'Read it', key: 'Return', spoken: ['[Moms] # 1']},
];

test('a transcript is read as it was written', () => {
  expect(read(write('Calendar', entries))).toEqual(entries);
});

test('a transcript differs by each key after which something else was spoken, or nothing, or in another order', () => {
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

test('a transcript differs where a key was pressed that it does not have, or not', () => {
  expect(compare(entries, entries.slice(0, 2))).toEqual([
    {place: 2, key: 'Return', expected: ['[Moms] # 1'], spoken: []},
  ]);
  expect(compare([], entries)).toHaveLength(3);
});
