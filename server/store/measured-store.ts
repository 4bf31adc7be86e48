import {type Store, VersionConflict} from './store.ts';

/** Is told of each step in a store: its name, how long it took in seconds, and what came of it. */
export type StoreMeter = (
  operation: string,
  seconds: number,
  outcome: 'done' | 'conflict' | 'failed',
) => void;

const steps = [
  'read',
  'write',
  'remove',
  'addEntries',
  'removeEntries',
  'scan',
  'next',
  'add',
  'ping',
] as const;

/** The same store, with each step measured. */
export function measureStore(store: Store, meter: StoreMeter): Store {
  const measured = (operation: (typeof steps)[number]) => {
    const step = store[operation] as (...given: unknown[]) => Promise<unknown>;
    return (...given: unknown[]) => {
      const started = performance.now();
      const tell = (outcome: Parameters<StoreMeter>[2]) =>
        meter(operation, (performance.now() - started) / 1000, outcome);
      return step(...given).then(
        result => {
          tell('done');
          return result;
        },
        (error: unknown) => {
          tell(error instanceof VersionConflict ? 'conflict' : 'failed');
          throw error;
        },
      );
    };
  };
  return {...store, ...Object.fromEntries(steps.map(step => [step, measured(step)]))};
}
