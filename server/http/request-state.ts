import type {Context} from 'koa';

/** What the middleware knows of a request until its response is closed. */
export interface RequestState {
  requestId?: string;
  onClose?: () => void;
}

/** Runs `action` when the response is sent or the client has disconnected. A request has one action. */
export function whenClosed({state}: Context, action: () => void): void {
  (state as RequestState).onClose = action;
}

/** Returns the router's pattern of a request, for logs and metrics. */
export function routeOf(context: Context): string {
  return (context as {_matchedRoute?: string})._matchedRoute ?? 'none';
}
