import type {ReactiveControllerHost} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';

/** The width below which a month has no room for words, in `em`. */
const minMonthWidth = 34;

/** Updates the model when the width of the element changes between narrow and wide. */
export function watchWidth(host: ReactiveControllerHost & Element, model: CalendarModel): void {
  const observer = new ResizeObserver(([entry]) => {
    const isNarrow = isNarrowAt(host, entry?.contentRect.width ?? 0, model.isNarrow);
    if (isNarrow === model.isNarrow) return;
    model.isNarrow = isNarrow;
    // A new height in a ResizeObserver's callback would be reported as an error on the page.
    requestAnimationFrame(() => host.requestUpdate());
  });
  host.addController({
    hostConnected: () => observer.observe(host),
    hostDisconnected: () => observer.disconnect(),
  });
}

/** Updates the model before the first load: the view depends on the room, and what is loaded on the view. */
export function measureWidth(host: Element, model: CalendarModel): void {
  model.isNarrow = isNarrowAt(host, host.getBoundingClientRect().width, model.isNarrow);
}

/** @param fallback For an element without a width: it is not rendered by the browser. */
function isNarrowAt(host: Element, width: number, fallback: boolean): boolean {
  return width ? width < minMonthWidth * parseFloat(getComputedStyle(host).fontSize) : fallback;
}
