import type {Api} from '../../api/api.ts';
import {type WishListener, Wishes} from '../../api/optimistic-updates.ts';
import {type IsoDate, type IsoMonth, turnAround, weeksOf} from './dates.ts';
import type {Frist, FristAnswer, Mark} from './frist.ts';

/** One company's deadlines: what the service has, month by month, and over it the marks that the person wishes. */
export class Frister {
  readonly #api: Api;
  readonly #path: string;
  readonly #wishes: Wishes<number, Mark>;
  readonly #stopped = new AbortController();
  readonly #stored = new Map<number, Frist>();
  /** Names of authorities by CVR number. */
  readonly #senders = new Map<string, string>();
  readonly #months = new Map<IsoMonth, readonly number[]>();
  /** One copy of each text that many deadlines have: an answer has one for each. */
  readonly #shared = new Map<string, string>();
  /** Months that are being read although nobody looks at them yet. */
  readonly #foreseen = new Set<IsoMonth>();
  #reading = new AbortController();

  /** @param cvr The company's number. */
  constructor(api: Api, cvr: string, listener: WishListener<number, Mark>) {
    this.#api = api;
    this.#path = `/calendar/1/virksomheder/${encodeURIComponent(cvr)}/frister`;
    this.#wishes = new Wishes((id, mark) => this.#save(id, mark), listener);
  }

  /** A deadline that has been read, as it is to be shown. */
  get(id: number): Frist | undefined {
    const stored = this.#stored.get(id);
    const wish = this.#wishes.get(id);
    return stored && wish ? {...stored, ...wish} : stored;
  }

  /** Names of the authorities whose deadlines have been read, by CVR number, in the order of the alphabet. */
  senders(locale: string): ReadonlyMap<string, string> {
    return new Map([...this.#senders].sort(([, one], [, other]) => one.localeCompare(other, locale)));
  }

  /** The deadlines in the weeks that a month touches, hidden ones too; `undefined`: the month was not read yet. */
  inWeeksOf(month: IsoMonth): readonly Frist[] | undefined {
    const [fra, til] = period(month);
    // A deadline may have got another date since.
    return this.#months
      .get(month)
      ?.map(id => this.get(id))
      .filter(frist => frist !== undefined)
      .filter(({fristDato}) => fra <= fristDato && fristDato <= til);
  }

  /**
   * Reads the weeks that a month touches. A newer call ends an older one.
   *
   * @returns Whether it was this call that brought them.
   * @throws {ApiError}
   */
  async read(month: IsoMonth): Promise<boolean> {
    this.#reading.abort();
    const {signal} = (this.#reading = new AbortController());
    try {
      await this.#readMonth(month, {signal});
      return !signal.aborted;
    } catch (error) {
      if (signal.aborted) return false;
      throw error;
    }
  }

  /** Reads months that the person may turn to, unless they were read. One that can't be read is read when it is shown. */
  foresee(months: readonly IsoMonth[]): void {
    const {signal} = this.#stopped;
    for (const month of months) {
      if (this.#months.has(month) || this.#foreseen.has(month)) continue;
      this.#foreseen.add(month);
      this.#readMonth(month, {signal, priority: 'low'})
        .catch(() => undefined)
        .finally(() => this.#foreseen.delete(month));
    }
  }

  /** Marks a deadline, at once for whoever looks, and saves it. */
  mark(id: number, mark: Mark): void {
    this.#wishes.add(id, {...this.#wishes.get(id), ...mark});
  }

  /** Ends what is being read and notifies nobody from now on. Saves that are under way still reach the service. No reads may follow. */
  stop(): void {
    this.#reading.abort();
    this.#stopped.abort();
    this.#wishes.stop();
  }

  async #readMonth(month: IsoMonth, how: {signal: AbortSignal; priority?: RequestPriority}): Promise<void> {
    const [fra, til] = period(month);
    const before = this.#wishes.moment();
    const query = `fra=${turnAround(fra)}&til=${turnAround(til)}&slettede=true`;
    const answer = (await this.#api.call('GET', `${this.#path}?${query}`, how)) as FristAnswer[];
    // What was foreseen may come after what was read since.
    if (how.signal.aborted || (how.priority === 'low' && this.#months.has(month))) return;
    this.#months.set(
      month,
      answer.map(({fristId}) => fristId),
    );
    for (const frist of answer) if (!this.#wishes.isOutdated(frist.fristId, before)) this.#store(frist);
  }

  async #save(id: number, mark: Mark): Promise<void> {
    this.#store((await this.#api.call('PUT', `${this.#path}/${id}`, {body: mark})) as FristAnswer);
  }

  #store(answer: FristAnswer): void {
    const afsenderCvr = this.#share(answer.afsenderCvr);
    const afsenderNavn = this.#share(answer.afsenderNavn);
    const fristDato = this.#share(turnAround(answer.fristDato));
    this.#senders.set(afsenderCvr, afsenderNavn);
    this.#stored.set(answer.fristId, {...answer, afsenderCvr, afsenderNavn, fristDato});
  }

  #share(text: string): string {
    const shared = this.#shared.get(text);
    if (shared === undefined) this.#shared.set(text, text);
    return shared ?? text;
  }
}

/** The first and the last day of the weeks that a month touches. */
function period(month: IsoMonth): [IsoDate, IsoDate] {
  const days = weeksOf(month).flat();
  return [days.at(0) ?? '', days.at(-1) ?? ''];
}
