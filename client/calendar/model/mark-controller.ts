import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {ModelListener} from '../../shared/model-listener.ts';
import {TavleBeforeMarkEvent} from '../events.ts';
import type {Deadlines} from './deadlines.ts';
import type {FristRef, Mark} from '../../frist/model/frist.ts';

/** The maximum length of a title in the notice: a longer one would cover more of the page. */
const titleStart = /^.{0,60}/su;

/** The last change of a deadline. */
export interface LastMark extends FristRef {
  readonly title: string;
  readonly mark: Mark;
  /** Why it was not saved. */
  readonly failure?: Reason;
}

/** Marks deadlines, and undoes or retries the last mark. */
export class MarkController {
  readonly #deadlines: Deadlines;
  readonly #listener: ModelListener;
  /** The last change, if there is a notice about it. */
  last: LastMark | undefined;

  constructor(deadlines: Deadlines, listener: ModelListener) {
    this.#deadlines = deadlines;
    this.#listener = listener;
  }

  /**
   * Marks a deadline, unless the page cancels it.
   *
   * @param options.isQuiet Whether there is no notice about it.
   * @returns Whether the deadline is marked.
   */
  mark({cvr, fristId}: FristRef, mark: Mark, {isQuiet = false} = {}): boolean {
    if (!this.#listener.dispatch(new TavleBeforeMarkEvent({cvr, fristId}, mark))) return false;
    this.last = isQuiet ? undefined : this.#last({cvr, fristId}, mark);
    this.#deadlines.mark({cvr, fristId}, mark);
    return true;
  }

  fail({cvr, fristId}: FristRef, mark: Mark, cause: unknown): void {
    this.last = {...this.#last({cvr, fristId}, mark), failure: reasonOf(cause)};
    this.#listener.dispatch(new TavleErrorEvent('save', cause, {cvr, fristId}));
  }

  /** @returns Whether there was something to undo. */
  undo(): boolean {
    if (!this.last || this.last.failure !== undefined) return false;
    this.mark(this.last, opposite(this.last.mark));
    return true;
  }

  /** Repeats the last mark. */
  retry(): void {
    if (this.last) this.mark(this.last, this.last.mark);
  }

  #last({cvr, fristId}: FristRef, mark: Mark): LastMark {
    return {cvr, fristId, mark, title: shorten(this.#deadlines.get({cvr, fristId})?.overskrift ?? '')};
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
