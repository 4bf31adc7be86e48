// The model of `<tavle-form>`, for `tavle-form.ts`, and how a form starts, for the views. Change `startOf` for another
// kind of form. Do not use the DOM here. Never reload or close the frame of a started form: it may contain input.

import {ApiError} from '../../api/api.ts';
import type {IntroPage} from '../../api/responses.ts';
import {TavleNotFoundEvent, TavleStartEvent} from '../events.ts';
import {LoadModel, type LoadState, type ModelListener} from '../../shared/load-model.ts';

/** The name of a form: its authority's abbreviation and its own. */
export interface FormName {
  readonly authority: string;
  readonly permalink: string;
}

/** The state of an intro page, and the actions that change it. */
export class FormModel extends LoadModel {
  readonly #element: FormName;
  /** The form; `undefined` while loading, after a failure, and if the service does not have it. */
  form: IntroPage | undefined;
  /** Whether the frame with the solution is open. */
  isStarted = false;

  /** @param element Has the name of the form, which may change. */
  constructor(listener: ModelListener, element: FormName) {
    super(listener);
    this.#element = element;
  }

  protected override clear(): void {
    this.isStarted = false;
  }

  override setState(state: LoadState): void {
    if (state.status === 'loading' || state.status === 'failed') this.form = undefined;
    super.setState(state);
  }

  /** Loads the form. Never reloads or removes an open frame, which may contain input. */
  override async refresh(): Promise<void> {
    if (this.isStarted) return;
    const {authority, permalink} = this.#element;
    const path = `/formularer/1/${encodeURIComponent(authority)}/${encodeURIComponent(permalink)}`;
    await this.load(
      (api, signal) => api.call('GET', path, {signal}),
      response => {
        const form = response as IntroPage | null | undefined;
        if (!form?.urlTilLovstof) throw new ApiError(0, 'The response is not a form.');
        this.form = form;
      },
    );
  }

  protected override fail(error: unknown): void {
    if (error instanceof ApiError && error.status === 404) {
      this.form = undefined;
      this.setState({status: 'ready'});
      this.isCurrent = false;
      this.listener.dispatch(new TavleNotFoundEvent(this.#element.authority, this.#element.permalink));
    } else super.fail(error);
  }

  /**
   * Starts the solution, unless the page cancels the event. A framed solution opens in the element.
   *
   * @returns Whether a link may be followed.
   */
  start({url, isFramed}: Start): boolean {
    if (!this.listener.dispatch(new TavleStartEvent(url, this.form?.formularType ?? ''))) return false;
    if (isFramed) {
      this.isStarted = true;
      this.stop();
      // The retry button of the notice would reload the frame.
      this.closeNotice();
    }
    return !isFramed;
  }
}

export interface Start {
  readonly url: string;
  /** Whether the form opens in a frame; otherwise it is a link. */
  readonly isFramed: boolean;
}

/**
 * Returns how a form is started; `undefined` if it has no URL. A form that requires login links to the portal's login, since login pages refuse
 * to be framed. External forms, framesets and `aktiv-top` are links.
 */
export function startOf({kraeverSSO, loesningsUrl, urlProd, formularType}: IntroPage): Start | undefined {
  if (kraeverSSO && loesningsUrl) return {url: loesningsUrl, isFramed: false};
  return urlProd ? {url: urlProd, isFramed: formularType.startsWith('integration-iframe')} : undefined;
}
