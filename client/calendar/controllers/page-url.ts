import {isDate, type IsoDate} from '../model/dates.ts';
import type {View} from '../views/toolbar.ts';

const dateParameter = 'tavle-dato';
const viewParameter = 'tavle-visning';

/** What the page's URL says of the calendar; what is not one of ours counts as nothing. */
export function readPageUrl(): {date: IsoDate | undefined; view: View | undefined} {
  const {searchParams} = new URL(location.href);
  const date = searchParams.get(dateParameter) ?? '';
  const view = searchParams.get(viewParameter);
  return {
    date: isDate(date) ? date : undefined,
    view: view === 'month' || view === 'list' ? view : undefined,
  };
}

/** Keeps them in the page's URL, without a new entry in the browser's history. */
export function writePageUrl(date: IsoDate, view: View): void {
  const url = new URL(location.href);
  url.searchParams.set(dateParameter, date);
  url.searchParams.set(viewParameter, view);
  try {
    history.replaceState(history.state, '', url);
  } catch {
    // Some browsers refuse this while it is asked for too often, as by a key that is held down.
  }
}
