import {collectDefaultMetrics, Counter, Gauge, Registry} from 'prom-client';

import {publicOperation} from '../operations/public.ts';
import type {StoreMeter} from '../store/guarded-store.ts';
import {createHistogram} from './histogram.ts';

/** In all: connections, requests in flight, bytes of bodies. Of one caller: its share of the latter two, calls in a minute, stored bytes. */
const refusals = ['connections', 'requests', 'bodies', 'share', 'calls', 'storage'] as const;

/** What there was too much of, so that a request or a connection was refused. */
export type Refusal = (typeof refusals)[number];

export interface Metrics {
  /** @param route The route's pattern, never the URL: ids would make a series each. */
  answered(method: string, route: string, status: number, seconds: number): void;
  refused(why: Refusal): void;
  readonly stored: StoreMeter;
  /** Adds a number that is read for each request of the metrics. */
  watch(name: string, help: string, read: () => number): void;
  /** Does the same for a number that only grows. */
  watchTotal(name: string, help: string, read: () => number): void;
  readonly registry: Registry;
}

export interface MetricsServices {
  readonly metrics: Metrics;
}

export const metricsOperation = publicOperation<MetricsServices>({
  id: 'hentMaalinger',
  path: '/metrics',
  summary: 'Read the metrics',
  description: 'Metrics of this process for Prometheus.',
  response: {
    description: 'The metrics in the text format of Prometheus.',
    type: 'text/plain',
    example: 'tavle_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 1\n',
  },
  async serve(context, {metrics: {registry}}) {
    context.type = registry.contentType;
    context.set('Cache-Control', 'no-store');
    context.body = await registry.metrics();
  },
});

export function createMetrics(): Metrics {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({register: registry});
  const observeRequest = createHistogram(registry, {
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

  return {
    answered: (method, route, status, seconds) => observeRequest(seconds, method, route, String(status)),
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
    registry,
  };
}
