import type {Mark} from './frist.ts';

/** Before a deadline is marked read or unread, hidden or shown again. `preventDefault()` keeps it as it is. */
export class BeforeMarkEvent extends Event {
  static readonly type = 'tavle-before-mark';
  readonly fristId: number;
  /** `undefined`: stays as it is. */
  readonly isLaest: boolean | undefined;
  /** `undefined`: stays as it is. */
  readonly isSlettet: boolean | undefined;

  constructor(fristId: number, {isLaest, isSlettet}: Mark) {
    super(BeforeMarkEvent.type, {bubbles: true, composed: true, cancelable: true});
    this.fristId = fristId;
    this.isLaest = isLaest;
    this.isSlettet = isSlettet;
  }
}

/** After a deadline was marked and the service has stored it. */
export class MarkEvent extends Event {
  static readonly type = 'tavle-mark';
  readonly fristId: number;
  /** `undefined`: stayed as it was. */
  readonly isLaest: boolean | undefined;
  /** `undefined`: stayed as it was. */
  readonly isSlettet: boolean | undefined;

  constructor(fristId: number, {isLaest, isSlettet}: Mark) {
    super(MarkEvent.type, {bubbles: true, composed: true});
    this.fristId = fristId;
    this.isLaest = isLaest;
    this.isSlettet = isSlettet;
  }
}

declare global {
  interface HTMLElementEventMap {
    'tavle-before-mark': BeforeMarkEvent;
    'tavle-mark': MarkEvent;
  }
}
