import {randomUUID} from 'node:crypto';

import type {Context, Middleware} from 'koa';
import type {Logger} from 'pino';

import type {Metrics} from '../metrics.ts';
import {addCommonHeader, setCommonHeaders, startCommonHeaders} from '../response/send.ts';

/** From so many seconds on a request is told of as slow. */
const slow = 1;

/** A number of its own, as proxies for a long time write an answer that nobody waited for. */
const clientLeft = 499;

/** Nothing that could start a second line, or a second header, or grow without end. */
const saneId = /^[\w.:-]{8,128}$/;

/** What belongs to each request. */
interface RequestState {
  requestId?: string;
  route?: string;
  /** What to do once the response is out, or the client has left. */
  onClose?: (() => void)[];
}

export interface Observation {
  readonly metrics: Metrics;
  readonly log: Logger;
  /** Headers of every response, names and values in turn. */
  readonly headers: readonly string[];
  /**
   * Whether the service stops. Then each response is the last one on its connection (RFC 9112, section 9.6): a client that asks and
   * asks on a connection that it keeps would hold the process up, and lose a request when that is over.
   */
  readonly stopping: () => boolean;
}

/**
 * Gives each request its id (the caller's own `X-Request-Id`, else a new one) and each response the headers that all have, and measures
 * and logs it by its route. Addresses are not logged: that of a subscription is a secret.
 */
export function observe({metrics, log, headers, stopping}: Observation): Middleware {
  return async (context, next) => {
    const started = performance.now();
    const requestId = takeId(context);
    const state = context.state as RequestState;
    state.requestId = requestId;
    const onClose: (() => void)[] = (state.onClose = []);
    startCommonHeaders(context.res, headers, stopping);
    addCommonHeader(context.res, 'X-Request-Id', requestId);
    context.res.on('close', () => {
      for (const action of onClose) action();
      const {method, res} = context;
      const route = routeOf(context);
      const status = res.writableFinished ? res.statusCode : clientLeft;
      const seconds = (performance.now() - started) / 1000;
      metrics.answered(method, route, status, seconds);
      const level = status === 500 ? 'warn' : seconds >= slow ? 'info' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      log[level]({requestId, method, route, status, seconds}, 'request answered');
    });
    await next();
    if (context.respond !== false) setCommonHeaders(context.res);
  };
}

/** Does something once the response is out, or the client has left: one listener serves all. */
export function whenClosed({state}: Context, action: () => void): void {
  (state as RequestState).onClose?.push(action);
}

/** The pattern of the route that took a request. */
export function routeOf(context: Context): string {
  const {route} = context.state as RequestState;
  return route ?? (context as {_matchedRoute?: string})._matchedRoute ?? 'none';
}

/** Says which route took a request, where no router does. */
export function setRoute(context: Context, route: string): void {
  (context.state as RequestState).route = route;
}

/** What the answer names in `X-Request-Id`. */
export function requestIdOf({state}: Context): string {
  return (state as RequestState).requestId ?? '';
}

function takeId({req}: Context): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && saneId.test(given) ? given : randomUUID();
}
