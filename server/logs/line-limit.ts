const minuteMs = 60_000;

export interface LineLimit {
  /** Counts a line about a caller. Returns whether it may be written. */
  allows(caller: string | undefined): boolean;
  /** Ends the minute, and reports the skipped lines. */
  end(): void;
}

/**
 * Limits the lines per minute about each caller. Callers without a name count as one.
 *
 * @param report Called at the end of a minute for each caller with skipped lines.
 */
export function createLineLimit(
  maxPerMinute: number,
  report: (leftOut: {caller: string | undefined; count: number}) => void,
): LineLimit {
  const taken = new Map<string | undefined, number>();
  let minute: NodeJS.Timeout | undefined;

  function end(): void {
    clearTimeout(minute);
    minute = undefined;
    for (const [caller, lines] of taken)
      if (lines > maxPerMinute) report({caller, count: lines - maxPerMinute});
    taken.clear();
  }

  return {
    allows(caller) {
      minute ??= setTimeout(end, minuteMs).unref();
      const lines = (taken.get(caller) ?? 0) + 1;
      taken.set(caller, lines);
      return lines <= maxPerMinute;
    },
    end,
  };
}
