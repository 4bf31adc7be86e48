import {replaceParameters} from '../../shared/page-url.ts';
import {isDate, type IsoDate} from '../model/dates.ts';
import type {FristChoice} from '../model/dialog.ts';
import type {View} from '../model/display.ts';

const dateParameter = 'tavle-dato';
const viewParameter = 'tavle-visning';
const fristParameter = 'tavle-frist';

/** What a calendar keeps in the page's URL; `undefined` for what is missing or invalid. */
export interface PageUrl {
  readonly date: IsoDate | undefined;
  readonly view: View | undefined;
  /** The deadline that is open. */
  readonly frist: FristChoice | undefined;
}

export function readPageUrl(): PageUrl {
  const {searchParams} = new URL(location.href);
  const date = searchParams.get(dateParameter) ?? '';
  const view = searchParams.get(viewParameter);
  const [, cvr, fristId] =
    /^(?:(\d{8})-)?([1-9]\d{0,14})$/.exec(searchParams.get(fristParameter) ?? '') ?? [];
  return {
    date: isDate(date) ? date : undefined,
    view: view === 'month' || view === 'list' || view === 'year' ? view : undefined,
    frist: fristId ? {fristId: Number(fristId), cvr} : undefined,
  };
}

/** Writes day and view into the page's URL, without a new entry in the browser's history. */
export function writePageUrl(date: IsoDate, view: View): void {
  replaceParameters({[dateParameter]: date, [viewParameter]: view});
}

/**
 * Writes the open deadline into the page's URL in the same way, or removes it: its number, and before it the CVR number of the company
 * unless the calendar shows that one alone.
 */
export function writeOpenDeadline(frist: FristChoice | undefined, cvrs: readonly string[] = []): void {
  const isOnly = cvrs.length === 1 && cvrs[0] === frist?.cvr;
  const value = frist?.cvr === undefined || isOnly ? frist?.fristId : `${frist.cvr}-${frist.fristId}`;
  replaceParameters({[fristParameter]: value});
}
