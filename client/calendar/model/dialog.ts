import type {Company} from './company.ts';
import type {IsoDate} from './dates.ts';
import type {Selection} from './selection.ts';

/** What the dialog shows. */
export type Opened =
  | {readonly kind: 'day'; readonly date: IsoDate}
  | {readonly kind: 'frist'; readonly fristId: number; readonly from: IsoDate | undefined}
  | {readonly kind: 'subscription'};

/** The part of the calendar that the dialog reads and informs. */
export interface DialogContext {
  readonly company: Company | undefined;
  readonly selection: Selection | undefined;
  /** Keeps a deadline visible that is read although only unread ones are shown. */
  keep(fristId: number): void;
  /** Announces a day without deadlines. */
  announceEmptyDay(date: IsoDate): void;
}

/** The state of the dialog, and the actions that open and close it. Each action calls `changed` after it has changed the state. */
export class Dialog {
  readonly #context: DialogContext;
  readonly #changed: () => void;
  /** `undefined` while the dialog is closed. */
  opened: Opened | undefined;

  constructor(context: DialogContext, changed: () => void) {
    this.#context = context;
    this.#changed = changed;
  }

  /** Opens a day. Announces one without deadlines instead. */
  openDay(date: IsoDate): void {
    const {selection} = this.#context;
    if (selection?.byDate.has(date)) this.#open({kind: 'day', date});
    else if (selection) this.#context.announceEmptyDay(date);
  }

  /** Opens a deadline and marks it as read. */
  openFrist(fristId: number): void {
    const {company} = this.#context;
    const frist = company?.deadlines.get(fristId);
    if (!frist) return;
    if (!frist.isLaest) {
      this.#context.keep(fristId);
      company?.marks.mark(fristId, {isLaest: true}, {isQuiet: true});
    }
    this.#open({kind: 'frist', fristId, from: this.opened?.kind === 'day' ? this.opened.date : undefined});
  }

  openSubscription(): void {
    this.#context.company?.subscription.forget();
    this.#open({kind: 'subscription'});
  }

  /** Returns from a deadline to its day. */
  back(date: IsoDate): void {
    this.#open({kind: 'day', date});
  }

  close(): void {
    this.#open(undefined);
  }

  #open(opened: Opened | undefined): void {
    this.opened = opened;
    this.#changed();
  }
}
