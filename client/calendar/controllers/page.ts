import type {ReactiveControllerHost} from 'lit';

import {isDate, type IsoDate} from '../../frist/model/dates.ts';
import {listen} from '../../shared/controllers/listen.ts';
import {replaceParameters} from '../../shared/page-url.ts';
import {oneOf} from '../../shared/property-values.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import type {FristChoice} from '../model/dialog.ts';
import type {ViewName} from '../model/selection.ts';

/** The minimum width, in `em`, of a month with words. */
const minMonthWidth = 34;

/** Updates the model when the width of the element changes between narrow and wide. */
export function watchWidth(host: ReactiveControllerHost & Element, model: CalendarModel): void {
  const observer = new ResizeObserver(([entry]) => {
    const isNarrow = isNarrowAt(host, entry?.contentRect.width ?? 0, model.navigation.isNarrow);
    if (isNarrow === model.navigation.isNarrow) return;
    // Browsers report a new height in a ResizeObserver's callback as an error.
    requestAnimationFrame(() => model.setNarrow(isNarrow));
  });
  host.addController({
    hostConnected: () => observer.observe(host),
    hostDisconnected: () => observer.disconnect(),
  });
}

/** Updates the model before the first load: the width determines the view and where a day opens, and the view determines the requests. */
export function measureWidth(host: HTMLElement, model: CalendarModel): void {
  // Without the transforms of the page, as in the observer.
  model.setNarrow(isNarrowAt(host, host.offsetWidth, model.navigation.isNarrow));
}

/** @param fallback The result for an element that the browser does not render. */
function isNarrowAt(host: Element, width: number, fallback: boolean): boolean {
  return width ? width < minMonthWidth * parseFloat(getComputedStyle(host).fontSize) : fallback;
}

/**
 * Updates the model when the page is printed.
 *
 * @param render Renders synchronously, since the browser does not wait.
 */
export function watchPrint(host: ReactiveControllerHost, model: CalendarModel, render: () => void): void {
  const query = matchMedia('print');
  let isAnnounced = false;
  const update = () => model.setPrinting(query.matches || isAnnounced);
  const onChange = ({type}: Event) => {
    if (type !== 'change') isAnnounced = type === 'beforeprint';
    update();
    render();
  };
  host.addController({hostConnected: update});
  listen(host, query, 'change', onChange);
  for (const type of ['beforeprint', 'afterprint']) listen(host, window, type, onChange);
}

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
export function writePageUrl(date: IsoDate, view: ViewName): void {
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
