import {LitElement} from 'lit';
import {property, state} from 'lit/decorators.js';

import {Api, ApiError, type GetToken} from '../api/api.ts';
import {TavleErrorEvent} from '../events.ts';
import {Freshness} from './controllers/revalidation.ts';

/** The time that an element waits for the properties that it requires before it reports that they are missing. */
const propertyTimeoutMs = 10_000;

/** What the elements that show something of the service have in common: its address, and who is signed in. */
export abstract class ServiceElement<Strings> extends LitElement {
  /**
   * Base URL of the service; `/` is the page's own origin. Default: the origin that this script was loaded from, or the page's own
   * where a bundler such as webpack hides it.
   */
  @property() api: string | null = null;

  /** Level of the topmost headings; others are below. */
  @property({type: Number, attribute: 'heading-level'}) headingLevel = 2;

  /** Returns the bearer token of the person who is signed in; called with each request. The element waits for it, and after ten seconds reports that it is missing. */
  @property({attribute: false}) getToken: GetToken | undefined;

  /** Texts in place of the built-in ones, one by one. */
  @property({attribute: false}) strings: Partial<Strings> = {};

  /** Whether what failed is being tried again. */
  @state() protected retrying = false;

  /**
   * The properties without which there is nothing to show. The element waits until they are set, and starts from nothing when one
   * of them, or `api`, gets another value.
   */
  protected readonly required: readonly string[] = ['getToken'];

  protected readonly freshness = new Freshness(
    this,
    () => this.address,
    () => void this.refresh(),
  );
  /** Gives the focus to something else after the next rendering. */
  protected focusNext: (() => void) | undefined;
  #focused: Element | null | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  /** The values of `api` and the required properties for which the element has started. */
  #begun: readonly unknown[] | undefined;

  /** Reads anew what is shown. It stays until the new is there, and when that can't be read. */
  abstract refresh(): Promise<void>;

  /**
   * Starts from nothing: another service, or another person.
   *
   * @param api `undefined`: a required property is missing.
   */
  protected abstract begin(api: Api | undefined): void;

  /** Shows that something is wrong with how the element was put into the page. */
  protected abstract complain(): void;

  /** Gets the focus when what had it is gone. */
  protected abstract readonly place: HTMLElement | null | undefined;

  override disconnectedCallback(): void {
    super.disconnectedCallback();
    clearTimeout(this.#patience);
  }

  protected override willUpdate(): void {
    this.prepare();
    this.#focused = this.shadowRoot?.activeElement;
  }

  /** Starts from nothing when the service, the person or what is shown is another one. Called before each rendering, or earlier. */
  protected prepare(): void {
    const values = this.required.map(name => (this as Record<string, unknown>)[name]);
    const subject = [this.api, ...values];
    if (this.#begun?.every((value, place) => value === subject[place])) return;
    this.#begun = subject;
    this.#begin(this.required[values.findIndex(value => !value)]);
  }

  protected override updated(): void {
    if (this.focusNext) this.focusNext();
    else if (this.#focused && !this.shadowRoot?.activeElement?.getClientRects().length) this.place?.focus();
    this.focusNext = undefined;
  }

  protected async retry(): Promise<void> {
    if (this.retrying) return;
    this.retrying = true;
    await this.refresh();
    this.retrying = false;
  }

  protected get address(): string {
    return this.api ?? originOf(import.meta.url);
  }

  /** @param deepest The level that the topmost headings may have, so that those below them have one too. */
  protected levelUpTo(deepest: number): number {
    const level = this.headingLevel;
    return Number.isInteger(level) && level >= 1 && level <= deepest ? level : 2;
  }

  /** @param missing The first required property that is not set. */
  #begin(missing: string | undefined): void {
    clearTimeout(this.#patience);
    if (missing) this.#patience = setTimeout(() => this.#complain(missing), propertyTimeoutMs);
    this.begin(missing || !this.getToken ? undefined : new Api(this.address, this.getToken));
  }

  #complain(missing: string): void {
    const problem = new ApiError(0, `<${this.localName}> has no ${missing}; see its documentation.`);
    console.warn(problem.message);
    this.complain();
    this.dispatchEvent(new TavleErrorEvent('load', problem));
  }
}

/** Returns the origin of a module. webpack and Turbopack put a `file:` URL in place of `import.meta.url`: then the page's own. */
export function originOf(moduleUrl: string): string {
  const {protocol, origin} = new URL(moduleUrl);
  return protocol.startsWith('http') ? origin : location.origin;
}
