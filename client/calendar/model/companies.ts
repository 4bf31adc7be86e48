import type {Api} from '../../api/api.ts';
import {RequestQueue} from '../../api/request-queue.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleMarkEvent} from '../events.ts';
import {dialogsPart} from '../parts.ts';
import {Agenda} from './agenda.ts';
import {DeadlineCache} from './deadline-cache.ts';
import {Deadlines} from './deadlines.ts';
import {maxCompanies, maxRequests} from './load-companies.ts';
import {MarkController} from './mark-controller.ts';
import type {Subscription} from './subscription.ts';

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
  /** By CVR number; empty until the dialog of the links is opened. */
  readonly #subscriptions = new Map<string, Subscription>();
  readonly #api: Api;
  readonly #listener: CompaniesListener;

  /** @param cvrs Different ones, at least one. */
  constructor(api: Api, cvrs: readonly string[], listener: CompaniesListener) {
    this.#api = api;
    this.#listener = listener;
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
      changed: () => listener.deadlinesChanged(),
    });
    this.agenda = new Agenda(this.deadlines);
    this.marks = new MarkController(this.deadlines, listener);
  }

  /** Whether there are several: then, each deadline is shown with its company. */
  get areSeveral(): boolean {
    return this.cvrs.length > 1;
  }

  /** Finds out whether a company has a link for calendar apps; `undefined`: all companies. Loads the code of the links first. */
  async openSubscriptions(cvr?: string): Promise<void> {
    await dialogsPart.load();
    let isSignedOut = false;
    const open = async (each: string) => {
      if (isSignedOut) return;
      const subscription = this.#createSubscription(each);
      await subscription?.open();
      isSignedOut ||= subscription?.last?.failure === 'signedOut';
    };
    const cvrs = cvr === undefined ? this.cvrs : [cvr];
    await Promise.all(cvrs.map(each => this.#queue.run(() => open(each))));
  }

  /** Returns the link for calendar apps of a company; `undefined` until it is opened. */
  subscription(cvr: string): Subscription | undefined {
    return this.#subscriptions.get(cvr);
  }

  /** @returns `undefined` if the code could not be loaded. */
  #createSubscription(cvr: string): Subscription | undefined {
    const existing = this.#subscriptions.get(cvr);
    if (existing || !dialogsPart.exports) return existing;
    const created = new dialogsPart.exports.Subscription(this.#api, cvr, {
      changed: () => this.#listener.changed(),
      failed: cause => void this.#listener.dispatch(new TavleErrorEvent('subscribe', cause, {cvr})),
    });
    this.#subscriptions.set(cvr, created);
    return created;
  }
}
