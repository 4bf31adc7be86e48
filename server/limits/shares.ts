import {bounds} from './bounds.ts';

/*
 * Dynamic thresholds (Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998): what
 * one caller may hold depends on what is left. With the share s, k greedy callers settle at s/(1 + k·s) of the capacity
 * each, so there is always some left for the next caller, and the greedier ones are refused first.
 */

/** The current use, without the new request. */
export interface Use {
  readonly capacity: number;
  readonly total: number;
  readonly held: number;
}

/** Why a request is rejected: the capacity is used up, or the caller holds its share. */
export type Shortage = 'total' | 'share';

/** Decides on one more request of a caller. A caller without one in flight is admitted until the capacity is reached. */
export function judgeRequest({capacity, total, held}: Use): Shortage | undefined {
  if (total >= capacity) return 'total';
  return held < Math.max(1, bounds.callerRequestShare * (capacity - total)) ? undefined : 'share';
}

/**
 * Decides on a body of `size` bytes. Admits a caller without another body while any capacity is left, even for a larger body: otherwise, small
 * bodies could block a large one permanently.
 */
export function judgeBody({capacity, total, held}: Use, size: number): Shortage | undefined {
  if (total >= capacity) return 'total';
  return held === 0 || held + size <= bounds.callerBodyShare * (capacity - total) ? undefined : 'share';
}

/** The amounts that callers hold. Callers without any take no memory. */
export function createHoldings() {
  const held = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    of: (caller: string) => held.get(caller) ?? 0,
    /** Adds to a caller's amount; a negative one releases. */
    add(caller: string, amount: number): void {
      total += amount;
      const now = (held.get(caller) ?? 0) + amount;
      if (now === 0) held.delete(caller);
      else held.set(caller, now);
    },
  };
}
