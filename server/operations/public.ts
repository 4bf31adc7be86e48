import {Router} from '@koa/router';
import type {Context, Next} from 'koa';

import {routeOf} from './find.ts';
import type {SuccessResponse, Operation} from './operation.ts';

export interface PublicOperation<Services> extends Operation {
  /** The router's pattern. Default: the path. */
  readonly route?: string;
  readonly serve: (context: Context, services: Services, next: Next) => unknown;
}

type Declaration<Services> = Omit<PublicOperation<Services>, 'method' | 'response'> & {
  readonly response: Omit<SuccessResponse, 'status'>;
};

export function publicOperation<Services>(declaration: Declaration<Services>): PublicOperation<Services> {
  return {...declaration, method: 'get', response: {status: 200, ...declaration.response}};
}

/** Serves public operations. They are not bounded by the requests in flight, so an overloaded service can be monitored. */
export function routesOf<Services>(
  operations: readonly PublicOperation<Services>[],
  services: Services,
): Router {
  const router = new Router({sensitive: true, strict: true});
  // Several operations may share one route.
  const routes = new Map(operations.map(({path, route = routeOf(path), serve}) => [route, serve]));
  for (const [route, serve] of routes) router.get(route, (context, next) => serve(context, services, next));
  return router;
}
