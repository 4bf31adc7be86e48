// The events of the form elements: `form-model.ts` and `tavle-form-search.ts` fire them, and scripts of portal pages
// listen. You can add a field. Keep the names of events and fields, which pages use, then run `npm run docs`.

/** Fired when the service has no published form with the authority and the permalink of the element. Public, as the manual documents it. */
export class TavleNotFoundEvent extends Event {
  readonly authority: string;
  readonly permalink: string;

  constructor(authority: string, permalink: string) {
    super('tavle-not-found', {bubbles: true, composed: true});
    this.authority = authority;
    this.permalink = permalink;
  }
}

/** Public. Fired before a form is started; `preventDefault()` cancels it. */
export class TavleStartEvent extends Event {
  /** URL of the solution. */
  readonly url: string;
  /** How the supplier wants the solution to be shown: one of the values of `formularType`. */
  readonly formType: string;

  constructor(url: string, formType: string) {
    super('tavle-start', {bubbles: true, composed: true, cancelable: true});
    this.url = url;
    this.formType = formType;
  }
}

/** Public. Fired before a form that was found is opened; `preventDefault()` cancels it. */
export class TavleOpenFormEvent extends Event {
  readonly authority: string;
  readonly permalink: string;
  /** URL of the page that the link opens; empty without a page. */
  readonly url: string;

  constructor(authority: string, permalink: string, url: string) {
    super('tavle-open-form', {bubbles: true, composed: true, cancelable: true});
    this.authority = authority;
    this.permalink = permalink;
    this.url = url;
  }
}

declare global {
  interface HTMLElementEventMap {
    'tavle-not-found': TavleNotFoundEvent;
    'tavle-start': TavleStartEvent;
    'tavle-open-form': TavleOpenFormEvent;
  }
}
