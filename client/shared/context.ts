import type {GetToken} from '../api/api.ts';

/** What elements in a dashboard use of it unless they have their own. */
export interface Context {
  getToken?: GetToken | undefined;
  api?: string | null | undefined;
  loginUrl?: string | undefined;
}

/**
 * Collects the context of an element from it and from the dashboards around it, in any slots and shadow roots. Dashboards may be of another script of
 * the page: the elements share no modules.
 */
export class ContextRequest extends Event implements Context {
  static readonly type = 'tavle-context';
  getToken: GetToken | undefined;
  api: string | null | undefined;
  loginUrl: string | undefined;

  constructor(own: Context) {
    super(ContextRequest.type, {bubbles: true, composed: true});
    this.add(own);
  }

  /** Adds what is missing. */
  add({getToken, api, loginUrl}: Context): void {
    this.getToken ??= getToken;
    this.api ??= api;
    this.loginUrl ||= loginUrl;
  }
}

/** Fired at the document when a dashboard has another context. */
export const contextChange = 'tavle-context-change';
