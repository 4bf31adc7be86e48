import Koa, {type Context, type Middleware} from 'koa';
import type {Logger} from 'pino';

import type {Metrics} from '../http/metrics.ts';
import {requestLogging} from '../http/request-logging.ts';
import {securityHeaders} from '../http/security-headers.ts';
import {classOfAddress} from '../http/address-class.ts';
import {pathOf} from '../http/target.ts';
import {createRoutes, openGate} from '../operations/routes.ts';
import {openInterface, operationsFor} from '../operations/operation.ts';

export interface MetricsServices {
  readonly metrics: Metrics;
}

export const metricsOperation = operationsFor<MetricsServices, unknown>()({
  id: 'hentMaalinger',
  method: 'get',
  path: '/metrics',
  summary: 'Read the metrics',
  description:
    'Metrics of this process for Prometheus. With `TAVLE_METRICS_PORT` they are served at that port only; otherwise for loopback and private ' +
    'addresses whose request no proxy has forwarded.',
  response: {
    status: 200,
    description: 'The metrics in the text format of Prometheus.',
    type: 'text/plain',
    example: 'tavle_http_request_duration_seconds_count{method="GET",route="/metrics",status="200"} 1\n',
  },
  refusals: {404: 'The metrics are not for this caller.'},
  async handle(_, {metrics: {registry}}) {
    const text = await registry.metrics();
    return ({response}) => {
      response.set({'Cache-Control': 'no-store', 'Content-Type': registry.contentType});
      response.body = text;
    };
  },
});

/** Headers that proxies add. */
const forwarding = /^(?:x-forwarded(?:-|$)|x-original-|x-real-ip$|forwarded$|via$|client-cert)/;

/** Hides the metrics from callers outside the operator's network, as if there were none. @param hasOwnPort Hides them from all. */
export function hideMetrics(hasOwnPort: boolean): Middleware {
  return (context, next) =>
    pathOf(context) === metricsOperation.path && (hasOwnPort || !isInternal(context)) ? undefined : next();
}

function isInternal({req: {socket, headers}}: Context): boolean {
  return (
    ['loopback', 'private'].includes(classOfAddress(socket)) &&
    !Object.keys(headers).some(name => forwarding.test(name))
  );
}

/** Creates the application of the metrics' own port, which serves nothing else. */
export function createMetricsApp(metrics: Metrics, log: Logger, stopping: () => boolean): Koa {
  const app = new Koa();
  app.use(requestLogging({metrics, log, headers: securityHeaders(false), stopping}));
  app.use(createRoutes([openInterface([metricsOperation])], {metrics}, openGate));
  return app;
}
