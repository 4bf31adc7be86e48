// The events of marks: `model/companies.ts` fires them, and the scripts of portal pages listen. You can add a field.
// Keep the names of events and fields, which pages use. The manual lists them from these classes: run `npm run docs`.

import type {FristRef, Mark} from '../frist/model/frist.ts';

/** An event about one deadline that is marked as read or unread, hidden or shown again, done or not done. */
class MarkingEvent extends Event {
  readonly fristId: number;
  /** The company's CVR number. */
  readonly cvr: string;
  /** `undefined`: the mark stays as it is. */
  readonly isLaest: boolean | undefined;
  /** `undefined`: the mark stays as it is. */
  readonly isSlettet: boolean | undefined;
  /** `undefined`: the mark stays as it is. */
  readonly isKlaret: boolean | undefined;

  constructor(
    type: string,
    {fristId, cvr}: FristRef,
    {isLaest, isSlettet, isKlaret}: Mark,
    cancelable: boolean,
  ) {
    super(type, {bubbles: true, composed: true, cancelable});
    this.fristId = fristId;
    this.cvr = cvr;
    this.isLaest = isLaest;
    this.isSlettet = isSlettet;
    this.isKlaret = isKlaret;
  }
}

/** Fired before a deadline is marked. Call `preventDefault()` to cancel the mark. Public, as `docs/reference/element-calendar.md` documents it. */
export class TavleBeforeMarkEvent extends MarkingEvent {
  constructor(frist: FristRef, mark: Mark) {
    super('tavle-before-mark', frist, mark, true);
  }
}

/** Fired after a deadline was marked and the service has stored it. */
export class TavleMarkEvent extends MarkingEvent {
  constructor(frist: FristRef, mark: Mark) {
    super('tavle-mark', frist, mark, false);
  }
}

declare global {
  interface HTMLElementEventMap {
    'tavle-before-mark': TavleBeforeMarkEvent;
    'tavle-mark': TavleMarkEvent;
  }
}
