import {LitElement} from 'lit';

import type {GetToken} from '../api/api.ts';
import type {Localize} from '../localize/localize.ts';
import {property} from './property.ts';
import {headingLevel, link, record, serviceUrl, tokenFunction} from './property-values.ts';

/** An element that shows data of the service that anyone may read. */
export abstract class PublicElement<Strings> extends LitElement {
  /**
   * Base URL of the service; `/` is the page's own origin. Default: that of the dashboard around the element, otherwise the URL above the `/embed/`
   * that this script was loaded from, the origin of a bundle, or the page's own where a bundler such as webpack hides it.
   */
  @property({parse: serviceUrl, fallback: null}) api: string | null = null;

  /** Level of the topmost headings, 1 to 6; others are below. */
  @property({type: Number, attribute: 'heading-level', parse: headingLevel, fallback: 2}) headingLevel = 2;

  /** Texts that replace built-in ones. */
  @property({attribute: false, parse: record, fallback: {}}) strings: Partial<Strings> = {};

  protected abstract readonly localize: Localize<Partial<Strings>>;

  /** Reloads the data. The current content stays visible while loading and if loading fails. */
  abstract refresh(): Promise<void>;

  /** Waits for the texts of another language. */
  protected override async scheduleUpdate(): Promise<void> {
    const {loading} = this.localize;
    if (loading) await loading;
    await super.scheduleUpdate();
  }
}

/** An element that shows data of the service to the person who is signed in. */
export abstract class ServiceElement<Strings> extends PublicElement<Strings> {
  /**
   * Returns the bearer token of the person who is signed in, or nothing if nobody is; called with each request. Default: that of the dashboard around the
   * element. The element waits for it, and after ten seconds reports that it is missing. A new function is used from the next request on;
   * the element starts over if its token is of another person.
   */
  @property({attribute: false, parse: tokenFunction}) getToken: GetToken | undefined;

  /**
   * URL of the page's login, for a link that a person who has been signed out can follow. Default: that of the dashboard around the element, otherwise
   * no link.
   */
  @property({attribute: 'login-url', parse: link, fallback: ''}) loginUrl = '';
}
