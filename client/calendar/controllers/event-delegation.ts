import {addDays, addMonths, endOfWeek, type IsoDate, startOfWeek} from '../../frist/model/dates.ts';
import {firstInSight} from '../../shared/controllers/focus.ts';
import {isBrowsers, isModified, useKey} from '../../shared/controllers/gestures.ts';
import type {Direction} from '../model/agenda.ts';
import type {CalendarModel} from '../model/calendar-model.ts';

// Turns clicks and keys in the calendar's views into actions of its model. `tavle-calendar.ts` creates the listeners,
// and each view adds them to its outer element. Add a key in `dayAfterKey` or `dayAfterYearKey`. Keep the keys of the
// ARIA date grid, which people with a keyboard or a screen reader expect.

export type EventDelegation = ReturnType<typeof createEventDelegation>;

/**
 * Returns listeners that call the model's actions for clicks and keys on months, days and deadlines. Also returns `focus`. A view adds the
 * listeners to its outer element. `data-month` marks a month, `data-date` a day, `data-id` and `data-cvr` a deadline.
 *
 * @param isSelection Returns whether a click ends the selection of a text.
 * @param focus Focuses an element after the next rendering.
 */
export function createEventDelegation(
  model: CalendarModel,
  isSelection: (click: MouseEvent) => boolean,
  focus: (selector: string) => void,
) {
  /** Opens a day. In a narrow month, which lists the selected day's deadlines below it, only selects the day. */
  const openDay = (day: IsoDate) =>
    model.navigation.hasDayList ? model.goTo(day) : model.dialog.openDay(day);
  return {
    focus,
    onClick: (click: MouseEvent) => {
      if (isSelection(click) || isBrowsers(click)) return;
      const {target} = click;
      const day = closest(target, 'data-date');
      const fristId = closest(target, 'data-id');
      const month = closest(target, 'data-month');
      if (month !== undefined) {
        model.showMonthOf(day ?? model.navigation.startOf(month));
        focus(selectedDay);
        return;
      }
      if (day !== undefined) model.selectDay(day);
      if (fristId !== undefined) void model.dialog.openFrist(Number(fristId), closest(target, 'data-cvr'));
      else if (day !== undefined) openDay(day);
    },
    onKeydown: (event: KeyboardEvent) => {
      const target = event.target as Element;
      const day = target.getAttribute('data-date');
      if (day !== null && /^(Enter| )$/.test(event.key) && !isModified(event)) {
        openDay(day);
        if (model.navigation.hasDayList) focus('#day-title');
      } else {
        const isMonth = target.hasAttribute('data-month');
        const next = day === null ? isMonth && dayAfterYearKey(event, model) : dayAfterKey(event, day, model);
        if (!next) return;
        model.goTo(next);
        focus(selectedDay);
      }
      useKey(event);
    },
    /** Adds deadlines to the list. Focuses the first added later deadline, since it is now before the button that was pressed. */
    extend: async (direction: Direction) => {
      const added = await model.extend(direction);
      if (added) focus(`.agenda [data-id="${added.fristId}"][data-cvr="${CSS.escape(added.cvr)}"]`);
    },
  };
}

/** Matches the selected day, or in a year its month. */
const selectedDay = ':is(td, .year-month)[tabindex="0"]';

/**
 * Returns the element that gets the focus when the focused one was removed. This is the first that exists of: the heading of the dialog, the
 * button of a failure, the heading of a text in place of the calendar, the selected day, the title. If the title is out of sight, returns the
 * first visible deadline of the list, so the page doesn't scroll.
 */
export function focusFallback(root: ParentNode): HTMLElement | null | undefined {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  return (
    find('dialog[open] [role="heading"]') ??
    find('.failure button') ??
    find('.empty .heading') ??
    find(selectedDay) ??
    firstInSight(root, '#title, .agenda .entry')
  );
}

function closest(target: EventTarget | null, attribute: string): string | undefined {
  return (target as Element).closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined;
}

/**
 * Returns the day that a key navigates to, by the date grid of the ARIA Authoring Practices. Additions to it are Ctrl+Home and
 * Ctrl+End: the month's first and last day with a deadline.
 *
 * @returns `undefined` for other keys.
 */
function dayAfterKey(
  {key, shiftKey, ctrlKey, altKey, metaKey, target}: KeyboardEvent,
  day: IsoDate,
  {selection}: CalendarModel,
): IsoDate | undefined {
  if (altKey || metaKey || (shiftKey && (ctrlKey || !key.startsWith('Page')))) return undefined;
  if (ctrlKey) {
    const days = [...(selection?.listed.keys() ?? [])];
    return {Home: days.at(0), End: days.at(-1)}[key];
  }
  const forward = forwardOf(target);
  const months = shiftKey ? 12 : 1;
  return {
    ArrowRight: addDays(day, forward),
    ArrowLeft: addDays(day, -forward),
    ArrowDown: addDays(day, 7),
    ArrowUp: addDays(day, -7),
    Home: startOfWeek(day),
    End: endOfWeek(day),
    PageDown: addMonths(day, months),
    PageUp: addMonths(day, -months),
  }[key];
}

/**
 * Returns the day that a key in the year navigates to. ArrowUp and ArrowDown move by a row of months, whose length depends on the width.
 *
 * @returns `undefined` for other keys.
 */
function dayAfterYearKey(event: KeyboardEvent, {navigation}: CalendarModel): IsoDate | undefined {
  if (isModified(event)) return undefined;
  const {key, target} = event;
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

/** Returns the number of days or months that ArrowRight moves: 1, or -1 where text runs from right to left. */
function forwardOf(target: EventTarget | null): number {
  return getComputedStyle(target as Element).direction === 'rtl' ? -1 : 1;
}

/** Returns how many elements are in the first row. */
function rowLength(elements: readonly Element[]): number {
  const tops = elements.map(each => (each as HTMLElement).offsetTop);
  return tops.filter(top => top === tops[0]).length;
}
