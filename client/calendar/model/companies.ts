import type {Api} from '../../api/api.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleMarkEvent} from '../events.ts';
import {Agenda} from './agenda.ts';
import {CompaniesDeadlines} from './companies-deadlines.ts';
import {maxCompanies} from './cvrs.ts';
import {DeadlineCache} from './deadline-cache.ts';
import type {DeadlineSource} from './deadline-source.ts';
import {Deadlines} from './deadlines.ts';
import {MarkController} from './mark-controller.ts';
import {Subscriptions} from './subscriptions.ts';

export interface CompaniesListener extends ModelListener {
  /** A deadline, or a mark of one, has changed. */
  deadlinesChanged(): void;
  /** Reloads the visible deadlines. */
  refresh(): Promise<void>;
  /** The visible deadlines could not be completed. */
  reportStale(cause: unknown): void;
}

/** The companies of a calendar, one or more, as one person sees them. */
export class Companies {
  readonly api: Api;
  /** CVR numbers, in the order of the page. */
  readonly cvrs: readonly string[];
  /** The deadlines of several companies, shown with their companies. `undefined`: there is one company. */
  readonly several: CompaniesDeadlines | undefined;
  readonly deadlines: Deadlines;
  /** The list view's deadlines. */
  readonly agenda: Agenda;
  readonly marks: MarkController;
  readonly subscriptions: Subscriptions;

  /** @param cvrs Different ones, at least one. */
  constructor(api: Api, cvrs: readonly string[], listener: CompaniesListener) {
    this.api = api;
    this.cvrs = cvrs.slice(0, maxCompanies);
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
    if (cvrs.length > 1) this.several = new CompaniesDeadlines(caches, cvrs.length - caches.length, listener);
    this.deadlines = new Deadlines(this.several ?? (caches[0] as DeadlineSource));
    this.agenda = new Agenda(this.deadlines);
    this.marks = new MarkController(this.deadlines, listener);
    this.subscriptions = new Subscriptions(api, this.several?.queue, listener);
  }

  /** Whether deadlines are shown with their companies. */
  get areSeveral(): boolean {
    return this.several !== undefined;
  }
}
