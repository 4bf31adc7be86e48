import {EventEmitter} from 'node:events';

import type {Context} from 'koa';
import {describe, expect, it, vi} from 'vitest';

import {createTurns} from './caller-turns.ts';

const countRefusal = vi.fn();

/** Returns a request of a caller. */
const requestOf = (caller: string) =>
  ({res: new EventEmitter(), state: {load: {caller, countRefusal}}}) as unknown as Context;

describe('turns', () => {
  it('go to the callers in rotation, so that a caller waits for one request of another one', async () => {
    const turns = createTurns('lists are read', 10_000);
    const order: string[] = [];
    const work = async (caller: string) => {
      const finish = await turns.take(requestOf(caller));
      order.push(caller);
      await Promise.resolve();
      finish();
    };
    await Promise.all(['anna', 'anna', 'anna', 'anna', 'bo', 'bo', 'carl'].map(work));
    expect(order).toEqual(['anna', 'anna', 'bo', 'carl', 'anna', 'bo', 'anna']);
    expect(turns.isBusy).toBe(false);
  });

  it('end the wait with a counted 503 after the maximum time, and then go to others', async () => {
    const turns = createTurns('lists are read', 30);
    const finish = await turns.take(requestOf('anna'));
    const late = turns.take(requestOf('bo'));
    await expect(late).rejects.toMatchObject({
      code: 503,
      message: 'Too many lists are read at once. Try again in a moment.',
    });
    expect(countRefusal).toHaveBeenCalledOnce();
    const next = turns.take(requestOf('bo'));
    finish();
    (await next)();
    expect(turns.isBusy).toBe(false);
  });

  it('are not given to a client that left before', async () => {
    const turns = createTurns('lists are read', 10_000);
    const gone = turns.take({res: {destroyed: true}} as Context);
    await expect(gone).rejects.toMatchObject({code: 499});
    expect(turns.isBusy).toBe(false);
    const finish = await turns.take(requestOf('anna'));
    const left = turns.take({res: {destroyed: true}} as Context);
    await expect(left).rejects.toMatchObject({code: 499});
    finish();
    expect(turns.isBusy).toBe(false);
  });

  it('are not kept for a client that has left', async () => {
    const turns = createTurns('lists are read', 10_000);
    const finish = await turns.take(requestOf('anna'));
    const leaving = requestOf('bo');
    const left = turns.take(leaving);
    leaving.res.emit('close');
    await expect(left).rejects.toMatchObject({code: 499});
    finish();
    expect(turns.isBusy).toBe(false);
  });
});
