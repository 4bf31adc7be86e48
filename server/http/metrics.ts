import {Router} from '@koa/router';
import type {Middleware} from 'koa';
import {collectDefaultMetrics, Histogram, Registry} from 'prom-client';

/** What Prometheus reads at `/metrics`: the process itself, and each answer by method, route and status. */
export function createMetrics(): {observe: Middleware; routes: Router} {
  const registry = new Registry();
  collectDefaultMetrics({register: registry});
  const durations = new Histogram({
    name: 'tavle_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer.',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5],
    registers: [registry],
  });

  const observe: Middleware = async (context, next) => {
    const started = performance.now();
    try {
      await next();
    } finally {
      // The route's pattern, never the address: ids would make a series each.
      const route = (context as {_matchedRoute?: string})._matchedRoute ?? 'none';
      const seconds = (performance.now() - started) / 1000;
      durations.observe({method: context.method, route, status: context.status}, seconds);
    }
  };

  const routes = new Router();
  routes.get('/metrics', async context => {
    context.type = registry.contentType;
    context.set('Cache-Control', 'no-store');
    context.body = await registry.metrics();
  });

  return {observe, routes};
}
