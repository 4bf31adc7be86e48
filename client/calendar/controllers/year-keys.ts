import {addMonths, type IsoDate} from '../model/dates.ts';
import {forwardOf} from './keys.ts';

/**
 * Returns the day that a key in the year navigates to. The number of months in a row depends on the width.
 *
 * @returns `undefined` for other keys.
 */
export function dayAfterYearKey(
  {key, shiftKey, ctrlKey, altKey, metaKey, target}: KeyboardEvent,
  day: IsoDate,
): IsoDate | undefined {
  if (shiftKey || ctrlKey || altKey || metaKey) return undefined;
  const month = Number(day.slice(5, 7));
  const months = {
    ArrowRight: forwardOf(target),
    ArrowLeft: -forwardOf(target),
    ArrowDown: rowLength(target as Element),
    ArrowUp: -rowLength(target as Element),
    Home: 1 - month,
    End: 12 - month,
    PageDown: 12,
    PageUp: -12,
  }[key];
  return months === undefined ? undefined : addMonths(day, months);
}

/** Returns how many siblings of an element are in a row. */
function rowLength({parentElement}: Element): number {
  const tops = [...(parentElement?.children ?? [])].map(each => (each as HTMLElement).offsetTop);
  return tops.filter(top => top === tops[0]).length;
}
