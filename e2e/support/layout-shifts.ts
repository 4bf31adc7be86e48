import type {Page} from 'playwright/test';

/** A shift as the browser reports it (https://wicg.github.io/layout-instability/). */
interface LayoutShift extends PerformanceEntry {
  readonly value: number;
  readonly sources: readonly {readonly node: Node | null; readonly currentRect: DOMRectReadOnly}[];
}

/**
 * Records the layout shifts of pages that are opened later.
 *
 * @param aside Selects elements whose shifts are ignored.
 * @returns A function that returns the shifts of the current page: their values, and which element moved where.
 */
export async function watchLayoutShifts(page: Page, aside = ':not(*)'): Promise<() => Promise<string[]>> {
  await page.addInitScript(selector => {
    const shifts: string[] = [];
    Object.assign(globalThis, {shifts});
    const isAside = ({x, y, width, height}: DOMRectReadOnly) => {
      const area = document.querySelector(selector)?.getBoundingClientRect();
      return area && x >= area.left && y >= area.top && x + width <= area.right && y + height <= area.bottom;
    };
    new PerformanceObserver(list => {
      for (const {value, sources} of list.getEntries() as LayoutShift[]) {
        const moved = sources.filter(({currentRect}) => !isAside(currentRect));
        // Elements in a shadow root have no node here.
        const told = moved.map(({node, currentRect: {x, y, width, height}}) =>
          [node?.nodeName ?? 'within an element', x, y, width, height].join(' '),
        );
        if (told.length) shifts.push(`${value.toFixed(4)}: ${told.join(', ')}`);
      }
    }).observe({type: 'layout-shift', buffered: true});
  }, aside);
  return async () => {
    // The browser reports a shift after its frame.
    await page.evaluate(
      () =>
        new Promise(resolve =>
          requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve, 50))),
        ),
    );
    return page.evaluate(() => (globalThis as unknown as {shifts: string[]}).shifts);
  };
}
