import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import type {Reason} from '../../localize/shared-strings.ts';

/** What a person can do with the address for calendar programs. */
export type SubscriptionStep = 'make' | 'copy' | 'withdraw';

/** One company's secret address for calendar programs. The service tells it only when it makes it. */
export class Subscription {
  readonly #api: Api;
  readonly #path: string;
  readonly #changed: () => void;
  readonly #failed: (cause: unknown) => void;
  /** `undefined`: there may be one, but nobody knows it here. */
  url: string | undefined;
  busy = false;
  /** What was done last, and why it failed, if it did. */
  last: {readonly step: SubscriptionStep; readonly failure?: Reason} | undefined;

  /**
   * @param cvr The company's number.
   * @param changed Called when what is to be shown has changed.
   * @param failed Called when the service did not do what was asked.
   */
  constructor(api: Api, cvr: string, changed: () => void, failed: (cause: unknown) => void) {
    this.#api = api;
    this.#path = `/calendar/1/virksomheder/${encodeURIComponent(cvr)}/abonnement`;
    this.#changed = changed;
    this.#failed = failed;
  }

  /** Makes a new address; the one before it stops working. */
  async make(): Promise<void> {
    await this.#do('make', async () => {
      const {url} = (await this.#api.call('POST', this.#path)) as {url: string};
      this.url = url;
    });
  }

  /** Has the address stop working. */
  async withdraw(): Promise<void> {
    await this.#do('withdraw', async () => {
      await this.#api.call('DELETE', this.#path);
      this.url = undefined;
    });
  }

  /** @returns Whether the address is in the clipboard now; the browser may not allow it. */
  async copy(): Promise<boolean> {
    const copied = await toClipboard(this.url ?? '');
    this.last = {step: 'copy', ...(copied ? {} : {failure: 'other'})};
    this.#changed();
    return copied;
  }

  /** Forgets what was done last, once it was told. */
  forget(): void {
    this.last = undefined;
  }

  async #do(step: 'make' | 'withdraw', act: () => Promise<void>): Promise<void> {
    if (this.busy) return;
    this.busy = true;
    this.#changed();
    try {
      await act();
      this.last = {step};
    } catch (cause) {
      this.last = {step, failure: reasonOf(cause)};
      this.#failed(cause);
    }
    this.busy = false;
    this.#changed();
  }
}

async function toClipboard(text: string): Promise<boolean> {
  try {
    // There is none on a page without HTTPS.
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return false;
  }
}

/** The same address for a program that takes over `webcal:` addresses. */
export function webcalUrl(url: string): string {
  return url.replace(/^https?:/, 'webcal:');
}

/** Opens the address in Google Calendar, which takes the `webcal:` form only. */
export function googleUrl(url: string): string {
  return `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl(url))}`;
}

/** Opens the address in Outlook on the web, under this name. */
export function outlookUrl(url: string, name: string): string {
  const query = new URLSearchParams({url, name});
  return `https://outlook.office.com/calendar/0/addfromweb?${String(query)}`;
}
