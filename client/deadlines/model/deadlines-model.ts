import type {Api} from '../../api/api.ts';
import {maxCompanies, parseCvrs, withoutAll} from '../../frist/model/cvrs.ts';
import {type IsoDate, today} from '../../frist/model/dates.ts';
import type {Deadline} from '../../frist/model/frist.ts';
import {loadFrister, loadNext, mergeShared} from '../../frist/model/load.ts';
import {LoadModel, type ModelListener} from '../../shared/load-model.ts';

// The model of `<tavle-deadlines>`, for `tavle-deadlines.ts`: the next deadlines of a company, or of several. Here you
// can change what is loaded and when. Do not use the DOM here. Visible deadlines stay until the new ones are loaded.
export class DeadlinesModel extends LoadModel {
  readonly #element: {readonly cvr: unknown};
  #cvrs: readonly string[] = [];
  /** The maximum number of deadlines. */
  max = 3;
  /** The current day in Denmark; '' before the first response for a person. */
  today: IsoDate = '';
  /** `undefined` while loading. */
  frister: readonly Deadline[] | undefined;
  /** The companies that the person has no access to. */
  leftOut: readonly string[] = [];
  /** The maximum number of deadlines at the last successful load. */
  loadedMax = 0;
  /** Whether there may be deadlines that were not found. */
  isPartial = false;

  /** Whether there are several companies: then each deadline is shown with its company. */
  get areSeveral(): boolean {
    return this.#cvrs.length > 1;
  }

  /** @param element Its property `cvr` has the CVR numbers as text, which may change. */
  constructor(listener: ModelListener, element: {readonly cvr: unknown}) {
    super(listener);
    this.#element = element;
  }

  override connect(api: Api | undefined): void {
    this.#cvrs = parseCvrs(this.#element.cvr as string).slice(0, maxCompanies);
    super.connect(this.#cvrs.length ? api : undefined);
    if (api && !this.#cvrs.length) this.showFailure('noCompany');
  }

  protected override clear(): void {
    this.frister = undefined;
    this.leftOut = [];
    this.today = '';
  }

  /** Sets the maximum number of deadlines. Visible deadlines stay until the new ones are loaded. */
  setMax(max: number): void {
    if (max === this.max) return;
    this.max = max;
    void this.refresh();
  }

  /** Updates `today`. Returns whether a day has ended in Denmark: then the deadlines must be reloaded. */
  updateToday(): boolean {
    const day = today();
    if (!this.today || this.today === day) return false;
    this.today = day;
    this.listener.changed();
    return true;
  }

  override refresh(): Promise<void> {
    const {max} = this;
    let cvrs = this.#cvrs;
    return this.load(
      (api, signal) => {
        const load = async (query: string) => {
          const response = await loadFrister(api, query, cvrs, {signal});
          cvrs = response.cvrs;
          return response.items;
        };
        return loadNext(load, this.#cvrs, max);
      },
      ({items, isPartial}) => {
        this.leftOut = withoutAll(this.#cvrs, cvrs);
        // Reads the day after the response, which corrects a wrong clock.
        this.today = today();
        this.frister = mergeShared(items, this.#cvrs).slice(0, max);
        this.loadedMax = max;
        this.isPartial = isPartial;
      },
    );
  }
}
