import type {Router} from '@koa/router';
import Koa from 'koa';
import type {Logger} from 'pino';

import {dashboardRoutes} from './dashboard/routes.ts';
import {createDashboard} from './dashboard/service.ts';
import {cors} from './http/cors.ts';
import {errors} from './http/errors.ts';
import {healthRoutes} from './http/health.ts';
import {createMetrics} from './http/metrics.ts';
import {securityHeaders} from './http/security-headers.ts';
import type {TokenCheck} from './identity/token.ts';
import type {CurrentPortal} from './portal/portal.ts';
import type {Store} from './store/store.ts';

/** What an app is made of. */
export interface AppParts {
  readonly store: Store;
  readonly portal: CurrentPortal;
  readonly checkToken: TokenCheck;
  /** Origins of the pages that may call from a browser. */
  readonly origins: readonly string[];
  readonly log: Logger;
  /** Further routes that need nothing of the above, such as the embed file's. */
  readonly pages: readonly Router[];
}

/** Builds the whole HTTP application; opens no socket. */
export function createApp({store, portal, checkToken, origins, log, pages}: AppParts): Koa {
  const metrics = createMetrics();
  const routers = [
    dashboardRoutes(createDashboard(store, portal), checkToken),
    healthRoutes(store),
    metrics.routes,
    ...pages,
  ];

  const app = new Koa();
  app.on('error', error => log.error({err: error}, 'answering failed'));
  app.use(metrics.observe);
  app.use(securityHeaders);
  app.use(cors(origins, ['/dashboard/']));
  app.use(errors((error, {method, path}) => log.error({err: error, method, path}, 'request failed')));
  for (const router of routers) app.use(router.routes()).use(router.allowedMethods());
  return app;
}
