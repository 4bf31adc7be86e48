import type {LitElement, ReactiveControllerHost} from 'lit';

import {isDate} from '../../frist/model/dates.ts';
import {type FristRef, keyOf} from '../../frist/model/frist.ts';
import {listen} from '../../shared/controllers/listen.ts';
import {replaceParameters, withParameters} from '../../shared/page-url.ts';
import {oneOf} from '../../shared/property-values.ts';
import type {CalendarModel} from '../model/calendar-model.ts';
import {type Filter, noFilter} from '../model/selection.ts';

// Connects the model of `<tavle-calendar>` with the page: width, print and URL. Only `tavle-calendar.ts` uses this
// file. You can add a parameter of the URL, or a word of the filter. Do not rename any: links of portals contain them.

/** The minimum width, in `em`, of a month that shows titles. */
const minMonthWidth = 34;

/**
 * Updates the model when the width of the element changes between narrow and wide. Renders the element when the page hides it, and opens the
 * pending deadline when the page shows it.
 */
export function watchWidth(host: LitElement, model: CalendarModel): void {
  const observer = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? 0;
    const isNarrow = isNarrowAt(host, width, model.navigation.isNarrow);
    // Browsers report an error if a callback of a ResizeObserver changes the height.
    requestAnimationFrame(() => {
      if (!width) host.requestUpdate();
      if (isNarrow !== model.navigation.isNarrow) model.setNarrow(isNarrow);
      void model.dialog.openAwaited();
    });
  });
  const observe = () => observer.observe(host.renderRoot as Element);
  host.addController({
    hostConnected: observe,
    hostUpdated() {
      if (!model.dialog.awaited) return;
      // Browsers do not report elements inside `content-visibility: hidden`, and later only a changed size. Observing again reports any size.
      observer.disconnect();
      observe();
    },
    hostDisconnected: () => observer.disconnect(),
  });
}

/** Returns whether the page shows the element, also out of sight. Safari before 17.4 has no `checkVisibility`, and no `content-visibility`. */
export function isRendered({renderRoot}: LitElement): boolean {
  const root = renderRoot as Partial<Element>;
  return root.checkVisibility?.() ?? Boolean(root.getClientRects?.().length);
}

/** Updates the model before the first load: the width determines the view and where a day opens, and the view determines the requests. */
export function measureWidth(host: HTMLElement, model: CalendarModel): void {
  // `offsetWidth` ignores transforms of the page, as the observer does.
  model.setNarrow(isNarrowAt(host, host.offsetWidth, model.navigation.isNarrow));
}

/** Returns whether a month of a width has no room for titles. @param fallback The result for an element that the browser does not render. */
function isNarrowAt(host: Element, width: number, fallback: boolean): boolean {
  return width ? width < minMonthWidth * parseFloat(getComputedStyle(host).fontSize) : fallback;
}

/**
 * Renders the host before and after the page is printed.
 *
 * @param render Renders synchronously, since the browser does not wait.
 * @returns A function that returns whether the page is being printed.
 */
export function watchPrint(host: ReactiveControllerHost, render: () => void): () => boolean {
  const query = matchMedia('print');
  let isAnnounced = false;
  const onChange = ({type}: Event) => {
    if (type !== 'change') isAnnounced = type === 'beforeprint';
    render();
  };
  host.addController({hostConnected: () => host.requestUpdate()});
  listen(host, query, 'change', onChange);
  for (const type of ['beforeprint', 'afterprint']) listen(host, window, type, onChange);
  return () => query.matches || isAnnounced;
}

// Links to pages contain these parameters, which `docs/reference/element-calendar.md` documents.
const dateParameter = 'tavle-dato';
const viewParameter = 'tavle-visning';
const fristParameter = 'tavle-frist';
const filterParameter = 'tavle-filter';

/** The words of a filter in the page's URL. */
const weeks = {'denne-uge': 'this', 'naeste-uge': 'next'} as const;
const flags = {ulaeste: 'unreadOnly', 'ikke-klaret': 'undoneOnly', skjulte: 'includeHidden'} as const;

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
    filter: parseFilter(searchParams.get(filterParameter) ?? ''),
  };
}

/** Parses the words of a filter, separated by commas. Ignores unknown words. Returns `undefined` if no word is known. */
function parseFilter(written: string): Filter | undefined {
  const words = written.split(',');
  const filter: Filter = {
    ...noFilter,
    cvr: /(?:^|,)virksomhed-(\d{8})(?![^,])/.exec(written)?.[1] ?? '',
    afsenderCvr: /(?:^|,)myndighed-(\d{8})(?![^,])/.exec(written)?.[1] ?? '',
    ...Object.fromEntries(Object.entries(flags).map(([word, name]) => [name, words.includes(word)])),
    week: Object.entries(weeks).find(([word]) => words.includes(word))?.[1] ?? '',
  };
  return formatFilter(filter) ? filter : undefined;
}

/** Returns the words of a filter; '' if the filter shows all deadlines. */
function formatFilter(filter: Filter): string {
  const words = [
    ...Object.entries(weeks).map(([word, week]) => week === filter.week && word),
    filter.cvr && `virksomhed-${filter.cvr}`,
    filter.afsenderCvr && `myndighed-${filter.afsenderCvr}`,
    ...Object.entries(flags).map(([word, name]) => filter[name] && word),
  ];
  return words.filter(word => word).join();
}

/** Writes day, view and filter into the page's URL, without a new entry in the browser's history. */
export function writePageUrl({navigation, filter}: CalendarModel): void {
  const {day, shown} = navigation;
  replaceParameters({
    [dateParameter]: day,
    [viewParameter]: shown.name,
    [filterParameter]: formatFilter(filter),
  });
}

/** Writes the open deadline into the page's URL, or removes it if none is open. Adds no entry to the history. */
export function writeOpenDeadline(frist: FristRef | undefined): void {
  replaceParameters({[fristParameter]: frist && keyOf(frist)});
}

/** Returns the URL of the page that opens a deadline. The URL names the company, since the link may be opened in a calendar of other companies. */
export function urlOf(frist: FristRef): string {
  return withParameters({[fristParameter]: keyOf(frist)});
}
