import {ApiError, type Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {companyPath} from '../../frist/model/cvrs.ts';
import type {IsoDate} from '../../frist/model/dates.ts';

/** The default number of days before a deadline at which a calendar app reminds of it. */
export const defaultReminderDays = 7;

export type SubscriptionStep = 'load' | 'create' | 'copy' | 'revoke';

export interface LastStep {
  readonly step: SubscriptionStep;
  readonly failure?: Reason;
  /** Whether the link replaced another one. */
  readonly replaced?: boolean;
}

/** A change that revokes the current link. */
export type SubscriptionChange = 'create' | 'revoke';

export interface SubscriptionListener {
  changed(): void;
  /** The service did not report whether there is a link, or did not create or revoke it. */
  failed(cause: unknown): void;
}

/** The link of a company's feed for calendar apps. Its URL is secret: the service returns it only when it creates the link. */
export class Subscription {
  readonly cvr: string;
  readonly #api: Api;
  readonly #path: string;
  readonly #listener: SubscriptionListener;
  /** The service's time of the link's creation. */
  #createdAt: string | undefined;
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

  constructor(api: Api, cvr: string, listener: SubscriptionListener) {
    this.cvr = cvr;
    this.#api = api;
    this.#path = `${companyPath(cvr)}/abonnement`;
    this.#listener = listener;
  }

  /** The URL of the feed with the reminder; `undefined`: not known. */
  get url(): string | undefined {
    return this.#url && this.reminderDays ? `${this.#url}?paamindelse=${this.reminderDays}` : this.#url;
  }

  /** The day on which the link was created, in Denmark; `undefined`: not known. */
  get createdOn(): IsoDate | undefined {
    return this.#createdAt?.slice(0, 10);
  }

  /** Clears the message, and requests whether there is a link. */
  async open(): Promise<void> {
    this.last = undefined;
    this.confirming = undefined;
    await this.load();
  }

  /** Requests whether there is a link. */
  async load(): Promise<void> {
    await this.#do({step: 'load'}, async () => {
      const found = await this.#find();
      // A colleague may have revoked or replaced the link.
      const isSame = found !== undefined && (this.#createdAt === undefined || found === this.#createdAt);
      if (!isSame) this.#url = undefined;
      this.#createdAt = found;
      this.exists = found !== undefined;
    });
  }

  /** Creates a new link and revokes the previous one. */
  async create(): Promise<void> {
    const replaced = this.exists === true;
    await this.#do({step: 'create', replaced}, async () => {
      const {url} = (await this.#api.call('POST', this.#path)) as {url: string};
      this.#url = url;
      this.#createdAt = undefined;
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

  /** @returns Whether the URL is in the clipboard; the browser may refuse it. */
  async copy(): Promise<boolean> {
    const copied = await toClipboard(this.url ?? '');
    this.last = {step: 'copy', ...(copied ? {} : {failure: 'other'})};
    this.#listener.changed();
    return copied;
  }

  /** Sets the reminder: a number of days, or 0 for none. */
  remind(days: number): void {
    this.reminderDays = days;
    this.last = undefined;
    this.#listener.changed();
  }

  /** Returns when the link was created; `undefined` without a link. */
  async #find(): Promise<string | undefined> {
    try {
      return ((await this.#api.call('GET', this.#path)) as {oprettet: string}).oprettet;
    } catch (error) {
      if (error instanceof ApiError && error.status === 404) return undefined;
      throw error;
    }
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
      this.#listener.failed(cause);
    }
    this.isBusy = false;
    this.confirming = undefined;
    this.#listener.changed();
  }
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    // The clipboard is missing on pages without HTTPS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the URL for an app that handles `webcal:` URLs. Some apps request it without TLS first, which exposes the secret. */
export function webcalUrl(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}

/**
 * Returns a URL that opens the feed in Outlook on the web under this name.
 *
 * @param host `outlook.office.com` for accounts of an organisation, `outlook.live.com` for private ones.
 */
export function outlookUrl(host: string, url: string, name: string): string {
  const query = new URLSearchParams({url, name});
  return `https://${host}/calendar/0/addfromweb?${String(query)}`;
}
