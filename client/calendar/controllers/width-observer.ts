import type {ReactiveControllerHost} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';

/** The width below which a month has no room for words, in `em`. */
const minMonthWidth = 34;

/** Updates the model when the width of the element changes between narrow and wide. */
export function watchWidth(host: ReactiveControllerHost & Element, model: CalendarModel): void {
  const observer = new ResizeObserver(([entry]) => {
    const width = entry?.contentRect.width ?? 0;
    const isNarrow = width < minMonthWidth * parseFloat(getComputedStyle(host).fontSize);
    // An element without a width is not rendered by the browser.
    if (!width || isNarrow === model.isNarrow) return;
    model.isNarrow = isNarrow;
    // A new height in a ResizeObserver's callback would be reported as an error on the page.
    requestAnimationFrame(() => host.requestUpdate());
  });
  host.addController({
    hostConnected: () => observer.observe(host),
    hostDisconnected: () => observer.disconnect(),
  });
}
