const minuteMs = 60_000;

/**
 * Limits the lines per minute.
 *
 * @param report Called at the end of a minute with the number of skipped lines.
 * @returns A function that returns whether a line may be written.
 */
export function createLineLimit(maxPerMinute: number, report: (leftOut: number) => void): () => boolean {
  let taken = 0;
  let minute: NodeJS.Timeout | undefined;

  function end(): void {
    const leftOut = taken - maxPerMinute;
    [taken, minute] = [0, undefined];
    if (leftOut > 0) report(leftOut);
  }

  return () => {
    minute ??= setTimeout(end, minuteMs).unref();
    taken += 1;
    return taken <= maxPerMinute;
  };
}
