// The base class of the elements whose data belongs to a person: `<tavle-calendar>`, `<tavle-dashboard>`,
// `<tavle-deadlines>` and `<tavle-editorial>` extend it. What you add here, all of them get. Its `@property` fields are
// public: do not rename any. While nobody is signed in, it must show nothing of a person.

import {html, nothing} from 'lit';

import type {GetToken} from '../api/api.ts';
import type {SharedStrings} from '../texts/da.ts';
import {PersonSession} from './controllers/session.ts';
import {outwardTarget} from './frame.ts';
import type {LoadModel} from './load-model.ts';
import {property} from './property.ts';
import {link, tokenFunction} from './property-values.ts';
import {type Parts, PublicElement} from './public-element.ts';
import {absoluteUrl, renderHeading} from './templates.ts';

/** An element that shows data of the service to the person who is signed in. `signedOut` is its heading when nobody is. */
export abstract class ServiceElement<
  Strings extends SharedStrings & {signedOut: string},
  Model extends LoadModel,
> extends PublicElement<Strings, Model> {
  /**
   * Returns the bearer token of the signed-in person, or nothing if nobody is signed in. Simultaneous requests share one call. Default:
   * `getToken` of the surrounding dashboard. Without `getToken`, the element reports an error after ten seconds. A new function takes effect at the
   * next request. The element starts over if the function returns the token of another person.
   */
  @property({attribute: false, parse: tokenFunction}) getToken: GetToken | undefined;

  /**
   * URL of the page's login. The element links to it when the person is signed out. Default: `login-url` of the surrounding dashboard, otherwise no
   * link.
   */
  @property({attribute: 'login-url', parse: link, fallback: ''}) loginUrl = '';

  constructor(parts: Parts<Strings>) {
    super(parts, PersonSession);
  }

  /** Renders the element for a person who is signed in. */
  protected abstract renderContent(): unknown;

  /**
   * Renders the content, or in its place that nobody is signed in. Without a URL of the login, a button looks whether the person has signed in. The
   * `part` names are public.
   */
  protected override render(): unknown {
    const {state} = this.model;
    if (state.status !== 'signedOut') return this.renderContent();
    const {strings} = this.localize;
    const {loginUrl} = this.session.context;
    return html`
      <div class="empty" part="signed-out">
        <div role="status">
          ${renderHeading({level: this.headingLevel, text: strings.signedOut})}
          ${state.hadContent ? html`<p>${strings.reasons.signedOut}</p>` : nothing}
        </div>
        ${loginUrl ? html`<a class="button primary" part="button-primary" href=${loginUrl} data-url=${absoluteUrl(loginUrl)} target=${outwardTarget()}>${strings.logIn}</a>` : this.renderRetry()}
      </div>
    `;
  }
}
