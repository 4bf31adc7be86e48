import {setImmediate} from 'node:timers/promises';

import {expect, it} from 'vitest';

import {takeTurn} from './turns.ts';

/** Works for longer than a turn. */
function work(): void {
  const end = performance.now() + 15;
  while (performance.now() < end);
}

it('lets other work run after each part of many reads, which take turns in their order, the first part of each first', async () => {
  let turns = 0;
  let isDone = false;
  const count = async () => {
    while (!isDone) {
      await setImmediate();
      turns += 1;
    }
  };
  const counting = count();
  const parts: string[] = [];
  const read = async (name: string) => {
    for (let part = 1; part <= 3; part += 1) {
      await takeTurn(part === 1);
      work();
      parts.push(`${name}${part} in turn ${turns}`);
    }
  };
  const long = ['a', 'b', 'c', 'd'].map(read);
  while (!parts.some(part => part.startsWith('b2'))) await setImmediate();
  await Promise.all([...long, read('e')]);
  isDone = true;
  await counting;
  expect(parts.map(part => part.slice(0, 2)).join(' ')).toBe('a1 b1 c1 d1 a2 b2 e1 c2 d2 a3 b3 e2 c3 d3 e3');
  expect(new Set(parts.map(part => part.slice(3))).size).toBe(parts.length);
});
