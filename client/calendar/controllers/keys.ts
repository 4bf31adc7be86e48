import type {CalendarModel} from '../model/calendar-model.ts';
import {addDays, addMonths, endOfWeek, type IsoDate, startOfWeek} from '../../frist/model/dates.ts';

/**
 * Returns the day that a key navigates to, by the date grid of the ARIA Authoring Practices. Additions to it are Ctrl+Home and
 * Ctrl+End: the month's first and last day with a deadline.
 *
 * @returns `undefined` for other keys.
 */
export function dayAfterKey(
  {key, shiftKey, ctrlKey, altKey, metaKey, target}: KeyboardEvent,
  day: IsoDate,
  {selection}: CalendarModel,
): IsoDate | undefined {
  if (altKey || metaKey) return undefined;
  if (ctrlKey) {
    const days = [...(selection?.listed.keys() ?? [])];
    if (key === 'Home') return days.at(0);
    return key === 'End' ? days.at(-1) : undefined;
  }
  const forward = forwardOf(target);
  const months = shiftKey ? 12 : 1;
  const days: Partial<Record<string, () => IsoDate>> = {
    ArrowRight: () => addDays(day, forward),
    ArrowLeft: () => addDays(day, -forward),
    ArrowDown: () => addDays(day, 7),
    ArrowUp: () => addDays(day, -7),
    Home: () => startOfWeek(day),
    End: () => endOfWeek(day),
    PageDown: () => addMonths(day, months),
    PageUp: () => addMonths(day, -months),
  };
  return days[key]?.();
}

/** Returns the direction of the days and months for ArrowRight: -1 where they run from right to left. */
function forwardOf(target: EventTarget | null): number {
  return getComputedStyle(target as Element).direction === 'rtl' ? -1 : 1;
}

/**
 * Returns the day that a key in the year navigates to. The number of months in a row depends on the width.
 *
 * @returns `undefined` for other keys.
 */
export function dayAfterYearKey(
  {key, shiftKey, ctrlKey, altKey, metaKey, target}: KeyboardEvent,
  {navigation}: CalendarModel,
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
  return months === undefined ? undefined : addMonths(navigation.day, months);
}

/** Returns how many elements are in the first row. */
function rowLength(elements: readonly Element[]): number {
  const tops = elements.map(each => (each as HTMLElement).offsetTop);
  return tops.filter(top => top === tops[0]).length;
}
