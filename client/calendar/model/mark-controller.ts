import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleBeforeMarkEvent} from '../events.ts';
import type {DeadlineCache} from './deadline-cache.ts';
import type {Mark} from './frist.ts';

/** The beginning of a title that identifies its deadline; more would make the notice cover what is below it. */
const titleStart = /^.{0,60}/su;

/** The last change of a deadline. */
export interface LastMark {
  readonly fristId: number;
  readonly title: string;
  readonly mark: Mark;
  /** Why it was not saved. */
  readonly failure?: Reason;
}

/** Marks deadlines, and undoes or retries the last mark. */
export class MarkController {
  readonly #deadlines: DeadlineCache;
  readonly #listener: ModelListener;
  /** The last change, if there is something to say about it. */
  last: LastMark | undefined;

  constructor(deadlines: DeadlineCache, listener: ModelListener) {
    this.#deadlines = deadlines;
    this.#listener = listener;
  }

  /**
   * Marks a deadline, unless the page cancels it.
   *
   * @param options.isQuiet Whether there is nothing to say about it.
   * @returns Whether the deadline is marked.
   */
  mark(fristId: number, mark: Mark, {isQuiet = false} = {}): boolean {
    if (!this.#listener.dispatch(new TavleBeforeMarkEvent(fristId, mark))) return false;
    this.last = isQuiet ? undefined : {fristId, mark, title: this.#titleOf(fristId)};
    this.#deadlines.mark(fristId, mark);
    return true;
  }

  fail(fristId: number, mark: Mark, cause: unknown): void {
    this.last = {fristId, mark, title: this.#titleOf(fristId), failure: reasonOf(cause)};
    this.#listener.dispatch(new TavleErrorEvent('save', cause, {fristId}));
  }

  /** @returns Whether there was something to undo. */
  undo(): boolean {
    if (!this.last || this.last.failure !== undefined) return false;
    this.mark(this.last.fristId, opposite(this.last.mark));
    return true;
  }

  /** Repeats the last mark. */
  retry(): void {
    if (this.last) this.mark(this.last.fristId, this.last.mark);
  }

  #titleOf(fristId: number): string {
    return shorten(this.#deadlines.get(fristId)?.overskrift ?? '');
  }
}

function shorten(title: string): string {
  const [start = ''] = titleStart.exec(title) ?? [];
  return start.length < title.length ? `${start.trimEnd()} …` : title;
}

/** Returns the mark that restores the previous state. */
function opposite({isLaest, isSlettet}: Mark): Mark {
  return {
    ...(isLaest === undefined ? {} : {isLaest: !isLaest}),
    ...(isSlettet === undefined ? {} : {isSlettet: !isSlettet}),
  };
}
