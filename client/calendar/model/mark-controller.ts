import type {ReactiveControllerHost} from 'lit';

import {reasonOf} from '../../api/reason.ts';
import {TavleErrorEvent} from '../../events.ts';
import type {Reason} from '../../localize/shared-strings.ts';
import type {Notice} from '../../shared/notice.ts';
import {TavleBeforeMarkEvent} from '../events.ts';
import type {CalendarStrings} from '../strings/strings.ts';
import type {Frister} from './deadline-cache.ts';
import type {Mark} from './frist.ts';

type Host = ReactiveControllerHost & EventTarget & {refresh(): Promise<void>};

/** So many characters of a title tell which deadline it was; with more the notice hides what it stands above. */
const beginningOfTitle = /^.{0,60}/su;

interface LastMark {
  readonly fristId: number;
  readonly title: string;
  /** What the person asked for. */
  readonly mark: Mark;
  /** Why it failed, if it did. */
  readonly failure?: Reason;
}

/** What a person does to deadlines, and what there is to say of it: the last change can be undone or tried again. */
export class Changes {
  readonly #host: Host;
  readonly #frister: Frister;
  #last: LastMark | undefined;
  /** Why what is shown could not be read anew. */
  #stale: Reason | undefined;

  constructor(host: Host, frister: Frister) {
    this.#host = host;
    this.#frister = frister;
  }

  forget(): void {
    this.#last = undefined;
    this.#stale = undefined;
    this.#host.requestUpdate();
  }

  /**
   * Marks a deadline, unless the page objects.
   *
   * @returns Whether it did not.
   */
  mark(fristId: number, mark: Mark, {quietly = false} = {}): boolean {
    if (!this.#host.dispatchEvent(new TavleBeforeMarkEvent(fristId, mark))) return false;
    this.#last = quietly ? undefined : {fristId, mark, title: this.#titleOf(fristId)};
    this.#frister.mark(fristId, mark);
    return true;
  }

  markFailed(fristId: number, mark: Mark, cause: unknown): void {
    this.#last = {fristId, mark, title: this.#titleOf(fristId), failure: reasonOf(cause)};
    this.#host.dispatchEvent(new TavleErrorEvent('save', cause, {fristId}));
    // The service may have stored it all the same.
    void this.#host.refresh();
  }

  refreshed(): void {
    this.#stale = undefined;
  }

  refreshFailed(reason: Reason): void {
    this.#stale = reason;
    this.#host.requestUpdate();
  }

  /** @returns Whether there was something to undo. */
  undo(): boolean {
    const last = this.#last;
    if (!last || last.failure !== undefined) return false;
    this.mark(last.fristId, opposite(last.mark));
    return true;
  }

  /** What there is to say; the failure to save goes before the failure to read. */
  notice(strings: CalendarStrings, close: () => void): Notice | undefined {
    const last = this.#last;
    if (last?.failure !== undefined) {
      const text = `${describeFailed(last, strings)} ${strings.reasons[last.failure]}`;
      return {text, failed: true, act: () => this.mark(last.fristId, last.mark), close};
    }
    if (this.#stale !== undefined) {
      const text = `${strings.refreshFailed} ${strings.reasons[this.#stale]}`;
      return {text, failed: true, act: () => void this.#host.refresh(), close};
    }
    return last && {text: describe(last, strings), failed: false, act: () => this.undo(), close};
  }

  #titleOf(fristId: number): string {
    return shorten(this.#frister.get(fristId)?.overskrift ?? '');
  }
}

function shorten(title: string): string {
  const [beginning = ''] = beginningOfTitle.exec(title) ?? [];
  return beginning.length < title.length ? `${beginning.trimEnd()} …` : title;
}

/** What brings back what was before. */
function opposite({isLaest, isSlettet}: Mark): Mark {
  return {
    ...(isLaest === undefined ? {} : {isLaest: !isLaest}),
    ...(isSlettet === undefined ? {} : {isSlettet: !isSlettet}),
  };
}

function describe({title, mark: {isLaest, isSlettet}}: LastMark, strings: CalendarStrings): string {
  if (isSlettet !== undefined) return isSlettet ? strings.hidden(title) : strings.restored(title);
  return isLaest ? strings.markedRead(title) : strings.markedUnread(title);
}

function describeFailed({title, mark: {isLaest, isSlettet}}: LastMark, strings: CalendarStrings): string {
  if (isSlettet !== undefined) return isSlettet ? strings.hideFailed(title) : strings.restoreFailed(title);
  return isLaest ? strings.markReadFailed(title) : strings.markUnreadFailed(title);
}
