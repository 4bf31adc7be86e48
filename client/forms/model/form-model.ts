import {ApiError, type Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import type {IntroPage} from '../../api/responses.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleNotFoundEvent, TavleStartEvent} from '../events.ts';

export type {IntroPage};

export type FormListener = Omit<ModelListener, 'saved'>;

/** The state of an intro page, and the actions that change it. */
export class FormModel {
  readonly #listener: FormListener;
  #api: Api | undefined;
  #name: readonly [authority: string, permalink: string] = ['', ''];
  status: 'loading' | 'ready' | 'missing' | Reason = 'loading';
  /** The form; `undefined` unless it is `ready`. */
  form: IntroPage | undefined;
  /** Why the form that is shown could not be reloaded. */
  staleReason: Reason | undefined;
  /** Whether the frame with the solution is open. */
  isStarted = false;

  constructor(listener: FormListener) {
    this.#listener = listener;
  }

  /** Starts from nothing, with another form; `api` is `undefined` while the authority or the permalink is missing. */
  connect(api: Api | undefined, authority: string, permalink: string): void {
    this.#api = api;
    this.#name = [authority, permalink];
    this.isStarted = false;
    this.setStatus('loading');
    void this.refresh();
  }

  setStatus(status: FormModel['status'], form?: IntroPage): void {
    this.status = status;
    this.form = form;
    this.setStale(undefined);
  }

  /** @param reason `undefined`: the person has closed the notice, or the form is up to date. */
  setStale(reason: Reason | undefined): void {
    this.staleReason = reason;
    this.#listener.changed();
  }

  /** Reloads the form. It stays visible while loading and if loading fails. An open frame is never reloaded or removed: it may contain input. */
  async refresh(): Promise<void> {
    const [api, name] = [this.#api, this.#name];
    if (!api || this.isStarted || !this.#listener.isConnected()) return;
    const isCurrent = () => this.#api === api && this.#name === name && !this.isStarted;
    try {
      const form = await api.call('GET', `/formularer/1/${name.map(encodeURIComponent).join('/')}`);
      if (!isCurrent()) return;
      this.setStatus('ready', form as IntroPage);
      this.#listener.dispatch(new TavleLoadEvent());
    } catch (error) {
      if (!isCurrent()) return;
      if (error instanceof ApiError && error.status === 404) {
        this.setStatus('missing');
        this.#listener.dispatch(new TavleNotFoundEvent(...name));
        return;
      }
      if (this.form) this.setStale(reasonOf(error));
      else this.setStatus(reasonOf(error));
      this.#listener.dispatch(new TavleErrorEvent('load', error));
    }
  }

  /**
   * Starts the solution, unless the page cancels it. One that is shown in a frame opens here.
   *
   * @returns Whether a link may be followed.
   */
  start({url, frame}: Start, formType: string): boolean {
    if (!this.#listener.dispatch(new TavleStartEvent(url, formType))) return false;
    this.isStarted = frame !== undefined;
    this.#listener.changed();
    return !this.isStarted;
  }
}

/** How a solution is framed. */
export interface Frame {
  /** In CSS pixels; `NaN`: as wide as the element. */
  readonly width: number;
  readonly hasTitle: boolean;
}

/** How a form is started. */
export interface Start {
  readonly url: string;
  /** `undefined`: it is a link. */
  readonly frame: Frame | undefined;
}

/**
 * Returns how a form is started; `undefined` if it has no URL. One that requires login starts at the portal's login, which is a link whatever
 * its type: login pages refuse to be framed.
 */
export function startOf({kraeverSSO, loesningsUrl, urlProd, formularType}: IntroPage): Start | undefined {
  if (kraeverSSO && loesningsUrl) return {url: loesningsUrl, frame: undefined};
  return urlProd ? {url: urlProd, frame: frameOf(formularType)} : undefined;
}

/** Returns `undefined` for the types that are links: external ones, framesets and `aktiv-top`. */
function frameOf(formType: string): Frame | undefined {
  const [, kind] = /^integration-iframe-(.+)$/.exec(formType) ?? [];
  return kind === undefined ? undefined : {width: parseInt(kind, 10), hasTitle: kind.endsWith('med-titel')};
}
