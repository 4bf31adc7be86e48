// The event before a deadline opens: `dialog.ts` of the calendar and `tavle-deadlines.ts` fire it, and scripts of
// portal pages listen. You can add a field. Keep the names, and `preventDefault()`, which pages use.

/**
 * Public, as `docs/reference/element-calendar.md` documents it. Fired by the calendar before it shows a deadline, and by `<tavle-deadlines>`
 * before it follows `href`. The person, the page or the page's URL opens the deadline. Call `preventDefault()` to show the deadline in another
 * way: the calendar then neither shows it nor marks it as read.
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
