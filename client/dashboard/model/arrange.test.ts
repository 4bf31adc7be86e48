import fc from 'fast-check';
import {expect, it} from 'vitest';

import {arrange, moveAmong} from './dashboard-model.ts';

const names = fc.uniqueArray(fc.constantFrom<string>('a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i', 'j'), {
  maxLength: 10,
});

it.each([
  [['a', 'b', 'c'], [], ['a', 'b', 'c']],
  [
    ['a', 'b', 'c'],
    ['c', 'a', 'b'],
    ['c', 'a', 'b'],
  ],
  [
    ['a', 'b', 'c'],
    ['c', 'gone', 'a'],
    ['c', 'a', 'b'],
  ],
  [
    ['new', 'a', 'b'],
    ['b', 'a'],
    ['new', 'b', 'a'],
  ],
  [
    ['a', 'new', 'newer', 'b'],
    ['b', 'a'],
    ['b', 'a', 'new', 'newer'],
  ],
  [['a', 'a', 'b'], ['b'], ['a', 'b']],
])('puts %j by the order %j into %j', (page, order, expected) => {
  expect(arrange(page, order)).toEqual(expected);
});

it('returns each app of the page once, in the given order', () => {
  fc.assert(
    fc.property(names, names, (page, order) => {
      const arranged = arrange(page, order);
      expect(arranged.toSorted()).toEqual(page.toSorted());
      expect(arranged.filter(name => order.includes(name))).toEqual(
        order.filter(name => page.includes(name)),
      );
    }),
  );
});

it('moves a name to a place among some, and keeps the others’ places', () => {
  fc.assert(
    fc.property(
      names,
      fc.nat(),
      fc.integer({min: -2, max: 12}),
      fc.func(fc.boolean()),
      (all, pick, place, choose) => {
        const some = all.filter(name => choose(name));
        const name = some[pick % some.length];
        if (name === undefined) return;
        const moved = moveAmong(all, some, name, place);
        expect(moved.toSorted()).toEqual(all.toSorted());
        const inOrder = moved.filter(other => some.includes(other));
        expect(inOrder.indexOf(name)).toBe(Math.min(Math.max(place, 0), some.length - 1));
        expect(inOrder.filter(other => other !== name)).toEqual(some.filter(other => other !== name));
        for (const [index, other] of all.entries()) {
          if (!some.includes(other)) expect(moved[index]).toBe(other);
        }
      },
    ),
  );
});
