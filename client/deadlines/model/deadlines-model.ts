import {type Api, reasonOf} from '../../api/api.ts';
import type {CompanyFrist} from '../../api/responses.ts';
import {TavleErrorEvent} from '../../events.ts';
import {companyPath, maxCompanies, parseCvrs} from '../../frist/model/cvrs.ts';
import {fromApiDate, type IsoDate, today} from '../../frist/model/dates.ts';
import {byDate, type Deadline, type Frist, mergeEqual} from '../../frist/model/frist.ts';
import {type Failures, loadCompanies} from '../../frist/model/load-companies.ts';
import {LoadModel, type ModelListener} from '../../shared/load-model.ts';

/** The next deadlines of a company, or of several. */
export class DeadlinesModel extends LoadModel {
  readonly #element: {readonly cvr: unknown};
  #cvrs: readonly string[] = [];
  /** The maximum number of deadlines. */
  max = 3;
  /** The current day in Denmark; '' before the first request. */
  today: IsoDate = '';
  /** `undefined` while loading. */
  frister: readonly Deadline[] | undefined;
  /** The maximum number of deadlines at the last successful load. */
  loadedMax = 0;
  /** Why companies are missing. */
  companyFailures: Failures = new Map();

  /** Whether there are several companies: then each deadline has its company. */
  get areSeveral(): boolean {
    return this.#cvrs.length > 1;
  }

  /** @param element Has the CVR numbers as text, which may change. */
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
    this.companyFailures = new Map();
  }

  /** Sets the maximum number of deadlines. Visible deadlines stay until the new ones are loaded. */
  setMax(max: number): void {
    if (max === this.max) return;
    this.max = max;
    void this.refresh();
  }

  /** Reloads the deadlines when a day has ended in Denmark. */
  updateToday(): void {
    if (this.today && this.today !== today()) void this.refresh();
  }

  override closeNotice(): void {
    this.companyFailures = new Map();
    super.closeNotice();
  }

  override refresh(): Promise<void> {
    const {max} = this;
    const found: Frist[] = [];
    return this.load(
      async (api, signal) => {
        const load = async (cvr: string) => {
          const path = `${companyPath(cvr)}/frister?antal=${max}`;
          const frister = (await api.call('GET', path, {signal})) as CompanyFrist[];
          found.push(...frister.map(frist => ({...frist, cvr, fristDato: fromApiDate(frist.fristDato)})));
        };
        const causes = await loadCompanies(this.#cvrs, load, () => !signal.aborted);
        const [first] = causes.values();
        if (causes.size === this.#cvrs.length) throw first;
        return causes;
      },
      causes => {
        // After the responses, which correct a wrong clock.
        this.today = today();
        const open = byDate(found).filter(({isKlaret}) => !isKlaret);
        this.frister = mergeEqual(open).slice(0, max);
        this.loadedMax = max;
        this.companyFailures = new Map([...causes].map(([cvr, cause]) => [cvr, reasonOf(cause)]));
        for (const [cvr, cause] of causes) this.listener.dispatch(new TavleErrorEvent('load', cause, {cvr}));
      },
    );
  }
}
