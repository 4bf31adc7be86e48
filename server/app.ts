import type {Socket} from 'node:net';

import Koa, {type Middleware} from 'koa';
import type {Logger} from 'pino';

import {createCompanyCalendar} from './calendar/company-calendar.ts';
import {createDeliveries} from './calendar/authority/deliveries.ts';
import {createFollower} from './calendar/personal/companies.ts';
import {createReminders, followingReminders} from './calendar/mail/reminders.ts';
import type {Mailer} from './calendar/mail/transport.ts';
import {createLinks, followingLinks} from './calendar/personal/links.ts';
import {createDashboard} from './dashboard/service.ts';
import {createEditorial} from './forms/editorial/editorial.ts';
import {createCatalogue} from './forms/public/catalogue.ts';
import {createRegistry} from './forms/registry.ts';
import type {Admission} from './http/admission.ts';
import {audit} from './http/audit.ts';
import type {AuditLog} from './logs/audit-line.ts';
import {createCallerLimit} from './http/caller-limit.ts';
import {createCors} from './http/cors.ts';
import type {Metrics} from './http/metrics.ts';
import {requestLogging} from './http/request-logging.ts';
import {securityHeaders} from './http/security-headers.ts';
import {validateHost} from './http/target.ts';
import {createVisitorNetwork} from './http/visitors.ts';
import type {CountCall, CredentialChecks} from './operations/callers.ts';
import {createRoutes} from './operations/routes.ts';
import type {CvrCheck} from './identity/cvr.ts';
import {bounds} from './bounds.ts';
import type {Config} from './config.ts';
import {interfaces, serviceInterface, type Services} from './interfaces.ts';
import {hideMetrics, type MonitoringServices} from './monitoring.ts';
import type {CurrentPortal} from './portal/portal.ts';
import type {Store} from './store/store.ts';

/* The Koa application: the services of all interfaces, and the middleware around each request. For `service.ts` and
 * tests. Create a new service in `services` of `createApp`. `requestLogging` must stay the first middleware: it sends
 * the responses to errors of the others. `validateHost` must come before all routes. */

export interface AppParts extends Pick<
  Config,
  'origins' | 'hsts' | 'securityContact' | 'publicCallsPerMinute' | 'metricsAddress'
> {
  readonly store: Store;
  readonly portal: CurrentPortal;
  readonly checks: CredentialChecks;
  readonly count: CountCall;
  readonly isCvr: CvrCheck;
  /** The service's public URL, without a trailing slash. */
  readonly publicUrl: string;
  /** Accepted values of `Host`, without ports. `undefined`: any. */
  readonly hosts: readonly string[] | undefined;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Limits the requests in flight. Pass its `admit` to `createCallCount`. */
  readonly admission: Admission;
  /** Returns whether a connection is from a proxy of the settings, whose address no limit counts. */
  readonly isProxy: (socket: Socket) => boolean;
  /** `undefined`: the service sends no mails. */
  readonly mailer: Mailer | undefined;
  /** `undefined`: no audit log. */
  readonly audit: AuditLog | undefined;
  /** Returns whether the service is stopping. `/health/ready` then returns 503, and each response closes its connection. */
  readonly stopping: () => boolean;
  /** Routes in addition to those of the interfaces. */
  readonly extraRoutes: readonly Middleware[];
}

/** Error codes of a response whose client has disconnected. */
const disconnected: readonly (string | undefined)[] = ['ECONNRESET', 'EPIPE', 'ERR_STREAM_PREMATURE_CLOSE'];

/** Creates the HTTP application; opens no socket. */
export function createApp(parts: AppParts): Koa {
  const {store, portal, checks, count, isCvr, publicUrl, log, metrics, admission, stopping} = parts;
  const catalogue = createCatalogue(store, portal);
  metrics.watch(
    'tavle_forms_left_out',
    'Published forms that the search leaves out, because there are too many.',
    catalogue.leftOut,
  );
  const registry = createRegistry(store, portal);
  const onRefused = () => metrics.refused('calls');
  const services: Services = {
    dashboard: createDashboard(store, portal),
    deliveries: createDeliveries(store),
    calendar: createCompanyCalendar(store),
    links: createLinks(store),
    follow: createFollower(store, [followingLinks, followingReminders], parts.audit),
    reminders: parts.mailer && createReminders(store, parts.mailer),
    registry,
    editorial: createEditorial(store, registry, portal),
    catalogue,
    publicLimit:
      parts.publicCallsPerMinute === undefined
        ? undefined
        : createCallerLimit(parts.publicCallsPerMinute, onRefused),
    visitorNetwork: createVisitorNetwork(parts.isProxy),
    feedLimit: createCallerLimit(bounds.maxFeedRequestsPerMinute, onRefused),
    admit: admission.admit,
    portal,
    isCvr,
    publicUrl,
  };
  let unrecorded = 0;
  metrics.watchTotal(
    'tavle_audit_refused_total',
    'Changes that were refused because the audit log could not be written.',
    () => unrecorded,
  );

  const app = new Koa();
  app.on('error', (error: NodeJS.ErrnoException) => {
    // The log has status 499 for a client that disconnected during the response.
    if (!disconnected.includes(error.code)) log.error({err: error}, 'answering failed');
  });
  const headers = securityHeaders(parts.hsts && publicUrl.startsWith('https:'));
  app.use(requestLogging({metrics, log, headers, stopping}));
  app.use(validateHost(parts.hosts));
  app.use(hideMetrics(parts.metricsAddress !== undefined));
  const {audit: auditLog} = parts;
  app.use(
    createRoutes<Services & MonitoringServices>(
      [...interfaces, serviceInterface],
      {...services, store, stopping, metrics, audit: auditLog, securityContact: parts.securityContact},
      {
        checks,
        count,
        cors: createCors(parts.origins),
        audit: letter => auditLog && audit(auditLog, letter, () => (unrecorded += 1)),
        enter: admission.enter,
      },
    ),
  );
  for (const routes of parts.extraRoutes) app.use(routes);
  return app;
}
