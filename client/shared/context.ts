import type {GetToken} from '../api/api.ts';

/** What an element in a dashboard uses of it unless it has its own. */
export interface Context {
  getToken?: GetToken | undefined;
  api?: string | null | undefined;
  loginUrl?: string | undefined;
}

/** The two events are a protocol: scripts of a page may have different versions, so names and properties of `detail` must not change. */
const contextRequest = 'tavle-context';

/** Fired at the document when a dashboard, its `detail`, has another context. An event, since elements of several scripts of a page share no modules. */
export const contextChange = 'tavle-context-change';

interface Detail extends Context {
  /** Whether a dashboard has received the event. */
  isReceived?: boolean;
}

/** Returns the context of an element: its own, and what that lacks from the dashboards around it, in any slots and shadow roots. */
export function contextOf(element: Element & Context): Context {
  const {getToken, api, loginUrl} = element;
  const detail: Detail = {getToken, api, ...(loginUrl && {loginUrl})};
  // An event of an app whose slot was removed goes to that slot in Chrome, and not to the dashboard: ancestors fire it then.
  for (let node: Node | null = element; node && !detail.isReceived;) {
    node.dispatchEvent(new CustomEvent(contextRequest, {bubbles: true, composed: true, detail}));
    node = node instanceof ShadowRoot ? node.host : node.parentNode;
  }
  return detail;
}

/** Lets the elements in a dashboard use its context. */
export function provideContext(dashboard: Element & Context): void {
  dashboard.addEventListener(contextRequest, event => {
    const {detail} = event as CustomEvent<Detail>;
    detail.isReceived = true;
    detail.getToken ??= dashboard.getToken;
    detail.api ??= dashboard.api;
    if (dashboard.loginUrl) detail.loginUrl ??= dashboard.loginUrl;
  });
}
