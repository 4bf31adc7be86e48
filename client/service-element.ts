import {LitElement} from 'lit';
import {property, state} from 'lit/decorators.js';

import {Api, ApiError, type GetToken} from './api/api.ts';
import {Freshness} from './api/freshness.ts';
import {ErrorEvent} from './events.ts';

/** How long an element waits for `getToken` before it says that something is wrong, in milliseconds. */
const tokenPatience = 10_000;

/** What the elements that show something of the service have in common: its address, and who is signed in. */
export abstract class ServiceElement<Strings> extends LitElement {
  /** Address of the service. Default: the origin that this script came from. */
  @property() api: string | null = null;

  /** Level of the topmost headings; others are below. */
  @property({type: Number, attribute: 'heading-level'}) headingLevel = 2;

  /** Gives the bearer token of the person who is signed in; asked with each call. Until it is there, the element waits. */
  @property({attribute: false}) getToken: GetToken | undefined;

  /** Texts in place of the built-in ones, one by one. */
  @property({attribute: false}) strings: Partial<Strings> = {};

  /** Whether what failed is being tried again. */
  @state() protected retrying = false;

  /** The properties that say what is shown: with another value everything starts anew. */
  protected readonly subject: readonly PropertyKey[] = ['api', 'getToken'];

  protected readonly freshness = new Freshness(
    this,
    () => this.address,
    () => void this.refresh(),
  );
  /** Gives the focus to something else after the next rendering. */
  protected focusNext: (() => void) | undefined;
  #focused: Element | null | undefined;
  #patience: ReturnType<typeof setTimeout> | undefined;
  #begun: readonly unknown[] | undefined;

  /** Reads anew what is shown. It stays until the new is there, and when that can't be read. */
  abstract refresh(): Promise<void>;

  /**
   * Starts from nothing: another service, or another person.
   *
   * @param api `undefined`: nobody is signed in yet.
   */
  protected abstract begin(api: Api | undefined): void;

  /** Says that something is wrong with how the element was put into the page. */
  protected abstract complain(problem: ApiError): void;

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

  /** Starts anew when the subject is another one. Called before each rendering; an element may call it earlier too. */
  protected prepare(): void {
    const subject = this.subject.map(name => (this as Record<PropertyKey, unknown>)[name]);
    if (this.#begun?.every((value, place) => value === subject[place])) return;
    this.#begun = subject;
    this.#begin();
  }

  protected override updated(): void {
    if (this.focusNext) this.focusNext();
    else if (this.#focused && !this.shadowRoot?.activeElement?.checkVisibility()) this.place?.focus();
    this.focusNext = undefined;
  }

  protected async retry(): Promise<void> {
    if (this.retrying) return;
    this.retrying = true;
    await this.refresh();
    this.retrying = false;
  }

  protected get address(): string {
    return this.api ?? new URL(import.meta.url).origin;
  }

  /** @param deepest The level that the topmost headings may have, so that those below them have one too. */
  protected levelUpTo(deepest: number): number {
    const level = this.headingLevel;
    return Number.isInteger(level) && level >= 1 && level <= deepest ? level : 2;
  }

  #begin(): void {
    clearTimeout(this.#patience);
    if (!this.getToken) this.#patience = setTimeout(this.#complain, tokenPatience);
    this.begin(this.getToken && new Api(this.address, this.getToken));
  }

  readonly #complain = () => {
    const problem = new ApiError(0, `<${this.localName}> has no getToken; see its documentation.`);
    console.warn(problem.message);
    this.complain(problem);
    this.dispatchEvent(new ErrorEvent('load', problem));
  };
}
