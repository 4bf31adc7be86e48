import type {Logger} from 'pino';

/** A store of another version may hold any number of documents that can't be read. */
const maxNamed = 1_000;

/** Counts how often documents that can't be read were read, and names each once. */
export function createUnreadableLog(log: Logger) {
  const named = new Set<string>();
  let total = 0;
  return {
    note(path: string): void {
      total += 1;
      if (named.size === maxNamed || named.has(path)) return;
      named.add(path);
      log.error({document: path}, 'a stored document cannot be read and is left out; run "tavle check"');
    },
    total: () => total,
  };
}
