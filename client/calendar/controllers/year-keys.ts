import {addMonths, type IsoDate} from '../../frist/model/dates.ts';
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
  const siblings = [...((target as Element).parentElement?.children ?? [])];
  const index = siblings.indexOf(target as Element);
  const months = {
    ArrowRight: forwardOf(target),
    ArrowLeft: -forwardOf(target),
    ArrowDown: rowLength(siblings),
    ArrowUp: -rowLength(siblings),
    Home: -index,
    End: siblings.length - 1 - index,
    PageDown: 12,
    PageUp: -12,
  }[key];
  return months === undefined ? undefined : addMonths(day, months);
}

/** Returns how many elements are in the first row. */
function rowLength(elements: readonly Element[]): number {
  const tops = elements.map(each => (each as HTMLElement).offsetTop);
  return tops.filter(top => top === tops[0]).length;
}
