import type {ReactiveControllerHost} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';
import {listen} from '../../shared/controllers/listen.ts';

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
export function measureWidth(host: Element, model: CalendarModel): void {
  model.setNarrow(isNarrowAt(host, host.getBoundingClientRect().width, model.navigation.isNarrow));
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
  const update = () => {
    model.setPrinting(query.matches || isAnnounced);
  };
  const onChange = ({type}: Event) => {
    if (type !== 'change') isAnnounced = type === 'beforeprint';
    update();
    render();
  };
  host.addController({hostConnected: update});
  listen(host, query, 'change', onChange);
  for (const type of ['beforeprint', 'afterprint']) listen(host, window, type, onChange);
}
