/**
 * Public, as `docs/reference/element-calendar.md` documents it. Fired by the calendar before it shows a deadline, and by `<tavle-deadlines>` before it follows `href`: a deadline that a person opens, that the
 * page's URL names, or that the page opens. Call `preventDefault()` to show it in another way; the calendar then does nothing, and does not mark
 * it as read.
 */
export class TavleOpenEvent extends Event {
  readonly fristId: number;
  /** The company's CVR number. */
  readonly cvr: string;

  constructor(fristId: number, cvr: string) {
    super('tavle-open', {bubbles: true, composed: true, cancelable: true});
    this.fristId = fristId;
    this.cvr = cvr;
  }
}

declare global {
  interface HTMLElementEventMap {
    'tavle-open': TavleOpenEvent;
  }
}
