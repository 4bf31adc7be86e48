// The companies of a calendar, and the marks of their deadlines: read, hidden, done. For `calendar-model.ts` and
// `dialog.ts`. Here you can change how a mark is undone or retried. Keep the event before each mark, with which a page
// can cancel the mark.

import {type Api, reasonOf} from '../../api/api.ts';
import {TavleErrorEvent} from '../../events.ts';
import {maxCompanies, withoutAll} from '../../frist/model/cvrs.ts';
import {type FristRef, groupBy, keyOf, type Mark, type MarkName} from '../../frist/model/frist.ts';
import type {Reason} from '../../texts/keys.ts';
import type {ModelListener} from '../../shared/load-model.ts';
import {TavleBeforeMarkEvent, TavleMarkEvent} from '../events.ts';
import {Agenda} from './agenda.ts';
import {Deadlines, isReading, type Marks, reading} from './deadlines.ts';
import {Notifications} from './notifications.ts';

/** Matches the start of a title that the notice shows: a longer text would cover more of the page. */
const titleStart = /^.{0,60}/su;

/** The delays before the retries of a quiet mark, which the person has not asked for. */
const quietRetriesMs = [5_000, 20_000, 60_000];

/** The last change of a deadline, for one company or more. */
export interface LastMark {
  readonly frister: readonly FristRef[];
  readonly title: string;
  readonly mark: Mark;
  readonly failure?: Reason;
}

/** Marks deadlines, undoes the last mark, and retries marks that have failed. */
export class MarkController {
  readonly #deadlines: Deadlines;
  readonly #listener: ModelListener;
  /** The numbers of failures of quiet marks, by deadline. */
  readonly #quiet = new Map<number, number>();
  /** The deadlines of quiet marks that are retried when the timer ends. */
  readonly #waiting: FristRef[] = [];
  #done: LastMark | undefined;
  /** The failed marks that the person has neither retried nor closed, one for each kind of mark and equal deadline. */
  #failed: readonly LastMark[] = [];

  constructor(deadlines: Deadlines, listener: ModelListener) {
    this.#deadlines = deadlines;
    this.#listener = listener;
  }

  /** What the notice is about: the last failure, or else the last change. */
  get last(): LastMark | undefined {
    return this.#failed.at(-1) ?? this.#done;
  }

  /**
   * Marks equal deadlines. Skips deadlines that have the mark, and marks that the page cancels.
   *
   * @param options.isQuiet Whether the person has not asked for the mark. Then there is no notice, and failures are retried silently.
   * @returns Whether any deadline was marked.
   */
  mark(frister: readonly FristRef[], mark: Mark, {isQuiet = false} = {}): boolean {
    const marked = frister
      .filter(ref => hasOther(this.#deadlines.get(ref), mark))
      .filter(ref => this.#listener.dispatch(new TavleBeforeMarkEvent(ref, mark)));
    if (!marked.length) return false;
    this.#done = isQuiet ? undefined : this.#last(marked, mark);
    const keys = new Set(marked.map(keyOf));
    const isAgain = (other: Mark) => namesIn(mark).some(name => name in other);
    if (!isQuiet) this.#keepFailed((ref, other) => !keys.has(keyOf(ref)) || !isAgain(other));
    for (const {fristId} of marked) {
      if (isQuiet) this.#quiet.set(fristId, 0);
      else this.#quiet.delete(fristId);
    }
    this.#deadlines.mark(marked, mark);
    return true;
  }

  /** Adds a failed mark to the notice, or retries a quiet one. @returns Whether the notice shows the failure. */
  fail(fristId: number, marks: Marks, cause: unknown): boolean {
    const kinds = [...groupBy(marks, ([, each]) => JSON.stringify(askedOf(each))).values()].map(all => ({
      frister: all.map(([cvr]) => ({cvr, fristId})),
      mark: askedOf(all[0]?.[1] ?? {}),
    }));
    const asked = kinds.filter(({mark}) => !isReading(mark));
    const failures = asked.length ? undefined : this.#quiet.get(fristId);
    if (failures !== undefined) {
      const delay = /away|offline/.test(reasonOf(cause)) ? quietRetriesMs[failures] : undefined;
      if (delay === undefined) this.#quiet.delete(fristId);
      else {
        this.#quiet.set(fristId, failures + 1);
        this.#retryLater(
          kinds.flatMap(({frister}) => frister),
          delay,
        );
      }
      return false;
    }
    this.#done = undefined;
    for (const {frister, mark} of asked.length ? asked : kinds) {
      const kind = this.#kindOf(frister, mark);
      const isSame = (other: LastMark) => this.#kindOf(other.frister, other.mark) === kind;
      const before = this.#failed.find(isSame)?.frister ?? [];
      const failed = {...this.#last([...before, ...frister], mark), failure: reasonOf(cause)};
      this.#failed = [...this.#failed.filter(each => !isSame(each)), failed];
    }
    const [{cvr} = {cvr: ''}] = this.last?.frister.slice(-1) ?? [];
    this.#listener.dispatch(new TavleErrorEvent('save', cause, {cvr, fristId}));
    return true;
  }

  /** Undoes the last mark. @returns Whether there was something to undo. */
  undo(): boolean {
    if (!this.#done || this.#failed.length) return false;
    const {frister, mark} = this.#done;
    this.#done = undefined;
    this.mark(frister, opposite(mark));
    this.#listener.changed();
    return true;
  }

  retry(): void {
    const failed = this.#failed;
    this.#failed = [];
    for (const {frister, mark} of failed) this.mark(frister, mark);
    this.#listener.changed();
  }

  /** Closes the notice. If there is another failure, the notice shows it. */
  close(): void {
    if (this.#failed.length) this.#failed = this.#failed.slice(0, -1);
    else this.#done = undefined;
  }

  /** Forgets failures of marks that the service has stored all the same. */
  review(): void {
    this.#keepFailed((ref, mark) => hasOther(this.#deadlines.get(ref), mark));
    this.#listener.changed();
  }

  #keepFailed(isKept: (ref: FristRef, mark: Mark) => boolean): void {
    this.#failed = this.#failed.flatMap(failed => {
      const frister = failed.frister.filter(ref => isKept(ref, failed.mark));
      return frister.length ? [{...failed, ...this.#last(frister, failed.mark)}] : [];
    });
  }

  /** Marks deadlines as read again after a delay, in one request with all others that wait. */
  #retryLater(frister: readonly FristRef[], delay: number): void {
    if (!this.#waiting.length)
      setTimeout(() => {
        const again = this.#waiting.splice(0).filter(({fristId}) => this.#quiet.has(fristId));
        if (again.length) this.#deadlines.mark(again, reading);
      }, delay);
    this.#waiting.push(...frister);
  }

  #kindOf([first]: readonly FristRef[], mark: Mark): string {
    const {fristDato, afsenderCvr, overskrift} = (first && this.#deadlines.get(first)) ?? {};
    return JSON.stringify([mark, fristDato, afsenderCvr, overskrift]);
  }

  #last(frister: readonly FristRef[], mark: Mark): LastMark {
    const [first] = frister as [FristRef];
    return {frister, mark, title: shorten(this.#deadlines.get(first)?.overskrift ?? '')};
  }
}

/** Returns what the person has asked for: a mark without `isLaest`, which opening the deadline may have set, unless nothing else is left. */
function askedOf(mark: Mark): Mark {
  const {isLaest, ...others} = mark;
  return isLaest && Object.keys(others).length ? others : mark;
}

/** Returns whether a deadline lacks a mark. */
function hasOther(frist: Mark | undefined, mark: Mark): boolean {
  return frist !== undefined && namesIn(mark).some(name => frist[name] !== mark[name]);
}

function shorten(title: string): string {
  const [start = ''] = titleStart.exec(title) ?? [];
  return start.length < title.length ? `${start.trimEnd()} …` : title;
}

/** Returns the mark that restores the previous state. Removes only the person's own marks: a colleague may have set the same mark a moment before. */
function opposite(mark: Mark): Mark {
  const restored: Mark = Object.fromEntries(namesIn(mark).map(name => [name, !mark[name]]));
  const removes = restored.isKlaret === false || restored.isSlettet === false;
  return removes ? {...restored, kunEgne: true} : restored;
}

/** Returns the names of the fields that a mark sets. */
function namesIn({kunEgne: _, ...fields}: Mark) {
  return Object.keys(fields) as MarkName[];
}

export interface CompaniesListener extends ModelListener {
  /** A deadline or a mark of one has changed. */
  deadlinesChanged(): void;
  /** Reloads the visible deadlines. */
  refresh(): Promise<void>;
}

/** The companies of a calendar, one or more, as one person sees them. */
export class Companies {
  readonly api: Api;
  /** CVR numbers, in the order of the page. */
  readonly #cvrs: readonly string[];
  /** Whether deadlines are shown with their companies. */
  readonly areSeveral: boolean;
  readonly deadlines: Deadlines;
  /** The list view's deadlines. */
  readonly agenda: Agenda;
  readonly marks: MarkController;
  readonly notifications: Notifications;

  /** @param cvrs CVR numbers without duplicates, at least one. */
  constructor(api: Api, cvrs: readonly string[], listener: CompaniesListener) {
    this.api = api;
    this.#cvrs = cvrs;
    this.areSeveral = cvrs.length > 1;
    if (cvrs.length > maxCompanies) console.warn(`A calendar shows at most ${maxCompanies} companies.`);
    let hasSaved = false;
    let hasFailed = false;
    // Reports the result once for all deadlines that are marked together.
    const settle = () => {
      if (this.deadlines.isSaving) return;
      // The service may have stored a mark that has failed.
      if (hasSaved || hasFailed) listener.saved();
      if (hasFailed) void listener.refresh().then(() => this.marks.review());
      hasSaved = hasFailed = false;
    };
    this.deadlines = new Deadlines(api, cvrs.slice(0, maxCompanies), {
      changed: () => listener.deadlinesChanged(),
      saved: (fristId, marks) => {
        for (const [cvr, mark] of marks) listener.dispatch(new TavleMarkEvent({cvr, fristId}, mark));
        hasSaved = true;
        settle();
      },
      failed: (fristId, marks, cause) => {
        hasFailed = this.marks.fail(fristId, marks, cause) || hasFailed;
        settle();
      },
    });
    this.agenda = new Agenda(this.deadlines);
    this.marks = new MarkController(this.deadlines, listener);
    this.notifications = new Notifications(api, cvrs, listener);
  }

  /** The CVR numbers of the companies that are shown, in the order of the page. */
  get cvrs(): readonly string[] {
    return this.deadlines.cvrs;
  }

  /** The CVR numbers of companies that are not shown: the person has no access, or they are beyond the maximum. */
  get leftOut(): readonly string[] {
    return withoutAll(this.#cvrs, this.cvrs);
  }
}
