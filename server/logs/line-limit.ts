const minuteMs = 60_000;

/**
 * Bounds how many lines are written in a minute.
 *
 * @param report Is called at the end of a minute in which lines were left out, with their number.
 * @returns A function that returns whether one more line may be written now.
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
