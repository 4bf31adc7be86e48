import type {Api} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleMarkEvent} from '../events.ts';
import {dialogsPart} from '../parts.ts';
import {Agenda} from './agenda.ts';
import {DeadlineCache} from './deadline-cache.ts';
import {MarkController} from './mark-controller.ts';
import type {Subscription} from './subscription.ts';

export interface CompanyListener extends ModelListener {
  /** A deadline, or a mark of one, has changed. */
  deadlinesChanged(): void;
  /** Loads what is shown again. */
  refresh(): Promise<void>;
}

/** A company's calendar as one person sees it. */
export class Company {
  readonly cvr: string;
  readonly deadlines: DeadlineCache;
  /** What a list shows of them. */
  readonly agenda: Agenda;
  readonly marks: MarkController;
  /** The link of its feed; `undefined` until its dialog is opened. */
  subscription: Subscription | undefined;
  readonly #api: Api;
  readonly #listener: CompanyListener;

  constructor(api: Api, cvr: string, listener: CompanyListener) {
    this.#api = api;
    this.#listener = listener;
    this.cvr = cvr;
    this.deadlines = new DeadlineCache(api, cvr, {
      changed: () => listener.deadlinesChanged(),
      saved: (fristId, mark) => {
        listener.dispatch(new TavleMarkEvent(fristId, mark));
        listener.saved();
      },
      failed: (fristId, mark, cause) => {
        this.marks.fail(fristId, mark, cause);
        // The service may have stored it even so.
        void listener.refresh();
      },
    });
    this.agenda = new Agenda(this.deadlines);
    this.marks = new MarkController(this.deadlines, listener);
  }

  /** Finds out whether there is a link of the feed. Loads its code first. */
  async openSubscription(): Promise<void> {
    if (!this.subscription) {
      await dialogsPart.load();
      this.subscription ??= this.#createSubscription();
    }
    await this.subscription?.open();
  }

  /** @returns `undefined` if the code could not be loaded. */
  #createSubscription(): Subscription | undefined {
    return (
      dialogsPart.exports &&
      new dialogsPart.exports.Subscription(this.#api, this.cvr, {
        changed: () => this.#listener.changed(),
        failed: cause => void this.#listener.dispatch(new TavleErrorEvent('subscribe', cause)),
      })
    );
  }
}
