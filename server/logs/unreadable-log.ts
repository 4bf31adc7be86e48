import type {Logger} from 'pino';

/** How many documents a process names: a store of another version may hold any number of them. */
const maxNamed = 1_000;

/** Counts documents that were read and can't be used, and names each once. */
export interface UnreadableLog {
  note(path: string): void;
  /** How often one was read. */
  readonly total: () => number;
}

export function createUnreadableLog(log: Logger): UnreadableLog {
  const named = new Set<string>();
  let total = 0;
  return {
    note(path) {
      total += 1;
      if (named.size === maxNamed || named.has(path)) return;
      named.add(path);
      log.error({document: path}, 'a stored document cannot be read and is left out; run "tavle check"');
    },
    total: () => total,
  };
}
