import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {bounds} from '../../bounds.ts';
import {StoreUnavailable} from '../engine.ts';
import {createCommitQueue} from './commit-queue.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const settled = () => vi.advanceTimersByTimeAsync(1);

/** Returns a queue whose commits the test ends. */
function manualQueue() {
  const commits: {run: () => void; end: (error?: Error) => void}[] = [];
  const queue = createCommitQueue(
    run =>
      new Promise((resolve, reject) => {
        commits.push({run, end: error => (error ? reject(error) : resolve())});
      }),
  );
  return {queue, commits};
}

describe('the commit queue', () => {
  it('commits concurrent changes together, in order', async () => {
    const {queue, commits} = manualQueue();
    const order: number[] = [];
    const results = [1, 2, 3].map(number => queue.run(() => order.push(number)));
    await settled();
    expect(commits).toHaveLength(1);
    commits[0]?.run();
    expect(order).toEqual([1, 2, 3]);
    commits[0]?.end();
    expect(await Promise.all(results)).toEqual([1, 2, 3]);
  });

  it('commits changes that arrive during a commit with the next one', async () => {
    const {queue, commits} = manualQueue();
    const first = queue.run(() => 'first');
    await settled();
    const second = queue.run(() => 'second');
    commits[0]?.run();
    commits[0]?.end();
    expect(await first).toBe('first');
    await settled();
    commits[1]?.run();
    commits[1]?.end();
    expect(await second).toBe('second');
  });

  it('commits a change of many keys separately', async () => {
    const {queue, commits} = manualQueue();
    for (const weight of [1, 4_000, 1, 1]) void queue.run(() => weight, weight);
    for (let commit = 0; commit < 3; commit += 1) {
      await settled();
      commits[commit]?.run();
      commits[commit]?.end();
    }
    await settled();
    expect(commits).toHaveLength(3);
  });

  it('rejects only the change that throws, and all changes of a commit that fails', async () => {
    const {queue, commits} = manualQueue();
    const [bad, good] = [
      queue.run(() => {
        throw new Error('bad');
      }),
      queue.run(() => 'good'),
    ];
    const refused = expect(bad).rejects.toThrow('bad');
    await settled();
    commits[0]?.run();
    commits[0]?.end();
    await refused;
    expect(await good).toBe('good');

    const both = [queue.run(() => 1), queue.run(() => 2)].map(each => expect(each).rejects.toThrow('full'));
    await settled();
    commits[1]?.run();
    commits[1]?.end(new Error('full'));
    await Promise.all(both);
  });
});

it('refuses waiting and new changes until an overdue commit ends, and never runs them', async () => {
  const {queue, commits} = manualQueue();
  const ran: string[] = [];
  const waiting = ['in the commit', 'behind it'].map(async (name, index) => {
    if (index) await settled();
    return queue.run(() => ran.push(name));
  });
  const refused = waiting.map(each => expect(each).rejects.toBeInstanceOf(StoreUnavailable));
  await vi.advanceTimersByTimeAsync(bounds.storeTimeoutMs + 10);
  await Promise.all(refused);
  await expect(queue.check()).rejects.toThrow('not committed');
  await expect(queue.run(() => ran.push('late'))).rejects.toThrow('not committed');

  commits[0]?.run();
  commits[0]?.end();
  await settled();
  expect(ran).toEqual([]);
  await queue.check();
  const next = queue.run(() => ran.push('next'));
  await settled();
  commits[1]?.run();
  commits[1]?.end();
  await next;
  expect(ran).toEqual(['next']);
});
