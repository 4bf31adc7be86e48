import type {Metrics} from '../http/metrics.ts';
import {publicOperation} from '../operations/public.ts';

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
