import {setTimeout} from 'node:timers/promises';

import {type Key, type Store, StoreUnavailable} from '../store.ts';

const writers = 24;

/** Writers that go on while the engine breaks under them, and remember what was acknowledged. */
export interface Writers {
  /** Resolves once every writer got a change through that it asked for after this call. */
  progress(): Promise<void>;
  /** Ends them. @throws What a writer met other than {@link StoreUnavailable}. */
  stop(): Promise<void>;
  /** How many changes were acknowledged, and how many refused. */
  readonly counts: Readonly<{acknowledged: number; refused: number}>;
  /** The acknowledged changes that are missing, or were done twice; empty when all is well. */
  violations(by: Store): Promise<string[]>;
}

/** @param name Part of the writers' keys, which are spread over the whole store. */
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

/** Takes a number, adds it to an index, writes a document of it, again and again. */
function createWriter(store: Store, owner: string, counts: {acknowledged: number; refused: number}) {
  const counter: Key = ['test', owner, 'numbers'];
  const index: Key = ['test', owner, 'index'];
  const document = (number: number): Key => ['test', owner, String(number)];
  const numbers: number[] = [];
  const members: string[] = [];
  const documents: number[] = [];
  let asked = 0;
  let stopped = false;

  async function round(): Promise<void> {
    asked++;
    const number = await store.next(counter);
    numbers.push(number);
    await store.addEntries([{index, member: String(number)}]);
    members.push(String(number));
    await store.write(document(number), owner, {expected: 0});
    documents.push(number);
    counts.acknowledged += 3;
    // Otherwise they would take all of the CPU as long as a failover lasts.
    await setTimeout(5);
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
          await setTimeout(10);
        });
      }
    },
    async violations(by: Store): Promise<string[]> {
      const read = await by.read(documents.map(document));
      const stored = new Set(await by.scan(index, {limit: 1_000_000}));
      const next = await by.next(counter);
      return [
        ...documents
          .filter((_, place) => read[place]?.version !== 1)
          .map(each => `${owner}: document ${each}`),
        ...members.filter(member => !stored.has(member)).map(member => `${owner}: entry ${member}`),
        ...(new Set(numbers).size === numbers.length ? [] : [`${owner}: a number was given twice`]),
        ...(next > Math.max(0, ...numbers) ? [] : [`${owner}: the counter fell back to ${next}`]),
        ...(next <= asked + 1 ? [] : [`${owner}: the counter went up to ${next} for ${asked}`]),
      ];
    },
  };
}
