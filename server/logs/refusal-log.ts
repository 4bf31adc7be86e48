import type {Logger} from 'pino';

import {bounds} from '../limits/bounds.ts';

/** A request that was refused, as the log shows it. */
export interface RefusedRequest {
  /** The HTTP status. */
  readonly code: number;
  /** Why. Lines with the same reason count as one, so it must not depend on what the caller sent. */
  readonly reason: string;
  readonly [field: string]: unknown;
}

/** Logs a request that was refused, unless a line with the same reason was written less than `bounds.refusalLogIntervalMs` ago. */
export type RefusalLog = (request: RefusedRequest) => void;

interface Silence {
  /** When the last line was written, in milliseconds since 1970. */
  since: number;
  /** How many lines were left out since then. */
  leftOut: number;
}

/**
 * Creates a log of refused requests that a flood of them cannot fill. The next line of a reason has the number of those that were left
 * out in `leftOut`. Callers without the right get `info`, everything else `warn`.
 */
export function createRefusalLog(log: Logger): RefusalLog {
  const silences = new Map<string, Silence>();

  return request => {
    const {code, reason} = request;
    const now = Date.now();
    const silence = silences.get(reason);
    // A clock that was set back ends the silence as well.
    if (silence && Math.abs(now - silence.since) < bounds.refusalLogIntervalMs) {
      silence.leftOut += 1;
      return;
    }
    silences.set(reason, {since: now, leftOut: 0});
    const level = code === 401 || code === 403 ? 'info' : 'warn';
    log[level]({...request, ...(silence?.leftOut && {leftOut: silence.leftOut})}, 'request refused');
  };
}
