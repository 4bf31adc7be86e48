import Koa, {type Middleware} from 'koa';
import type {Logger} from 'pino';

import type {Metrics} from './http/metrics.ts';
import {type Reply, uncached} from './http/reply.ts';
import {requestLogging} from './http/request-logging.ts';
import {securityHeaders} from './http/security-headers.ts';
import {pathOf} from './http/target.ts';
import {isForwarded, isNear} from './http/visitors.ts';
import type {AuditLog} from './logs/audit-line.ts';
import {openInterface, operationsFor} from './operations/operation.ts';
import {createRoutes, openGate} from './operations/routes.ts';
import {nothingHere, Problem, statusBody, statusResponse} from './problem.ts';
import {StoreUnavailable} from './store/engine.ts';
import type {Store} from './store/store.ts';

/* Health checks, metrics and the contact for vulnerabilities, for operators and their load balancers. `app.ts` and
 * `service.ts` serve them. Add a health check to `healthOperations`; `http/metrics.ts` has the metrics. The
 * configurations of operators contain the paths, which must not change. Only the operator's network may read the
 * metrics (`hideMetrics`). */

interface MetricsServices {
  readonly metrics: Metrics;
}

export interface MonitoringServices extends MetricsServices {
  readonly store: Store;
  /** Default: no audit log. */
  readonly audit?: AuditLog | undefined;
  /** Returns whether the service is shutting down and thus not ready. */
  readonly stopping: () => boolean;
  /** Where to report vulnerabilities: a URI. Default: none. */
  readonly securityContact?: string | undefined;
}

const operation = operationsFor<MonitoringServices, unknown>();

const ok = {...statusResponse, headers: []};

/** The health checks that load balancers and Kubernetes read: see `docs/operate/monitor.md`. */
const healthOperations = [
  operation('erILive', 'get', '/health/live', {
    summary: 'Check that the process responds',
    description: 'Never depends on the store.',
    response: {description: 'The process responds.', ...ok},
    handle: () => uncached(200, statusBody(200)),
  }),
  operation('kanLaese', 'get', '/health/readable', {
    summary: 'Check that the service can serve reads',
    description:
      'For load balancers that keep sending requests while the store refuses changes. Reads are served, and changes get 503.',
    response: {description: 'The service can serve reads.', ...ok},
    refusals: {503: 'The store cannot be read.'},
    handle: (_, services) => report(services, store => store.ping()),
  }),
  operation('erKlar', 'get', '/health/ready', {
    summary: 'Check that the service is ready',
    description:
      'For load balancers: reports whether the service can serve reads and changes. After the store has refused a change, it is ready again once ' +
      'a write succeeds.',
    response: {description: 'The service and its store are ready.', ...ok},
    refusals: {503: 'The store cannot be used, or the audit log cannot be written.'},
    handle: (_, services) =>
      report(services, async store => {
        await store.ping();
        await store.checkWritable();
        if (services.audit?.isWritable() === false)
          throw new StoreUnavailable(undefined, 'The audit log cannot be written, so changes get 503.');
      }),
  }),
];

async function report(
  {store, stopping}: MonitoringServices,
  check: (store: Store) => Promise<void>,
): Promise<Reply> {
  const headers = {'Retry-After': '1'};
  if (stopping()) throw new Problem(503, 'The service is stopping.', {headers});
  await check(store).catch((error: unknown) => {
    const message = error instanceof StoreUnavailable ? error.message : 'The store is not available.';
    throw new Problem(503, message, {headers});
  });
  return uncached(200, statusBody(200));
}

const day = 86_400_000;

/** Less than a year: RFC 9116, section 2.5.5. */
const contactValidDays = 180;

const contactOperation = operation('hentSikkerhedskontakt', 'get', '/.well-known/security.txt', {
  summary: 'Read where to report vulnerabilities',
  description: 'The contact of `TAVLE_SECURITY_CONTACT`, as RFC 9116 defines.',
  response: {
    description: 'The contact.',
    headers: [],
    type: 'text/plain',
    example:
      'Contact: mailto:security@example.dk\nExpires: 2027-05-27T00:00:00Z\nPreferred-Languages: da, en\n',
  },
  refusals: {404: 'The operator has not set a contact.'},
  handle(_, {securityContact}) {
    if (securityContact === undefined) throw nothingHere();
    const midnight = Math.floor(Date.now() / day) * day;
    const expires = new Date(midnight + contactValidDays * day).toISOString().replace('.000Z', 'Z');
    return ({response}) => {
      response.set({'Cache-Control': 'public, max-age=3600', 'Content-Type': 'text/plain; charset=utf-8'});
      response.body = `Contact: ${securityContact}\nExpires: ${expires}\nPreferred-Languages: da, en\n`;
    };
  },
});

const metricsOperation = operationsFor<MetricsServices, unknown>()('hentMaalinger', 'get', '/metrics', {
  summary: 'Read the metrics',
  description:
    'Metrics of this process for Prometheus. With `TAVLE_METRICS_PORT` they are served at that port only; otherwise for loopback and private ' +
    'addresses whose request no proxy has forwarded.',
  response: {
    headers: [],
    description: 'The metrics in the text format of Prometheus.',
    type: 'text/plain',
    example: 'tavle_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 1\n',
  },
  refusals: {404: 'The caller may not read the metrics.'},
  async handle(_, {metrics: {registry}}) {
    const text = await registry.metrics();
    return ({response}) => {
      response.set({'Cache-Control': 'no-store', 'Content-Type': registry.contentType});
      response.body = text;
    };
  },
});

export const monitoringOperations = [...healthOperations, metricsOperation, contactOperation];

/** Hides the metrics from callers outside the operator's network, as if there were none. @param hasOwnPort Hides them from all. */
export function hideMetrics(hasOwnPort: boolean): Middleware {
  return (context, next) =>
    pathOf(context) === metricsOperation.path &&
    (hasOwnPort || !isNear(context.req) || isForwarded(context.req))
      ? undefined
      : next();
}

/** Creates the application of the metrics' own port, which serves nothing else. */
export function createMetricsApp(metrics: Metrics, log: Logger, stopping: () => boolean): Koa {
  const app = new Koa();
  app.use(requestLogging({metrics, log, headers: securityHeaders(false), stopping}));
  app.use(createRoutes([openInterface([metricsOperation])], {metrics}, openGate));
  return app;
}
