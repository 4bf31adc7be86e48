import {bounds} from './bounds.ts';

/*
 * Dynamic thresholds (Choudhury and Hahne, "Dynamic Queue Length Thresholds for Shared-Memory Packet Switches", 1998): what
 * one caller may hold depends on what is left. With the share s, k greedy callers settle at s/(1 + k·s) of the capacity
 * each, so there is always some left for the next caller, and the greedier ones are refused first.
 */

/** The current use when a caller requests more, without that request. */
export interface Use {
  readonly capacity: number;
  readonly total: number;
  readonly held: number;
}

/** Why a request is refused: nothing is left for anyone, or the caller holds its share already. */
export type Shortage = 'total' | 'share';

/** Decides on one more request of a caller. A caller without one in flight is admitted until the capacity is reached. */
export function judgeRequest({capacity, total, held}: Use): Shortage | undefined {
  if (total >= capacity) return 'total';
  return held < Math.max(1, bounds.callerRequestShare * (capacity - total)) ? undefined : 'share';
}

/**
 * Decides on a body of `size` bytes. A caller without another body is admitted while anything is left, even if its body is
 * larger than that: otherwise, small bodies could keep a large one out permanently.
 */
export function judgeBody({capacity, total, held}: Use, size: number): Shortage | undefined {
  if (total >= capacity) return 'total';
  return held === 0 || held + size <= bounds.callerBodyShare * (capacity - total) ? undefined : 'share';
}

/** How much of something each caller holds. Callers that hold nothing take no memory. */
export function createHoldings() {
  const held = new Map<string, number>();
  let total = 0;
  return {
    get total() {
      return total;
    },
    of: (caller: string) => held.get(caller) ?? 0,
    /** Adds to what a caller holds; a negative amount gives it back. */
    add(caller: string, amount: number): void {
      total += amount;
      const now = (held.get(caller) ?? 0) + amount;
      if (now === 0) held.delete(caller);
      else held.set(caller, now);
    },
  };
}
