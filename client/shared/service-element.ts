import type {GetToken} from '../api/api.ts';
import {LocalizedElement} from '../localize/localize.ts';
import type {SharedStrings} from '../localize/shared-strings.ts';
import type {RevalidationController} from './controllers/revalidation.ts';
import type {SessionController} from './controllers/session.ts';
import type {LoadModel} from './load-model.ts';
import {property} from './property.ts';
import {headingLevel, link, record, serviceUrl, tokenFunction} from './property-values.ts';
import {renderSignedOut} from './templates.ts';

/** An element that shows data of the service that anyone may read. */
export abstract class PublicElement<Strings> extends LocalizedElement<Strings> {
  /**
   * Base URL of the service; `/` is the page's own origin. Default: `api` of the surrounding dashboard, otherwise the part of the script's URL above
   * `/embed/`, or the origin of a bundle. In bundles of webpack, the page's own origin.
   */
  @property({parse: serviceUrl, fallback: null}) api: string | null = null;

  /** Level of the topmost headings, 1 to 6. */
  @property({type: Number, attribute: 'heading-level', parse: headingLevel, fallback: 2}) headingLevel = 2;

  /** Texts that replace built-in ones. */
  @property({attribute: false, parse: record, fallback: {}}) strings: Partial<Strings> = {};

  protected abstract readonly model: Pick<LoadModel, 'refresh' | 'isQuiet' | 'hasFailed'>;

  /** The last reload. */
  #reload: object | undefined;

  /** Reloads the data. The current content stays visible while loading and if loading fails. */
  async refresh(): Promise<void> {
    await this.revalidate(false);
  }

  /**
   * Reloads the data. @param isQuiet Whether nobody has asked for it: a failure is not shown if there is content.
   *
   * @returns Whether it has not failed silently.
   * @internal
   */
  async revalidate(isQuiet: boolean): Promise<boolean> {
    const {model} = this;
    const reload = (this.#reload = {});
    model.isQuiet = isQuiet;
    await model.refresh();
    if (reload === this.#reload) model.isQuiet = false;
    return !model.hasFailed;
  }
}

/** The texts of an element that shows data of a person. */
export interface ServiceStrings extends SharedStrings {
  /** Heading when nobody is signed in. */
  signedOut: string;
}

/** An element that shows data of the service to the person who is signed in. */
export abstract class ServiceElement<Strings extends ServiceStrings> extends PublicElement<Strings> {
  /**
   * Returns the bearer token of the signed-in person, or nothing if nobody is signed in. Requests at the same time share one call. Default: `getToken` of
   * the surrounding dashboard. The element waits for it, and reports an error after ten seconds. A new function is used from the next request. The element
   * starts over if it returns the token of another person.
   */
  @property({attribute: false, parse: tokenFunction}) getToken: GetToken | undefined;

  /**
   * URL of the page's login. The element links to it when the person is signed out. Default: `login-url` of the surrounding dashboard, otherwise no
   * link.
   */
  @property({attribute: 'login-url', parse: link, fallback: ''}) loginUrl = '';

  protected abstract override readonly model: Pick<LoadModel, 'state' | 'refresh' | 'isQuiet' | 'hasFailed'>;
  protected abstract readonly session: SessionController;
  protected abstract readonly revalidation: RevalidationController;

  /** Renders the element for a person who is signed in. */
  protected abstract renderContent(): unknown;

  protected override render(): unknown {
    const {state} = this.model;
    if (state.status !== 'signedOut') return this.renderContent();
    const {loginUrl} = this.session.context;
    const signedOut = {...state, loginUrl, level: this.headingLevel, retry: this.revalidation};
    return renderSignedOut(signedOut, this.localize.strings as Strings);
  }
}
