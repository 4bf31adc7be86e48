import type {Api} from '../../api/api.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {companiesPart} from '../companies-part.ts';
import {TavleMarkEvent} from '../events.ts';
import {dialogsPart} from '../parts.ts';
import {Agenda} from './agenda.ts';
import type {CompaniesDeadlines} from './companies-deadlines.ts';
import {maxCompanies} from './cvrs.ts';
import {DeadlineCache} from './deadline-cache.ts';
import type {DeadlineSource} from './deadline-source.ts';
import {Deadlines} from './deadlines.ts';
import type {MarkController} from './mark-controller.ts';
import type {Subscription} from './subscription.ts';
import type {Subscriptions} from './subscriptions.ts';

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
  readonly #listener: CompaniesListener;
  #marks: MarkController | undefined;
  /** `undefined` until the dialog of the links is opened. */
  #subscriptions: Subscriptions | undefined;

  /** @param cvrs Different ones, at least one. For several, `companiesPart` must be loaded. */
  constructor(api: Api, cvrs: readonly string[], listener: CompaniesListener) {
    this.api = api;
    this.#listener = listener;
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
            this.marks?.fail({cvr, fristId}, mark, cause);
            // The service may have stored it.
            void listener.refresh();
          },
        }),
    );
    if (cvrs.length > 1 && companiesPart.exports) {
      const omitted = cvrs.length - caches.length;
      this.several = new companiesPart.exports.CompaniesDeadlines(caches, omitted, listener);
    }
    this.deadlines = new Deadlines(this.several ?? (caches[0] as DeadlineSource));
    this.agenda = new Agenda(this.deadlines);
  }

  /** Sets marks; `undefined` until the dialogs' code is loaded. */
  get marks(): MarkController | undefined {
    const {exports} = dialogsPart;
    return (this.#marks ??= exports && new exports.MarkController(this.deadlines, this.#listener));
  }

  /** Finds out whether a company has a link for calendar apps; `undefined`: all companies. Loads the code of the links first. */
  async openSubscriptions(cvr?: string): Promise<void> {
    await dialogsPart.load();
    const {exports} = dialogsPart;
    this.#subscriptions ??=
      exports && new exports.Subscriptions(this.api, this.several?.queue, this.#listener);
    await this.#subscriptions?.open(cvr === undefined ? this.cvrs : [cvr]);
  }

  /** Returns the link for calendar apps of a company; `undefined` until it is opened. */
  subscription(cvr: string): Subscription | undefined {
    return this.#subscriptions?.of(cvr);
  }
}
