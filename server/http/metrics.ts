import {Router} from '@koa/router';
import {collectDefaultMetrics, Counter, Gauge, Registry} from 'prom-client';

import type {StoreMeter} from '../store/measured-store.ts';
import {createHistogram} from './histogram.ts';

/**
 * Why a request or a connection was refused: too many connections, requests in flight or bytes of bodies in all; or of one
 * caller: its share of requests in flight or of bodies, its calls in a minute, or its stored bytes.
 */
export type Refusal = (typeof refusals)[number];

const refusals = ['connections', 'requests', 'bodies', 'share', 'calls', 'storage'] as const;

/** What the service counts and measures. */
export interface Metrics {
  /** An answer that is out. @param route The route's pattern, never the address: ids would make a series each. */
  answered(method: string, route: string, status: number, seconds: number): void;
  refused(why: Refusal): void;
  /** A step in the store. */
  readonly stored: StoreMeter;
  /** Shows a number that is read whenever somebody asks. */
  watch(name: string, help: string, read: () => number): void;
  /** The same for a number that only grows. */
  watchTotal(name: string, help: string, read: () => number): void;
  /** `GET /metrics`, in the form of Prometheus. */
  readonly routes: Router;
}

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({register: registry});
  const observeAnswer = createHistogram(registry, {
    name: 'tavle_http_request_duration_seconds',
    help: 'Time from the request line to the end of the response.',
    labelNames: ['method', 'route', 'status'],
  });
  const refused = new Counter({
    name: 'tavle_refused_total',
    help: 'Connections and requests that were turned away because there were too many, or too much was stored.',
    labelNames: ['why'],
    registers,
  });
  const observeStep = createHistogram(registry, {
    name: 'tavle_store_operation_duration_seconds',
    help: 'Time that a step in the store took, by what came of it.',
    labelNames: ['operation', 'outcome'],
  });
  for (const why of refusals) refused.inc({why}, 0);

  const routes = new Router({sensitive: true, strict: true});
  routes.get('/metrics', async context => {
    context.type = registry.contentType;
    context.set('Cache-Control', 'no-store');
    context.body = await registry.metrics();
  });

  return {
    answered: (method, route, status, seconds) => observeAnswer(seconds, method, route, String(status)),
    refused: why => refused.inc({why}),
    stored: (operation, seconds, outcome) => observeStep(seconds, operation, outcome),
    watch(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    watchTotal(name, help, read) {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset();
          this.inc(read());
        },
      });
    },
    routes,
  };
}
