import type {ReactiveControllerHost} from 'lit';

import type {Api} from '../../api/api.ts';
import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent, TavleLoadEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import {TavleMarkEvent} from '../events.ts';
import {addMonths, type IsoMonth, monthOf} from './dates.ts';
import {Frister} from './deadline-cache.ts';
import {type Filter, noFilter} from './filter.ts';
import type {Frist} from './frist.ts';
import {idle} from './idle.ts';
import {Changes} from './mark-controller.ts';
import {select, type Selection} from './selection.ts';
import {Subscription} from './subscription.ts';

type Host = ReactiveControllerHost & Element & {refresh(): Promise<void>};

/** One company's calendar as one person sees it; what happens in it is told by the element's events. */
export class Company {
  readonly #host: Host;
  readonly frister: Frister;
  readonly changes: Changes;
  readonly subscription: Subscription;
  /** Why there is nothing to show. */
  failure: Reason | undefined;
  #filter = noFilter;
  /** How often another month has been shown. */
  #turn = 0;
  /** Deadlines that were unread when they were opened stay, although only unread ones are asked for. */
  readonly #kept = new Set<number>();

  /** @param saved Called when the service has stored something. */
  constructor(host: Host, api: Api, cvr: string, saved: () => void) {
    this.#host = host;
    this.frister = new Frister(api, cvr, {
      changed: () => host.requestUpdate(),
      saved: (fristId, mark) => {
        host.dispatchEvent(new TavleMarkEvent(fristId, mark));
        saved();
      },
      failed: (fristId, mark, cause) => this.changes.markFailed(fristId, mark, cause),
    });
    this.changes = new Changes(host, this.frister);
    this.subscription = new Subscription(
      api,
      cvr,
      () => host.requestUpdate(),
      cause => host.dispatchEvent(new TavleErrorEvent('subscribe', cause)),
    );
  }

  get filter(): Filter {
    return this.#filter;
  }

  set filter(filter: Filter) {
    this.#filter = filter;
    this.#kept.clear();
    this.#host.requestUpdate();
  }

  /** To be called when another month is shown. One that is there already is read anew when it has been seen and still is shown. */
  async turnTo(month: IsoMonth): Promise<void> {
    const turn = ++this.#turn;
    this.#kept.clear();
    this.failure = undefined;
    this.#host.requestUpdate();
    if (this.frister.inWeeksOf(month)) await idle();
    if (turn === this.#turn) await this.#host.refresh();
  }

  /** Reads a month. What is shown stays when that fails; where nothing is shown, the failure takes its place. */
  async read(month: IsoMonth): Promise<void> {
    const turn = this.#turn;
    try {
      const read = await this.frister.read(month);
      if (!read) return;
      this.failure = undefined;
      this.changes.refreshed();
      this.#host.dispatchEvent(new TavleLoadEvent());
      void this.#foresee(month);
    } catch (error) {
      // The month was left meanwhile: nobody waits for it, and another one is shown.
      if (turn !== this.#turn) return;
      const reason = reasonOf(error);
      if (this.frister.inWeeksOf(month)) this.changes.refreshFailed(reason);
      else this.failure = reason;
      this.#host.dispatchEvent(new TavleErrorEvent('load', error));
    } finally {
      this.#host.requestUpdate();
    }
  }

  /** Reads the months beside a shown one, unless the calendar is out of the page by then. */
  async #foresee(month: IsoMonth): Promise<void> {
    await idle();
    if (this.#host.isConnected) this.frister.foresee([monthAfter(month, 1), monthAfter(month, -1)]);
  }

  /** @returns `undefined` while the month is being read. */
  select(month: IsoMonth): Selection | undefined {
    const frister = this.frister.inWeeksOf(month);
    return frister && select(frister, month, this.#filter, this.#kept);
  }

  /** Gives a deadline that is being opened, which marks it read. */
  open(fristId: number): Frist | undefined {
    const frist = this.frister.get(fristId);
    if (frist && !frist.isLaest) {
      this.#kept.add(fristId);
      this.changes.mark(fristId, {isLaest: true}, {quietly: true});
    }
    return frist;
  }

  stop(): void {
    this.#turn += 1;
    this.frister.stop();
  }
}

function monthAfter(month: IsoMonth, months: number): IsoMonth {
  return monthOf(addMonths(`${month}-01`, months));
}
