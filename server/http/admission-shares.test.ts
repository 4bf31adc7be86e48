import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {createHoldings, judgeBody, judgeRequest} from './admission.ts';

const MiB = 1024 * 1024;

describe('judgeRequest', () => {
  it.each([
    // Capacity, requests in flight in total and of the caller; result.
    [2_000, 0, 0, undefined],
    [2_000, 221, 221, undefined],
    [2_000, 223, 223, 'share'],
    [2_000, 1_999, 0, undefined],
    [2_000, 1_999, 1, 'share'],
    [2_000, 2_000, 0, 'total'],
    [2_000, 2_000, 5, 'total'],
    [5, 0, 0, undefined],
    [5, 1, 1, 'share'],
    [1, 0, 0, undefined],
    [1, 1, 0, 'total'],
  ])('of %d, with %d in flight, %d of them the caller’s: %s', (capacity, total, held, expected) => {
    expect(judgeRequest({capacity, total, held})).toBe(expected);
  });

  const capacities = fc.integer({min: 1, max: 10_000});

  it('admits a caller without a request in flight until the capacity is reached', () => {
    fc.assert(
      fc.property(capacities, fc.integer({min: 0, max: 10_000}), (capacity, total) => {
        expect(judgeRequest({capacity, total, held: 0})).toBe(total < capacity ? undefined : 'total');
      }),
    );
  });

  it('never admits a caller that it would refuse with fewer requests, nor under more load', () => {
    fc.assert(
      fc.property(capacities, fc.nat(9_999), fc.nat(9_999), fc.nat(50), (capacity, total, held, more) => {
        fc.pre(held <= total && judgeRequest({capacity, total, held}) !== undefined);
        expect(judgeRequest({capacity, total, held: held + more})).toBeDefined();
        expect(judgeRequest({capacity, total: total + more, held})).toBeDefined();
      }),
    );
  });

  it('leaves each of k greedy callers no more than one ninth, and room for the next caller', () => {
    fc.assert(
      fc.property(fc.integer({min: 100, max: 5_000}), fc.integer({min: 1, max: 40}), (capacity, callers) => {
        const holdings = createHoldings();
        let admitted = true;
        while (admitted) {
          admitted = false;
          for (let caller = 0; caller < callers; caller += 1) {
            const use = {capacity, total: holdings.total, held: holdings.of(String(caller))};
            if (judgeRequest(use)) continue;
            holdings.add(String(caller), 1);
            admitted = true;
          }
        }
        for (let caller = 0; caller < callers; caller += 1)
          expect(holdings.of(String(caller))).toBeLessThanOrEqual(capacity / 9 + 1);
        expect(holdings.total).toBeLessThan(capacity);
      }),
    );
  });
});

describe('judgeBody', () => {
  it.each([
    // Total and the caller's, in MiB; size; result.
    [0, 0, 16, undefined],
    [20, 20, 1, undefined],
    [21, 21, 1, 'share'],
    [16, 16, 16, 'share'],
    [63, 0, 16, undefined],
    [63, 1, 1, 'share'],
    [64, 0, 1, 'total'],
    [79, 16, 1, 'total'],
  ])('with %d MiB of 64 in use, %d of them the caller’s, a body of %d: %s', (total, held, size, expected) => {
    const use = {capacity: 64 * MiB, total: total * MiB, held: held * MiB};
    expect(judgeBody(use, size * MiB)).toBe(expected);
  });

  it('leaves a caller with many bodies about a third, and room for every other caller', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({min: 1, max: MiB}), {minLength: 1, maxLength: 300}), sizes => {
        const capacity = 64 * MiB;
        let held = 0;
        for (const size of sizes) if (!judgeBody({capacity, total: held, held}, size)) held += size;
        expect(held).toBeLessThanOrEqual((capacity + MiB) / 3);
        expect(judgeBody({capacity, total: held, held: 0}, 16 * MiB)).toBeUndefined();
      }),
    );
  });
});

it('sums holdings, and removes callers without any', () => {
  const holdings = createHoldings();
  holdings.add('a', 2);
  holdings.add('b', 3);
  holdings.add('a', -1);
  expect([holdings.of('a'), holdings.of('b'), holdings.of('c'), holdings.total]).toEqual([1, 3, 0, 4]);
  holdings.add('a', -1);
  expect([holdings.of('a'), holdings.total]).toEqual([0, 3]);
});
