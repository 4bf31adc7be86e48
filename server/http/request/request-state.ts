import type {Context} from 'koa';

/** What the middleware knows of a request until its response is closed. */
export interface RequestState {
  requestId?: string;
  route?: string;
  onClose?: () => void;
}

/** Runs `action` when the response is sent or the client has disconnected. A request has one action. */
export function whenClosed({state}: Context, action: () => void): void {
  (state as RequestState).onClose = action;
}

/** Sets the pattern of a request's route, if no router does. */
export function setRoute(context: Context, route: string): void {
  (context.state as RequestState).route = route;
}

/** Returns the pattern of a request's route, for logs and metrics. */
export function routeOf(context: Context): string {
  const {route} = context.state as RequestState;
  return route ?? (context as {_matchedRoute?: string})._matchedRoute ?? 'none';
}
