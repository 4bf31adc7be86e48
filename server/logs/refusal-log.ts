import type {Logger} from 'pino';

import {bounds} from '../bounds.ts';

/** Returns a function that logs one line of each kind in `bounds.refusalLogIntervalMs`, so that a flood cannot fill the
 * log. For `http/request-logging.ts` (refused, failed and slow requests) and `jobs.ts` (failed jobs), which choose the
 * kinds. The next line has the number of skipped ones in `leftOut`, which `docs/operate/monitor.md` documents. */
export function createRefusalLog(log: Logger) {
  const silences = new Map<string, {readonly since: number; leftOut: number}>();

  return (kind: string, level: 'info' | 'warn' | 'error', fields: object, message: string): void => {
    const now = Date.now();
    const silence = silences.get(kind);
    // A clock that was set back ends the interval as well.
    if (silence && Math.abs(now - silence.since) < bounds.refusalLogIntervalMs) {
      silence.leftOut += 1;
      return;
    }
    silences.set(kind, {since: now, leftOut: 0});
    log[level]({...fields, ...(silence?.leftOut && {leftOut: silence.leftOut})}, message);
  };
}
