/* The metrics, for the code that counts and for `monitoring.ts`, which returns them to operators. Add a metric with
 * `watch` or `watchTotal` where its value is, or a refused limit to `refusals`. Dashboards and alerts of operators
 * contain the names and labels: keep them. `docs/operate/monitor.md` documents them. */

import {collectDefaultMetrics, Counter, Gauge, Histogram, Registry} from 'prom-client';

import type {StoreMeter} from '../store/guarded-store.ts';

/** Upper bounds of durations, in seconds. */
const buckets = [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 5];

/** The limits of the process (connections, requests in flight, bytes of bodies), and of a caller (its share, calls per minute, stored bytes). */
const refusals = ['connections', 'requests', 'bodies', 'share', 'calls', 'storage'] as const;

/** The exceeded limit that a request or a connection was refused for. */
export type Refusal = (typeof refusals)[number];

/** A number, or numbers by label. */
type Reading = number | ReadonlyMap<string, number>;

export type Metrics = ReturnType<typeof createMetrics>;

/** Creates the metrics. `docs/operate/monitor.md`, `alerts.yml` and `grafana-dashboard.json` contain their names and labels. */
export function createMetrics() {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({register: registry});
  // A version shows attackers which faults to try.
  registry.removeSingleMetric('nodejs_version_info');
  const requests = new Histogram({
    name: 'tavle_http_request_duration_seconds',
    help: 'Duration of requests, from the request line to the end of the response.',
    labelNames: ['method', 'route', 'status'],
    buckets,
    registers,
  });
  const refused = new Counter({
    name: 'tavle_refused_total',
    help: 'Connections and requests that were refused because a limit or a quota was reached.',
    labelNames: ['why'],
    registers,
  });
  const steps = new Histogram({
    name: 'tavle_store_operation_duration_seconds',
    help: 'Duration of store operations, by outcome.',
    labelNames: ['operation', 'outcome'],
    buckets,
    registers,
  });
  for (const why of refusals) refused.inc({why}, 0);

  const watcher =
    (Metric: typeof Gauge | typeof Counter) =>
    (name: string, help: string, read: () => Reading, label = ''): void => {
      new Metric({
        ...{name, help, registers, labelNames: label ? [label] : []},
        collect() {
          this.reset();
          const reading = read();
          if (typeof reading === 'number') this.inc(reading);
          else for (const [key, value] of reading) this.inc({[label]: key}, value);
        },
      });
    };

  return {
    /** @param route The route's pattern, never the URL: each id would create a series. */
    answered: (method: string, route: string, status: number, seconds: number) =>
      requests.observe({method, route, status}, seconds),
    refused: (why: Refusal) => refused.inc({why}),
    stored: ((operation, seconds, outcome) =>
      steps.observe({operation, outcome}, seconds)) satisfies StoreMeter,
    /** Adds a gauge that is read for each request of the metrics. @param label For a map: the label whose values are the keys of the map. */
    watch: watcher(Gauge),
    /** Adds a counter that is read for each request of the metrics, like {@link watch}. */
    watchTotal: watcher(Counter),
    registry,
  };
}
