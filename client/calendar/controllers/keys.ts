import {addDays, addMonths, endOfWeek, type IsoDate, startOfWeek} from '../model/dates.ts';

interface Surroundings {
  /** Whether days run from right to left. */
  readonly isRightToLeft: boolean;
  /** The first and the last day of the month that have a deadline. */
  readonly firstWithDeadline: IsoDate | undefined;
  readonly lastWithDeadline: IsoDate | undefined;
}

/**
 * Returns the day that a key navigates to, by the date grid of the ARIA Authoring Practices; Ctrl+Home and Ctrl+End are additions.
 *
 * @returns `undefined` for other keys.
 */
export function dayAfterKey(
  {key, shiftKey, ctrlKey, altKey, metaKey}: KeyboardEvent,
  day: IsoDate,
  {isRightToLeft, firstWithDeadline, lastWithDeadline}: Surroundings,
): IsoDate | undefined {
  if (altKey || metaKey) return undefined;
  if (ctrlKey) {
    if (key === 'Home') return firstWithDeadline;
    return key === 'End' ? lastWithDeadline : undefined;
  }
  const forward = isRightToLeft ? -1 : 1;
  switch (key) {
    case 'ArrowRight':
      return addDays(day, forward);
    case 'ArrowLeft':
      return addDays(day, -forward);
    case 'ArrowDown':
      return addDays(day, 7);
    case 'ArrowUp':
      return addDays(day, -7);
    case 'Home':
      return startOfWeek(day);
    case 'End':
      return endOfWeek(day);
    case 'PageDown':
      return addMonths(day, shiftKey ? 12 : 1);
    case 'PageUp':
      return addMonths(day, shiftKey ? -12 : -1);
    default:
      return undefined;
  }
}
