// The mails and calendar links of a person. `companies.ts` creates this model; `views/notifications.ts` and the views
// that it contains render it. Add a step as a method that calls `#do`, which keeps the result for the message in the
// dialog. The service returns the URL of a link only once: do not lose `#created`.

import {type Api, ApiError, reasonOf} from '../../api/api.ts';
import type {CalendarLink, CompanyLink, Mails} from '../../api/responses.ts';
import {TavleErrorEvent} from '../../events.ts';
import {companyPath} from '../../frist/model/cvrs.ts';
import {copyText} from '../../shared/frame.ts';
import type {Reason} from '../../texts/keys.ts';
import type {ModelListener} from '../../shared/load-model.ts';

/** The maximum number of links of a person. */
const maxLinks = 20;

/** The default number of days before a deadline at which a calendar app reminds of it. */
export const defaultReminderDays = 7;

type Step = 'load' | 'create' | 'copy' | 'end' | 'remove' | 'choose' | 'confirm' | 'stop';

export interface LastStep {
  readonly step: Step;
  /**
   * `refused`: the service refuses what the person has entered (422); `often`: the step was tried too often (429); `full`: the person has the
   * maximum of links.
   */
  readonly failure?: Reason | 'refused' | 'often' | 'full';
}

/** The companies of a link, or of mails. */
export interface ChosenCompanies {
  /** Default: all companies of the person. */
  readonly virksomheder?: readonly string[];
  /** Names by CVR number, as the page knows them. */
  readonly navne: Readonly<Record<string, string>>;
  /** Whether the service adds companies that later tokens name. */
  readonly alle: boolean;
}

/** The fields in which a person chooses companies: those of a new link, and those of mails. */
export type CompanyFields = 'link' | 'mail';

/** The companies that are chosen in fields. */
export interface CompanyChoice {
  readonly isAll: boolean;
  /** CVR numbers; ignored if all companies are chosen. */
  readonly chosen: ReadonlySet<string>;
  /** What the person has typed to find a company. */
  readonly search: string;
}

/** What a person chooses for mails. */
export type MailChoice = Pick<Mails, 'email' | 'dage' | 'sprog'> & ChosenCompanies;

const links = '/calendar/1/mine/abonnementer';
const mails = '/calendar/1/mine/paamindelser';

/** How a person learns of deadlines without opening the page: mails, and links for calendar apps. */
export class Notifications {
  readonly #api: Api;
  readonly #listener: ModelListener;
  readonly #cvrs: readonly string[];
  /** The person's links; `undefined` until they are loaded. */
  links: readonly CalendarLink[] | undefined;
  /** The links of others that contain the only company, or the chosen one; `undefined` until they are loaded. */
  others: readonly CompanyLink[] | undefined;
  /** The company of `others`. */
  othersOf: string | undefined;
  /** The person's mails; `undefined`: not known; `null`: the service sends none. */
  mails: Mails | null | undefined;
  /** The choices that the person has changed and not yet saved. */
  readonly choices = new Map<CompanyFields, CompanyChoice>();
  /** Whether the person changes an address that awaits its code. */
  isChanging = false;
  /** The link that was just created. The service returns its secret URL only on creation. */
  #created: {readonly id: string; readonly url: string} | undefined;
  /** The number of days before a deadline at which a calendar app reminds of it; 0: no reminder. */
  reminderDays = defaultReminderDays;
  /** The id of the link whose end awaits confirmation. */
  confirming: string | undefined;
  #running = 0;
  /** The last step, if there is a message about it. */
  last: LastStep | undefined;

  /** @param cvrs The companies of the calendar. */
  constructor(api: Api, cvrs: readonly string[], listener: ModelListener) {
    this.#api = api;
    this.#cvrs = cvrs;
    this.#listener = listener;
  }

  get isBusy(): boolean {
    return this.#running > 0;
  }

  /** The URL of the created link with the reminder; `undefined`: not known. */
  get url(): string | undefined {
    const {url} = this.#created ?? {};
    return url && this.reminderDays ? `${url}?paamindelse=${this.reminderDays}` : url;
  }

  get created(): CalendarLink | undefined {
    return this.links?.find(({id}) => id === this.#created?.id);
  }

  /** Loads mails and links, and clears the message. */
  async open(): Promise<void> {
    this.last = undefined;
    this.confirming = undefined;
    this.isChanging = false;
    this.choices.clear();
    const [only, ...more] = this.#cvrs;
    this.othersOf = more.length ? undefined : only;
    this.others = undefined;
    await this.#do('load', async () => {
      [this.links, this.mails] = await Promise.all([
        this.#loadLinks(),
        (this.#api.call('GET', mails) as Promise<Mails>).catch(nullIfMissing),
        this.#loadOthers(),
      ]);
    });
  }

  /** Loads the links of others that contain a company. */
  async showOthers(cvr: string): Promise<void> {
    this.othersOf = cvr;
    this.others = undefined;
    await this.#do('load', () => this.#loadOthers());
  }

  /** Changes the companies that are chosen in fields. */
  chooseCompanies(fields: CompanyFields, choice: CompanyChoice): void {
    this.choices.set(fields, choice);
    this.#listener.changed();
  }

  /** @returns Whether the link was created. */
  create(navn: string, companies: ChosenCompanies): Promise<boolean> {
    return this.#do('create', async () => {
      const body = {navn, ...companies};
      const {url, ...link} = (await this.#api.call('POST', links, {body})) as CalendarLink & {url: string};
      this.#created = {id: link.id, url};
      this.links = [...(this.links ?? []), link];
    });
  }

  /** Asks the person to confirm the end of a link; `undefined` cancels the question. */
  confirm(id: string | undefined): void {
    this.confirming = id;
    this.last = undefined;
    this.#listener.changed();
  }

  closeResult(): void {
    this.last = undefined;
    this.#listener.changed();
  }

  /** Ends a link of the person. */
  async end(id: string): Promise<void> {
    await this.#do('end', async () => {
      await this.#api.call('DELETE', `${links}/${id}`).catch(nullIfMissing);
      this.links = this.links?.filter(each => each.id !== id);
    });
  }

  /** Takes the company of `others` out of a link of someone else. */
  async remove(id: string): Promise<void> {
    const path = `${companyPath(this.othersOf ?? '')}/abonnementer/${id}`;
    await this.#do('remove', async () => {
      await this.#api.call('DELETE', path).catch(nullIfMissing);
      this.others = this.others?.filter(each => each.id !== id);
    });
  }

  /** Chooses mails. A new address must be confirmed. */
  async choose(choice: MailChoice): Promise<void> {
    await this.#do('choose', async () => {
      this.mails = (await this.#api.call('PUT', mails, {body: choice})) as Mails;
      this.choices.delete('mail');
      this.isChanging = false;
    });
  }

  /** Shows the fields for address, days and companies again, to correct the address or to get another code. */
  changeAddress(): void {
    this.isChanging = true;
    this.last = undefined;
    this.#listener.changed();
  }

  /** Confirms the address with the code of a mail. */
  async confirmAddress(kode: string): Promise<void> {
    await this.#do('confirm', async () => {
      this.mails = (await this.#api.call('POST', `${mails}/bekraeft`, {body: {kode}})) as Mails;
    });
  }

  async stopMails(): Promise<void> {
    await this.#do('stop', async () => {
      await this.#api.call('DELETE', mails);
      const none = {email: null, virksomheder: [], alle: true, isBekraeftet: false, fejl: null};
      this.mails &&= {...this.mails, ...none};
      this.choices.delete('mail');
    });
  }

  /** @returns Whether the URL is in the clipboard. */
  async copy(): Promise<boolean> {
    this.closeResult();
    const isCopied = await copyText(this.url ?? '');
    this.last = {step: 'copy', ...(!isCopied && {failure: 'other'})};
    this.#listener.changed();
    return isCopied;
  }

  /** Sets the reminder of the created link: a number of days, or 0 for none. */
  remind(days: number): void {
    this.reminderDays = days;
    this.last = undefined;
    this.#listener.changed();
  }

  #loadLinks(): Promise<CalendarLink[]> {
    return this.#api.call('GET', links) as Promise<CalendarLink[]>;
  }

  async #loadOthers(): Promise<void> {
    const cvr = this.othersOf;
    if (cvr === undefined) return;
    const found = (await this.#api.call('GET', `${companyPath(cvr)}/abonnementer`)) as CompanyLink[];
    if (cvr === this.othersOf) this.others = found.filter(({isMin}) => !isMin);
  }

  /** @returns Whether the step has succeeded. */
  async #do(step: Step, act: () => Promise<void>): Promise<boolean> {
    const isLoad = step === 'load';
    let isDone = false;
    // A load may start during another step: it changes nothing, and the person may choose another company.
    if (this.isBusy && !isLoad) return isDone;
    this.#running += 1;
    // Clears the message, so that screen readers announce the same text again. A problem at a field stays, since it has the focus and Orca reads each change.
    if (this.last?.failure !== 'refused') this.last = undefined;
    this.#listener.changed();
    try {
      await act();
      this.last = {step};
      isDone = true;
    } catch (cause) {
      const failure = failureOf(cause);
      this.last = {step, failure};
      // After the end of the session, the dialog is closed: the failure is not reported.
      if (this.#listener.isConnected()) this.#listener.dispatch(new TavleErrorEvent('subscribe', cause, {}));
      if (step === 'create') {
        this.#listener.changed();
        // The link may exist although the response was lost: the person must be able to end it.
        this.links = await this.#loadLinks().catch(() => this.links);
        if (failure === 'forbidden' && this.links?.length === maxLinks) this.last = {step, failure: 'full'};
      }
    }
    this.#running -= 1;
    if (!isLoad) this.confirming = undefined;
    this.#listener.changed();
    return isDone;
  }
}

function failureOf(cause: unknown): NonNullable<LastStep['failure']> {
  const status = cause instanceof ApiError ? cause.status : 0;
  if (status === 422) return 'refused';
  return status === 429 ? 'often' : reasonOf(cause);
}

function nullIfMissing(error: unknown): null {
  if (!(error instanceof ApiError && error.status === 404)) throw error;
  return null;
}
