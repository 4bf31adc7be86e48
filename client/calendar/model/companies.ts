import type {Api} from '../../api/api.ts';
import {RequestQueue} from '../../api/request-queue.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleMarkEvent} from '../events.ts';
import {Agenda} from './agenda.ts';
import {DeadlineCache} from './deadline-cache.ts';
import {Deadlines} from './deadlines.ts';
import {maxCompanies, maxRequests} from './load-companies.ts';
import {MarkController} from './mark-controller.ts';
import {Subscription} from './subscription.ts';

export interface CompaniesListener extends ModelListener {
  /** A deadline, or a mark of one, has changed. */
  deadlinesChanged(): void;
  /** Loads what is shown again. */
  refresh(): Promise<void>;
}

/** The companies of a calendar, one or more, as one person sees them. */
export class Companies {
  /** CVR numbers, in the order of the page. */
  readonly cvrs: readonly string[];
  /** The number of companies beyond the maximum: they are not shown. */
  readonly omitted: number;
  readonly deadlines: Deadlines;
  /** What a list shows of them. */
  readonly agenda: Agenda;
  readonly marks: MarkController;
  readonly #queue = new RequestQueue(maxRequests);
  readonly #subscriptions: ReadonlyMap<string, Subscription>;

  /** @param cvrs Different ones, at least one. */
  constructor(api: Api, cvrs: readonly string[], listener: CompaniesListener) {
    this.cvrs = cvrs.slice(0, maxCompanies);
    this.omitted = cvrs.length - this.cvrs.length;
    const texts = new Map<string, string>();
    const caches = this.cvrs.map(
      cvr =>
        new DeadlineCache(api, cvr, texts, {
          changed: () => listener.deadlinesChanged(),
          saved: (fristId, mark) => {
            listener.dispatch(new TavleMarkEvent({cvr, fristId}, mark));
            listener.saved();
          },
          failed: (fristId, mark, cause) => {
            this.marks.fail({cvr, fristId}, mark, cause);
            // The service may have stored it even so.
            void listener.refresh();
          },
        }),
    );
    this.deadlines = new Deadlines(caches, this.#queue, {
      companyFailed: (cvr, cause) => void listener.dispatch(new TavleErrorEvent('load', cause, {cvr})),
    });
    this.agenda = new Agenda(this.deadlines);
    this.marks = new MarkController(this.deadlines, listener);
    this.#subscriptions = new Map(
      this.cvrs.map(cvr => [
        cvr,
        new Subscription(api, cvr, {
          changed: () => listener.changed(),
          failed: cause => void listener.dispatch(new TavleErrorEvent('subscribe', cause, {cvr})),
        }),
      ]),
    );
  }

  /** Whether there are several: then, each deadline is shown with its company. */
  get areSeveral(): boolean {
    return this.cvrs.length > 1;
  }

  /** Finds out which companies have a link for calendar apps. Asks no more once the person is signed out. */
  async openSubscriptions(): Promise<void> {
    let isSignedOut = false;
    const open = async (subscription: Subscription) => {
      if (isSignedOut) return;
      await subscription.open();
      isSignedOut ||= subscription.last?.failure === 'signedOut';
    };
    const subscriptions = [...this.#subscriptions.values()];
    await Promise.all(subscriptions.map(each => this.#queue.run(() => open(each))));
  }

  /** Returns the link for calendar apps of a company. */
  subscription(cvr: string): Subscription | undefined {
    return this.#subscriptions.get(cvr);
  }
}
