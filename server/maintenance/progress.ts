/* Progress lines of long commands, for `cli/report.ts`, `maintenance/` and the demo. Change their form in `report`, and
 * how often they come in `intervalMs`. They must not go to standard output, where a command may write a backup. */

const intervalMs = {terminal: 200, log: 10_000};

/** Prints the progress of long work: of commands, and of the demo's deliveries. */
export interface Progress {
  /** @param total Omitted if it is unknown. */
  report(what: string, done: number, total?: number): void;
  /** Clears the line of a terminal. */
  end(): void;
}

/** Overwrites one line of a terminal, or writes a line to a log every ten seconds. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const terminal = stream.isTTY;
  let reportedAt = performance.now();
  let open = false;

  return {
    report(what, done, total) {
      const now = performance.now();
      if (now - reportedAt < (terminal ? intervalMs.terminal : intervalMs.log)) return;
      reportedAt = now;
      const line = `${what}: ${done.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`;
      // A line that wraps could not be overwritten.
      stream.write(terminal ? `\r${line.slice(0, (stream.columns || 80) - 1)}\u001b[K` : `${line}\n`);
      open = terminal;
    },
    end() {
      if (open) stream.write('\r\u001b[K');
      open = false;
    },
  };
}
