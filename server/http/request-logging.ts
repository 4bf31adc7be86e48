/* Logs and counts each request, for `app.ts` and `monitoring.ts`; admission and routes use its helpers. Add a field to
 * the `request` of `requestLogging`. Operators search for the keys of the lines: `docs/operate/monitor.md` documents
 * them. Log no URLs: that of a feed is a secret. */

import type {Context, Middleware} from 'koa';
import {randomUUID} from 'node:crypto';

import type {Logger} from 'pino';

import {createRefusalLog} from '../logs/refusal-log.ts';
import {Problem} from '../problem.ts';
import {StoreReplaced} from '../store/engine.ts';
import {completeError, sendProblem, toProblem} from './errors.ts';
import type {Metrics} from './metrics.ts';
import {setCommonHeaders, startCommonHeaders} from './send.ts';
import {leavesBody} from './unread-body.ts';

/** What the middleware knows of a request until its response is closed. */
interface RequestState {
  requestId?: string;
  onClose?: () => void;
}

/** Runs `action` when the response is sent or the client has disconnected. A request has one action. */
export function whenClosed({state}: Context, action: () => void): void {
  (state as RequestState).onClose = action;
}

/** Returns the router's pattern of a request, for logs and metrics. */
const routeOf = (context: Context): string => (context as {_matchedRoute?: string})._matchedRoute ?? 'none';

/** The methods of HTTP (RFC 9110, section 9, and RFC 5789). Node.js accepts 30 others. */
export const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH'];

/** Requests of at least this many seconds are logged at level `info`, one in an interval for each route and status. */
const slowSeconds = 1;

/** The status that nginx logs if the client has closed the connection. */
export const clientClosedRequest = 499;

/** Status codes of a {@link Problem} that refuse a caller regardless of the request's content. */
const refusals: readonly number[] = [401, 403, 429, 503];

/** The form of accepted ids, which are short and have no characters that could start a second line or header. */
const requestIdForm = /^[\w.:-]{8,128}$/;

/** The beginning of all generated ids of this process. */
const idPrefix = randomUUID().slice(0, -12);
let idCount = 0;

export interface RequestLoggingOptions {
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  /** Returns whether responses close their connections (RFC 9112, section 9.6): a busy connection would delay the shutdown. */
  readonly stopping: () => boolean;
}

/**
 * Sets the id of each request (its `X-Request-Id`, or a new one), the common headers of each response and the body of each error. Measures
 * and logs requests by route. URLs are not logged, since the URL of a calendar feed is a secret. Must be the first middleware: those after
 * it throw their errors to it. `docs/operate/monitor.md` documents the fields of the log.
 */
export function requestLogging({metrics, log, headers, stopping}: RequestLoggingOptions): Middleware {
  const logOnce = createRefusalLog(log);
  const common = Object.entries(headers).flat();

  function logError(context: Context, error: unknown, {code, reason, cause}: Problem): void {
    const {requestId} = context.state as RequestState;
    const request = {requestId, method: context.method, route: routeOf(context)};
    if (error instanceof Problem) {
      if (!refusals.includes(code)) return;
      const level = code === 401 || code === 403 ? 'info' : 'warn';
      const fields = {...request, code, reason, ...(cause instanceof Error && {err: cause})};
      logOnce(reason, level, fields, 'request refused');
    } else if (code >= 500 && !(error instanceof StoreReplaced)) {
      // The store logs itself that it was replaced.
      const kind = code === 503 ? (error as Error).name : `500 ${request.method} ${request.route}`;
      logOnce(kind, 'error', {...request, err: error}, 'request failed');
    }
  }

  return async (context, next) => {
    const started = performance.now();
    const requestId = requestIdOf(context);
    const state = context.state as RequestState;
    state.requestId = requestId;
    const isLast = () => stopping() || leavesBody(context.req);
    startCommonHeaders(context.res, [...common, 'X-Request-Id', requestId], isLast);
    context.res.on('close', () => {
      state.onClose?.();
      const {method, res} = context;
      const route = routeOf(context);
      const status = res.writableFinished ? res.statusCode : clientClosedRequest;
      const seconds = (performance.now() - started) / 1000;
      // Each method creates further series of the metric.
      metrics.answered(methods.includes(method) ? method : 'other', route, status, seconds);
      const level = status === 500 ? 'warn' : seconds >= slowSeconds ? 'info' : 'debug';
      const request = {requestId, method, route, status, seconds};
      if (log.isLevelEnabled('debug')) log[level](request, 'request answered');
      else if (level !== 'debug') logOnce(`${method} ${route} ${status}`, level, request, 'request answered');
    });
    try {
      await next();
      if (context.respond === false) return;
      completeError(context);
    } catch (error) {
      const problem = toProblem(error);
      logError(context, error, problem);
      sendProblem(context, problem);
    }
    setCommonHeaders(context.res);
  };
}

function requestIdOf({req}: Context): string {
  const given = req.headers['x-request-id'];
  if (typeof given === 'string' && requestIdForm.test(given)) return given;
  // A UUID whose last 12 digits are a counter: a random one for each request would cost more garbage collection.
  return idPrefix + (idCount++).toString(16).padStart(12, '0');
}
