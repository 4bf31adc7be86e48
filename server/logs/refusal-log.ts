import type {Logger} from 'pino';

import {bounds} from '../bounds.ts';

/* Logs refused requests, a few for each reason, for `http/request-logging.ts`. */

export interface LoggedRequest {
  readonly requestId?: string | undefined;
  readonly method: string;
  readonly route: string;
}

export interface RefusedRequest extends LoggedRequest {
  readonly code: number;
  /** The kind of refusal, independent of the request. */
  readonly reason: string;
  readonly err?: Error;
}

export interface AnsweredRequest extends LoggedRequest {
  readonly status: number;
  /** Its duration. */
  readonly seconds: number;
}

/** Logs notable requests: one line of each kind per interval, so a flood cannot fill the log. */
export interface RefusalLog {
  /** Logs a refusal by reason: `info` for missing rights, otherwise `warn`. */
  refused(request: RefusedRequest): void;
  /** Logs a failure by the kind of error, or by `kind`. */
  failed(request: LoggedRequest, error: Error, kind?: string): void;
  /** Logs a slow or failed request by route and status. */
  answered(level: 'info' | 'warn', request: AnsweredRequest): void;
}

/**
 * Returns a log in which each kind of line appears once in `bounds.refusalLogIntervalMs`. The next line has the number of skipped ones in `leftOut`,
 * which `docs/operate/monitor.md` documents.
 */
export function createRefusalLog(log: Logger): RefusalLog {
  const silences = new Map<string, {readonly since: number; leftOut: number}>();

  /** Calls `write` with additional fields, unless there was such a line in the interval. */
  function sample(kind: string, write: (added: {leftOut?: number}) => void): void {
    const now = Date.now();
    const silence = silences.get(kind);
    // A clock that was set back ends the interval as well.
    if (silence && Math.abs(now - silence.since) < bounds.refusalLogIntervalMs) {
      silence.leftOut += 1;
      return;
    }
    silences.set(kind, {since: now, leftOut: 0});
    write(silence?.leftOut ? {leftOut: silence.leftOut} : {});
  }

  return {
    refused(request) {
      const {code, reason} = request;
      const level = code === 401 || code === 403 ? 'info' : 'warn';
      sample(reason, added => log[level]({...request, ...added}, 'request refused'));
    },
    failed(request, error, kind = error.name) {
      sample(kind, added => log.error({...request, err: error, ...added}, 'request failed'));
    },
    answered(level, request) {
      const {method, route, status} = request;
      sample(`${method} ${route} ${status}`, added => log[level]({...request, ...added}, 'request answered'));
    },
  };
}
