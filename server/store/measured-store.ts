import {type Store, VersionConflict} from './store.ts';

/** Is told of each step in a store: its name, how long it took in seconds, and what came of it. */
export type StoreMeter = (
  operation: string,
  seconds: number,
  outcome: 'done' | 'conflict' | 'failed',
) => void;

/** The same store, with each step measured. */
export function measureStore(store: Store, meter: StoreMeter): Store {
  function measured<Given extends unknown[], Result>(
    operation: string,
    step: (...given: Given) => Promise<Result>,
  ): (...given: Given) => Promise<Result> {
    return (...given) => {
      const started = performance.now();
      const seconds = () => (performance.now() - started) / 1000;
      return step(...given).then(
        result => {
          meter(operation, seconds(), 'done');
          return result;
        },
        (error: unknown) => {
          meter(operation, seconds(), error instanceof VersionConflict ? 'conflict' : 'failed');
          throw error;
        },
      );
    };
  }

  return {
    read: measured('read', (keys, options) => store.read(keys, options)),
    // A generic method can't be handed over as a value without losing what it is generic in.
    write: measured('write', (...given: Parameters<Store['write']>) =>
      store.write(...given),
    ) as Store['write'],
    remove: measured('remove', (key, expected) => store.remove(key, expected)),
    addEntries: measured('addEntries', entries => store.addEntries(entries)),
    removeEntries: measured('removeEntries', entries => store.removeEntries(entries)),
    scan: measured('scan', (index, range) => store.scan(index, range)),
    next: measured('next', counter => store.next(counter)),
    add: measured('add', (counter, amount) => store.add(counter, amount)),
    ping: measured('ping', () => store.ping()),
    checkWritable: () => store.checkWritable(),
    inspect: () => store.inspect(),
    contents: store.contents,
    close: () => store.close(),
  };
}
