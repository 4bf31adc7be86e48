import {randomUUID} from 'node:crypto';

import type {Context, Middleware} from 'koa';
import type {Logger} from 'pino';

import type {Metrics} from '../metrics.ts';

/** From so many seconds on a request is told of as slow. */
const slow = 1;

/** A number of its own, as proxies for a long time write an answer that nobody waited for. */
const clientLeft = 499;

/** Nothing that could start a second line, or a second header, or grow without end. */
const saneId = /^[\w.:-]{8,128}$/;

/**
 * Gives each request its id (the caller's own `X-Request-Id`, else a new one), which comes back with the answer, and measures
 * and logs it by its route. Addresses are not logged: that of a subscription is a secret.
 */
export function observe(metrics: Metrics, log: Logger): Middleware {
  return (context, next) => {
    const started = performance.now();
    context.res.setHeader('X-Request-Id', takeId(context));
    context.res.on('close', () => {
      const {method, res} = context;
      const route = routeOf(context);
      const status = res.writableFinished ? res.statusCode : clientLeft;
      const seconds = (performance.now() - started) / 1000;
      metrics.answered(method, route, status, seconds);
      const level = status === 500 ? 'warn' : seconds >= slow ? 'info' : 'debug';
      if (!log.isLevelEnabled(level)) return;
      log[level]({requestId: requestIdOf(context), method, route, status, seconds}, 'request answered');
    });
    return next();
  };
}

/** The pattern of the route that took a request. */
export function routeOf(context: Context): string {
  const {route} = context.state as {route?: string};
  return route ?? (context as {_matchedRoute?: string})._matchedRoute ?? 'none';
}

/** Says which route took a request, where no router does. */
export function setRoute(context: Context, route: string): void {
  (context.state as {route?: string}).route = route;
}

/** What the answer names in `X-Request-Id`. */
export function requestIdOf({res}: Context): string {
  return String(res.getHeader('X-Request-Id'));
}

function takeId({req}: Context): string {
  const given = req.headers['x-request-id'];
  return typeof given === 'string' && saneId.test(given) ? given : randomUUID();
}
