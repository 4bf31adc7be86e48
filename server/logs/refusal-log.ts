import type {Logger} from 'pino';

import {bounds} from '../limits/bounds.ts';

/** A request that was refused, as the log shows it. */
export interface RefusedRequest {
  readonly code: number;
  /** Lines with the same reason count as one, so it must not depend on what the caller sent. */
  readonly reason: string;
  readonly [field: string]: unknown;
}

/**
 * Returns a log of refused requests that a flood of them cannot fill: a reason is logged once in `bounds.refusalLogIntervalMs`, and the next
 * line has the number of those that were left out in `leftOut`. Callers without the right get `info`, everything else `warn`.
 */
export function createRefusalLog(log: Logger): (request: RefusedRequest) => void {
  const silences = new Map<string, {readonly since: number; leftOut: number}>();

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
