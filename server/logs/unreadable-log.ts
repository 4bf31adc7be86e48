import type {Logger} from 'pino';

/* The log of unreadable documents, for operators, and their number for metrics. `service.ts` uses both. Change the text
 * of a line in `note`. A document must get at most one line, since it may be read often. Each read must count in
 * `total`. */

/** The maximum number of named documents: a store may have any number of unreadable ones. */
const maxNamed = 1_000;

/** Counts reads of unreadable documents, and logs each document once, for `service.ts`. */
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
