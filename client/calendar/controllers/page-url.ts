import {replaceParameters} from '../../shared/page-url.ts';
import {oneOf} from '../../shared/property-values.ts';
import {isDate, type IsoDate} from '../../frist/model/dates.ts';
import type {FristChoice} from '../model/dialog.ts';
import type {View} from '../model/selection.ts';

// Links to pages contain these parameters, which `docs/reference/element-calendar.md` documents.
const dateParameter = 'tavle-dato';
const viewParameter = 'tavle-visning';
const fristParameter = 'tavle-frist';

/** Returns the state of a calendar in the page's URL; `undefined` for missing or invalid values. */
export function readPageUrl() {
  const {searchParams} = new URL(location.href);
  const date = searchParams.get(dateParameter) ?? '';
  const [, cvr, fristId] =
    /^(?:(\d{8})-)?([1-9]\d{0,14})$/.exec(searchParams.get(fristParameter) ?? '') ?? [];
  return {
    date: isDate(date) ? date : undefined,
    view: oneOf('month', 'list', 'year')(searchParams.get(viewParameter)),
    frist: fristId ? {fristId: Number(fristId), cvr} : undefined,
  };
}

/** Writes day and view into the page's URL, without a new entry in the browser's history. */
export function writePageUrl(date: IsoDate, view: View): void {
  replaceParameters({[dateParameter]: date, [viewParameter]: view});
}

/**
 * Writes the open deadline into the page's URL in the same way, or removes it: the company's CVR number, unless the calendar only shows
 * that one, and the deadline's number.
 */
export function writeOpenDeadline(frist: FristChoice | undefined, cvrs: readonly string[] = []): void {
  const isOnly = cvrs.length === 1 && cvrs[0] === frist?.cvr;
  const value = frist?.cvr === undefined || isOnly ? frist?.fristId : `${frist.cvr}-${frist.fristId}`;
  replaceParameters({[fristParameter]: value});
}
