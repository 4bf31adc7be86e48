import type {Router} from '@koa/router';
import Koa from 'koa';
import type {Logger} from 'pino';

import {authorityRoutes} from './calendar/authority-routes.ts';
import {createCompanyCalendar} from './calendar/company.ts';
import {companyRoutes} from './calendar/company-routes.ts';
import {createDeliveries} from './calendar/deliveries.ts';
import {feedRoutes} from './calendar/feed-routes.ts';
import {createSubscriptions} from './calendar/subscriptions.ts';
import {dashboardRoutes} from './dashboard/routes.ts';
import {createDashboard} from './dashboard/service.ts';
import {createRegistry} from './forms/registry.ts';
import {formRoutesV1} from './forms/routes-v1.ts';
import {formRoutesV2} from './forms/routes-v2.ts';
import {audit, type AuditLine} from './http/audit.ts';
import {formSchemaRoutes} from './forms/schema-routes.ts';
import {cors} from './http/cors.ts';
import {errors} from './http/errors.ts';
import {healthRoutes} from './http/health.ts';
import {lastAnswers} from './http/last-answers.ts';
import {createMetrics} from './http/metrics.ts';
import {securityHeaders} from './http/security-headers.ts';
import type {CertificateCheck} from './identity/certificate.ts';
import type {CvrCheck} from './identity/cvr.ts';
import type {TokenCheck} from './identity/token.ts';
import type {CurrentPortal} from './portal/portal.ts';
import {portalSchemaRoutes} from './portal/schema-routes.ts';
import type {Store} from './store/store.ts';

/** What an app is made of. */
export interface AppParts {
  readonly store: Store;
  readonly portal: CurrentPortal;
  readonly checkToken: TokenCheck;
  readonly checkCertificate: CertificateCheck;
  readonly isCvr: CvrCheck;
  /** The service's address, as it is given out; without a trailing slash. */
  readonly publicUrl: string;
  /** Origins of the pages that may call from a browser. */
  readonly origins: readonly string[];
  readonly log: Logger;
  /** Takes a line for each change that is asked for. */
  readonly audit: (line: AuditLine) => void;
  /** Whether the service was told to stop. */
  readonly stopping: () => boolean;
  /** Further routes that need nothing of the above, such as the embed file's. */
  readonly pages: readonly Router[];
}

/** Builds the whole HTTP application; opens no socket. */
export function createApp(parts: AppParts): Koa {
  const {store, portal, checkToken, checkCertificate, isCvr, publicUrl, origins, log, stopping, pages} =
    parts;
  const metrics = createMetrics();
  const calendar = createCompanyCalendar(store);
  const subscriptions = createSubscriptions(store);
  const deliveries = createDeliveries(store);
  const forms = {registry: createRegistry(store, portal), portal, checkCertificate, publicUrl};
  const routers = [
    dashboardRoutes(createDashboard(store, portal), checkToken),
    authorityRoutes({deliveries, portal, checkCertificate, isCvr, publicUrl}),
    companyRoutes({calendar, subscriptions, portal, checkToken, publicUrl}),
    formRoutesV1(forms),
    formRoutesV2(forms),
    formSchemaRoutes(portal),
    feedRoutes({calendar, subscriptions, portal, publicUrl}),
    healthRoutes(store),
    portalSchemaRoutes(),
    metrics.routes,
    ...pages,
  ];

  const app = new Koa();
  app.on('error', error => log.error({err: error}, 'answering failed'));
  app.use(lastAnswers(stopping));
  app.use(metrics.observe);
  app.use(securityHeaders);
  app.use(cors(origins, ['/dashboard/', '/calendar/1/virksomheder/']));
  app.use(audit(parts.audit));
  app.use(errors((error, {method, path}) => log.error({err: error, method, path}, 'request failed')));
  for (const router of routers) app.use(router.routes()).use(router.allowedMethods());
  return app;
}
