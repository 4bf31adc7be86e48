import {type Api, ApiError, reasonOf} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import {companyPath} from '../../frist/model/cvrs.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/load-model.ts';

/** The default number of days before a deadline at which a calendar app reminds of it. */
export const defaultReminderDays = 7;

export interface LastStep {
  readonly step: 'load' | 'create' | 'copy' | 'revoke';
  readonly failure?: Reason;
  /** Whether the link replaced another one. */
  readonly replaced?: boolean;
}

/** A change that revokes the current link. */
export type SubscriptionChange = 'create' | 'revoke';

/** The link of a company's feed for calendar apps. Its URL is secret: the service returns it only when it creates the link. */
export class Subscription {
  readonly cvr: string;
  readonly #api: Api;
  readonly #path: string;
  readonly #listener: ModelListener;
  /** The service's time of the link's creation; `undefined`: not known. */
  createdAt: string | undefined;
  #url: string | undefined;
  /** Whether there is a link; `undefined`: unknown. */
  exists: boolean | undefined;
  /** The number of days before a deadline at which a calendar app reminds of it; 0: no reminder. */
  reminderDays = defaultReminderDays;
  /** The change that awaits confirmation. */
  confirming: SubscriptionChange | undefined;
  isBusy = false;
  /** The last step, if there is a message about it. */
  last: LastStep | undefined;

  constructor(api: Api, cvr: string, listener: ModelListener) {
    this.cvr = cvr;
    this.#api = api;
    this.#path = `${companyPath(cvr)}/abonnement`;
    this.#listener = listener;
  }

  /** The URL of the feed with the reminder; `undefined`: not known. */
  get url(): string | undefined {
    return this.#url && this.reminderDays ? `${this.#url}?paamindelse=${this.reminderDays}` : this.#url;
  }

  /** Clears the message and the question. */
  reset(): void {
    this.last = undefined;
    this.confirming = undefined;
  }

  /** Requests whether there is a link. */
  async load(): Promise<void> {
    await this.#do({step: 'load'}, async () => {
      const link = (await this.#api.call('GET', this.#path).catch(undefinedIfMissing)) as
        | {oprettet: string}
        | undefined;
      // A colleague may have revoked or replaced the link.
      if (!link || (this.createdAt ?? link.oprettet) !== link.oprettet) this.#url = undefined;
      this.createdAt = link?.oprettet;
      this.exists = link !== undefined;
    });
  }

  /** Also revokes a previous link. */
  async create(): Promise<void> {
    const replaced = this.exists === true;
    await this.#do({step: 'create', replaced}, async () => {
      const {url} = (await this.#api.call('POST', this.#path)) as {url: string};
      this.#url = url;
      this.createdAt = undefined;
      this.exists = true;
    });
  }

  async revoke(): Promise<void> {
    await this.#do({step: 'revoke'}, async () => {
      await this.#api.call('DELETE', this.#path);
      this.#url = undefined;
      this.exists = false;
    });
  }

  /** Asks the person to confirm a change; `undefined`: cancels it. */
  confirm(change: SubscriptionChange | undefined): void {
    this.confirming = change;
    this.#listener.changed();
  }

  /** @returns Whether the URL is in the clipboard; the browser may refuse it, and pages without HTTPS have none. */
  async copy(): Promise<boolean> {
    try {
      await navigator.clipboard.writeText(this.url ?? '');
      this.last = {step: 'copy'};
    } catch {
      this.last = {step: 'copy', failure: 'other'};
    }
    this.#listener.changed();
    return !this.last.failure;
  }

  /** Sets the reminder: a number of days, or 0 for none. */
  remind(days: number): void {
    this.reminderDays = days;
    this.last = undefined;
    this.#listener.changed();
  }

  async #do(step: LastStep, act: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.#listener.changed();
    try {
      await act();
      this.last = step;
    } catch (cause) {
      this.last = {...step, failure: reasonOf(cause)};
      this.#listener.dispatch(new TavleErrorEvent('subscribe', cause, {cvr: this.cvr}));
    }
    this.isBusy = false;
    this.confirming = undefined;
    this.#listener.changed();
  }
}

function undefinedIfMissing(error: unknown): undefined {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
}
