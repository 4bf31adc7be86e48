import {setTimeout} from 'node:timers/promises';

import {vi} from 'vitest';

import {type Key, StoreUnavailable} from '../engine.ts';
import type {Store} from '../store.ts';

const writers = 24;

/** Writers that continue during failures of Redis, and record the acknowledged changes, for the tests of Sentinels and clusters. Add a change to `round`. */
export interface Writers {
  /** Resolves once every writer has completed a change that it began after this call. */
  progress(): Promise<void>;
  /** @throws Any error of a writer other than {@link StoreUnavailable}. */
  stop(): Promise<void>;
  /** The number of acknowledged and of refused changes. */
  readonly counts: Readonly<{acknowledged: number; refused: number}>;
  /** Returns the acknowledged changes that are missing or were made twice. */
  violations(by: Store): Promise<string[]>;
}

/** Starts the writers. @param name Part of their keys, which are in many slots. */
export function startWriters(store: Store, name: string): Writers {
  const counts = {acknowledged: 0, refused: 0};
  const all = Array.from({length: writers}, (_, place) => createWriter(store, `${name}-${place}`, counts));
  const ended = Promise.all(all.map(writer => writer.run()));
  ended.catch(() => undefined);

  return {
    counts,
    async progress() {
      const before = all.map(writer => writer.rounds);
      while (all.some((writer, place) => writer.rounds <= (before[place] ?? 0) + 1)) {
        await Promise.race([setTimeout(10), ended]);
      }
    },
    async stop() {
      for (const writer of all) writer.stop();
      await ended;
    },
    violations: async by => (await Promise.all(all.map(writer => writer.violations(by)))).flat(),
  };
}

/** Repeats a command while the store is not available: after a failover, a connection may still look for the new primary. */
const whenAvailable = <Result>(command: () => Promise<Result>) =>
  vi.waitFor(command, {timeout: 30_000, interval: 50});

/** Repeatedly takes a number, adds it to an index and writes a document for it. */
function createWriter(store: Store, owner: string, counts: {acknowledged: number; refused: number}) {
  const counter: Key = ['test', owner, 'numbers'];
  const index: Key = ['test', owner, 'index'];
  const document = (number: number): Key => ['test', owner, String(number)];
  const numbers: number[] = [];
  const members: string[] = [];
  const documents: number[] = [];
  let requested = 0;
  let stopped = false;

  async function round(): Promise<void> {
    requested++;
    const number = await store.next(counter);
    numbers.push(number);
    await store.addEntries([{index, member: String(number)}]);
    members.push(String(number));
    await store.write(document(number), owner, {expected: 0});
    documents.push(number);
    counts.acknowledged += 3;
    // Without pauses, the writers would use all of the CPU during a failover. With pauses of equal length, all would
    // continue at the same time.
    await setTimeout(80 * Math.random());
  }

  return {
    get rounds() {
      return documents.length;
    },
    stop() {
      stopped = true;
    },
    async run() {
      while (!stopped) {
        await round().catch(async (error: unknown) => {
          if (!(error instanceof StoreUnavailable)) throw error;
          counts.refused++;
          await setTimeout(40);
        });
      }
    },
    async violations(by: Store): Promise<string[]> {
      const read = await whenAvailable(() => by.read(documents.map(document)));
      const stored = new Set(await whenAvailable(() => by.scan(index, {limit: 1_000_000})));
      const next = await whenAvailable(() => {
        requested++;
        return by.next(counter);
      });
      return [
        ...documents
          .filter((_, place) => read[place]?.version !== 1)
          .map(each => `${owner}: document ${each}`),
        ...members.filter(member => !stored.has(member)).map(member => `${owner}: entry ${member}`),
        ...(new Set(numbers).size === numbers.length ? [] : [`${owner}: a number was returned twice`]),
        ...(next > Math.max(0, ...numbers) ? [] : [`${owner}: the counter decreased to ${next}`]),
        ...(next <= requested ? [] : [`${owner}: the counter is ${next} after ${requested} requests`]),
      ];
    },
  };
}
