import type {View} from '../model/calendar-model.ts';
import {isDate, type IsoDate} from '../model/dates.ts';

const dateParameter = 'tavle-dato';
const viewParameter = 'tavle-visning';

/** Returns the day and the view in the page's URL; `undefined` for missing and invalid ones. */
export function readPageUrl(): {date: IsoDate | undefined; view: View | undefined} {
  const {searchParams} = new URL(location.href);
  const date = searchParams.get(dateParameter) ?? '';
  const view = searchParams.get(viewParameter);
  return {
    date: isDate(date) ? date : undefined,
    view: view === 'month' || view === 'list' || view === 'year' ? view : undefined,
  };
}

/** Writes day and view into the page's URL, without a new entry in the browser's history. */
export function writePageUrl(date: IsoDate, view: View): void {
  const url = new URL(location.href);
  url.searchParams.set(dateParameter, date);
  url.searchParams.set(viewParameter, view);
  try {
    history.replaceState(history.state, '', url);
  } catch {
    // Some browsers limit the rate of these calls, which a held key exceeds.
  }
}
