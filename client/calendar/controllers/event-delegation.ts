import type {CalendarModel} from '../model/calendar-model.ts';
import {firstOfMonth, type IsoDate, type IsoMonth, monthOf} from '../../frist/model/dates.ts';
import {dayAfterKey, dayAfterYearKey} from './keys.ts';

export type EventDelegation = ReturnType<typeof createEventDelegation>;

/**
 * Returns listeners that call the model's actions for clicks and keys on months, days and deadlines. A view adds them to its outer
 * element. Elements with `data-month` are months, with `data-date` days, with `data-id` and `data-cvr` deadlines.
 *
 * @param focusDay Called after a key has selected another day, or a month of the year was selected.
 * @param focusDayList Called after a key has opened the day whose deadlines are listed below the month.
 */
export function createEventDelegation(model: CalendarModel, focusDay: () => void, focusDayList: () => void) {
  /** Opens a day. Only selects it, also in another month, where the selected day's deadlines are listed. */
  const openDay = (day: IsoDate) =>
    model.navigation.hasDayList ? model.goTo(day) : model.dialog.openDay(day);
  /** Returns the day to select in a month: today, or the first one. */
  const dayOf = (month: IsoMonth) => {
    const {today} = model.navigation;
    return monthOf(today) === month ? today : firstOfMonth(month);
  };
  return {
    onClick: ({target}: Event) => {
      const day = closest(target, 'data-date');
      const fristId = closest(target, 'data-id');
      const month = closest(target, 'data-month');
      if (month !== undefined) {
        model.showMonthOf(day ?? dayOf(month));
        focusDay();
        return;
      }
      if (day !== undefined) model.selectDay(day);
      if (fristId !== undefined) void model.dialog.openFrist(Number(fristId), closest(target, 'data-cvr'));
      else if (day !== undefined) openDay(day);
    },
    onKeydown: (event: KeyboardEvent) => {
      const target = event.target as Element;
      const day = target.getAttribute('data-date');
      if (day !== null && isPlainEnter(event)) {
        openDay(day);
        if (model.navigation.hasDayList) focusDayList();
      } else {
        const isMonth = target.hasAttribute('data-month');
        const next = day === null ? isMonth && dayAfterYearKey(event, model) : dayAfterKey(event, day, model);
        if (!next) return;
        model.goTo(next);
        focusDay();
      }
      event.preventDefault();
    },
  };
}

function closest(target: EventTarget | null, attribute: string): string | undefined {
  return (target as Element).closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined;
}

function isPlainEnter({key, altKey, ctrlKey, metaKey}: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && !altKey && !ctrlKey && !metaKey;
}
