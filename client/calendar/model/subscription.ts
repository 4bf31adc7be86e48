import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import type {Reason} from '../../localize/shared-strings.ts';

export type SubscriptionStep = 'create' | 'copy' | 'revoke';

export interface SubscriptionListener {
  /** The state has changed. */
  changed(): void;
  /** The service did not create or revoke the URL. */
  failed(cause: unknown): void;
}

/** The secret URL of a company's feed for calendar apps. The service returns it only when it creates it. */
export class Subscription {
  readonly #api: Api;
  readonly #path: string;
  readonly #listener: SubscriptionListener;
  /** `undefined`: unknown; there may be one. */
  url: string | undefined;
  isBusy = false;
  /** The last step, and why it failed. */
  last: {readonly step: SubscriptionStep; readonly failure?: Reason} | undefined;

  constructor(api: Api, cvr: string, listener: SubscriptionListener) {
    this.#api = api;
    this.#path = `/calendar/1/virksomheder/${encodeURIComponent(cvr)}/abonnement`;
    this.#listener = listener;
  }

  /** Creates a new URL and revokes the previous one. */
  async create(): Promise<void> {
    await this.#do('create', async () => {
      const {url} = (await this.#api.call('POST', this.#path)) as {url: string};
      this.url = url;
    });
  }

  /** Revokes the URL. */
  async revoke(): Promise<void> {
    await this.#do('revoke', async () => {
      await this.#api.call('DELETE', this.#path);
      this.url = undefined;
    });
  }

  /** @returns Whether the URL is in the clipboard; the browser may refuse it. */
  async copy(): Promise<boolean> {
    const copied = await toClipboard(this.url ?? '');
    this.last = {step: 'copy', ...(copied ? {} : {failure: 'other'})};
    this.#listener.changed();
    return copied;
  }

  /** Forgets the last step. */
  forget(): void {
    this.last = undefined;
  }

  async #do(step: 'create' | 'revoke', act: () => Promise<void>): Promise<void> {
    if (this.isBusy) return;
    this.isBusy = true;
    this.#listener.changed();
    try {
      await act();
      this.last = {step};
    } catch (cause) {
      this.last = {step, failure: reasonOf(cause)};
      this.#listener.failed(cause);
    }
    this.isBusy = false;
    this.#listener.changed();
  }
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    // Missing on a page without HTTPS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** Returns the URL for an app that handles `webcal:` URLs. */
export function webcalUrl(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}

/** Returns a URL that opens the feed in Google Calendar, which accepts only its `webcal:` URL. */
export function googleUrl(url: string): string {
  return `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl(url))}`;
}

/** Returns a URL that opens the feed in Outlook on the web under this name. */
export function outlookUrl(url: string, name: string): string {
  const query = new URLSearchParams({url, name});
  return `https://outlook.office.com/calendar/0/addfromweb?${String(query)}`;
}
