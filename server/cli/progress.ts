/** How often, in milliseconds, progress is printed to a terminal; and to a log. */
const pause = {terminal: 200, log: 10_000};

/** Prints the progress of a long piece of work on standard error. */
export interface Progress {
  /** @param total How much there is in all, where that is known. */
  tell(what: string, done: number, total?: number): void;
  /** Ends the line of a terminal. */
  end(): void;
}

/** One line that is written over in a terminal; elsewhere a line now and then. */
export function createProgress(stream: NodeJS.WriteStream = process.stderr): Progress {
  const terminal = stream.isTTY;
  let told = performance.now();
  let open = false;

  return {
    tell(what, done, total) {
      const now = performance.now();
      if (now - told < (terminal ? pause.terminal : pause.log)) return;
      told = now;
      const line = `${what}: ${done.toLocaleString('en')}${total === undefined ? '' : ` of ${total.toLocaleString('en')}`}`;
      // A line that wraps could not be written over.
      stream.write(terminal ? `\r${line.slice(0, (stream.columns || 80) - 1)}\u001b[K` : `${line}\n`);
      open = terminal;
    },
    end() {
      if (open) stream.write('\r\u001b[K');
      open = false;
    },
  };
}
