import {setImmediate} from 'node:timers/promises';

import {expect, it} from 'vitest';

import {finish, finishInTurns, type SlicedWork} from './slices.ts';

it('runs at most one slice in each turn of the event loop, for all concurrent work', async () => {
  let turn = 0;
  const progress = {isOver: false};
  const turns = (async () => {
    while (!progress.isOver) {
      await setImmediate();
      turn += 1;
    }
  })();
  const slicedAt: number[] = [];
  function* work(result: string): SlicedWork<string> {
    for (let slice = 0; slice < 10; slice += 1) {
      yield;
      slicedAt.push(turn);
    }
    return result;
  }

  expect(await Promise.all(['a', 'b', 'c'].map(name => finishInTurns(work(name))))).toEqual(['a', 'b', 'c']);
  progress.isOver = true;
  await turns;
  expect(new Set(slicedAt).size).toBe(30);
});

it('finish runs all slices synchronously', () => {
  function* work(): SlicedWork<number> {
    yield;
    return 1;
  }
  expect(finish(work())).toBe(1);
});
