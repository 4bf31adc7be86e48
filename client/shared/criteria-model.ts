import {type LoadListener, LoadModel} from './load-model.ts';

/** A list of what a person searches for: the forms of `<tavle-form-search>` and of `<tavle-editorial>`. */
export abstract class CriteriaModel<
  Criteria,
  Listener extends LoadListener = LoadListener,
> extends LoadModel<Listener> {
  #timer: ReturnType<typeof setTimeout> | undefined;
  abstract criteria: Criteria;

  /** Loads a page for the criteria. Default: the first one. */
  protected abstract loadPage(): Promise<void>;

  /** Changes criteria and searches, after a pause in which the criteria don't change again. Default: without a pause. */
  search(criteria: Partial<Criteria>, pauseMs = 0): void {
    this.criteria = {...this.criteria, ...criteria};
    this.stop();
    this.isCurrent = false;
    this.#timer = setTimeout(() => void this.loadPage(), pauseMs);
    this.closeNotice();
  }

  override stop(): void {
    clearTimeout(this.#timer);
    super.stop();
  }
}
