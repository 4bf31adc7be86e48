/* The base of the elements whose data belongs to a person. Its `@property` fields are public. */

import type {GetToken} from '../api/api.ts';
import type {SharedStrings} from '../texts/da.ts';
import {PersonSession} from './controllers/session.ts';
import type {LoadModel} from './load-model.ts';
import {property} from './property.ts';
import {link, tokenFunction} from './property-values.ts';
import {type Parts, PublicElement} from './public-element.ts';
import {renderSignedOut} from './templates.ts';

/** The texts of an element that shows data of a person. */
export interface ServiceStrings extends SharedStrings {
  /** Heading when nobody is signed in. */
  signedOut: string;
}

/** An element that shows data of the service to the person who is signed in. */
export abstract class ServiceElement<
  Strings extends ServiceStrings,
  Model extends LoadModel,
> extends PublicElement<Strings, Model> {
  /**
   * Returns the bearer token of the signed-in person, or nothing if nobody is signed in. Simultaneous requests share one call. Default:
   * `getToken` of the surrounding dashboard. Without `getToken`, the element reports an error after ten seconds. A new function is used from the
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

  protected override render(): unknown {
    const {state} = this.model;
    if (state.status !== 'signedOut') return this.renderContent();
    const {loginUrl} = this.session.context;
    const signedOut = {...state, loginUrl, level: this.headingLevel, retry: this.revalidation};
    return renderSignedOut(signedOut, this.localize.strings);
  }
}
