import type {Api} from '../../api/api.ts';
import {maxCompanies, parseCvrs, withoutAll} from '../../frist/model/cvrs.ts';
import {addDays, fromApiDate, type IsoDate, toApiDate, today} from '../../frist/model/dates.ts';
import {type Deadline, type Frist, fristerOf, mergeEqual} from '../../frist/model/frist.ts';
import {loadFrister} from '../../frist/model/load.ts';
import {LoadModel, type ModelListener} from '../../shared/load-model.ts';

/** The number of deadlines on a page of several companies: the maximum of the service. */
const severalLength = 100;

/** The maximum number of pages of several companies. */
const maxPages = 5;

/** The next deadlines of a company, or of several, for `<tavle-deadlines>`. */
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
  /** The maximum number of deadlines at the last successful load. If more may follow, the number of those that were found. */
  loadedMax = 0;

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
    return this.load(
      (api, signal) => this.#loadNext(api, max, signal),
      ({frister, cvrs, isComplete}) => {
        this.leftOut = withoutAll(this.#cvrs, cvrs);
        // Reads the day after the response, which corrects a wrong clock.
        this.today = today();
        this.frister = frister.slice(0, max);
        this.loadedMax = isComplete ? max : frister.length;
      },
    );
  }

  /**
   * Loads the next deadlines. Those of several companies may need more pages: equal deadlines are merged, and the token may have companies that
   * are not shown. Loads the last day of a full page completely, since it may have more deadlines.
   */
  async #loadNext(api: Api, max: number, signal: AbortSignal) {
    const shown = new Set(this.#cvrs);
    const length = this.areSeveral ? severalLength : max;
    let cvrs = this.#cvrs;
    let known: Frist[] = [];
    /** Returns the date of the last deadline on a full page of several companies. */
    const add = async (query: string) => {
      const response = await loadFrister(api, `${query}&klarede=false`, cvrs, {signal});
      cvrs = response.cvrs;
      known = known.concat(response.items.flatMap(fristerOf).filter(({cvr}) => shown.has(cvr)));
      return response.items[severalLength - 1]?.fristDato ?? '';
    };
    let from = '';
    for (let pages = 1; ; pages += 1) {
      const date = await add(`antal=${length}${from}`);
      const lastDay = fromApiDate(date);
      const before = known.filter(({fristDato}) => fristDato < lastDay);
      if (date && mergeEqual(before).length < max) {
        known = before;
        await add(`fra=${date}&til=${date}`);
      }
      const frister = mergeEqual(known);
      const isComplete = !date || frister.length >= max;
      if (isComplete || pages === maxPages) return {frister, cvrs, isComplete};
      from = `&fra=${toApiDate(addDays(lastDay, 1))}`;
    }
  }
}
