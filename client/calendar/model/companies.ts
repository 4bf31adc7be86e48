import type {Api} from '../../api/api.ts';
import {TavleMarkEvent} from '../events.ts';
import {Agenda} from './agenda.ts';
import {maxCompanies} from '../../frist/model/cvrs.ts';
import {DeadlineCache} from './deadline-cache.ts';
import {Deadlines, type DeadlinesListener} from './deadlines.ts';
import {MarkController} from './mark-controller.ts';
import {Subscription} from './subscription.ts';

export interface CompaniesListener extends DeadlinesListener {
  /** Reloads the visible deadlines. */
  refresh(): Promise<void>;
}

/** The companies of a calendar, one or more, as one person sees them. */
export class Companies {
  readonly api: Api;
  /** CVR numbers, in the order of the page. */
  readonly cvrs: readonly string[];
  /** The number of companies beyond the maximum: they are not shown. */
  readonly omitted: number;
  readonly deadlines: Deadlines;
  /** The list view's deadlines. */
  readonly agenda: Agenda;
  readonly marks: MarkController;
  /** The links for calendar apps, by CVR number. */
  readonly subscriptions: ReadonlyMap<string, Subscription>;

  /** @param cvrs Different ones, at least one. */
  constructor(api: Api, cvrs: readonly string[], listener: CompaniesListener) {
    this.api = api;
    this.cvrs = cvrs.slice(0, maxCompanies);
    this.omitted = cvrs.length - this.cvrs.length;
    if (this.omitted) console.warn(`A calendar shows at most ${maxCompanies} companies.`);
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
            // The service may have stored it.
            void listener.refresh();
          },
        }),
    );
    this.deadlines = new Deadlines(caches, listener);
    this.agenda = new Agenda(this.deadlines);
    this.marks = new MarkController(this.deadlines, listener);
    this.subscriptions = new Map(this.cvrs.map(cvr => [cvr, new Subscription(api, cvr, listener)]));
  }

  /** Requests whether a company has a link for calendar apps. Default: whether each has one. */
  async openSubscriptions(cvr?: string): Promise<void> {
    const opened = [...this.subscriptions.values()].filter(each => cvr === undefined || each.cvr === cvr);
    let isSignedOut = false;
    const open = async (subscription: Subscription) => {
      if (isSignedOut) return;
      await subscription.open();
      isSignedOut ||= subscription.last?.failure === 'signedOut';
    };
    await Promise.all(opened.map(each => this.deadlines.queue.run(() => open(each))));
  }

  /** Whether deadlines are shown with their companies. */
  get areSeveral(): boolean {
    return this.cvrs.length > 1;
  }
}
