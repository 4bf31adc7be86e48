import type {CalendarModel} from '../model/calendar-model.ts';
import {firstOfMonth, type IsoDate, type IsoMonth, monthOf} from '../../frist/model/dates.ts';
import {dayAfterKey, dayAfterYearKey} from './keys.ts';

/**
 * Calls the model's actions for clicks and keys on months, days and deadlines. A view adds one listener of each kind to its outer
 * element. Elements with `data-month` are months, with `data-date` days, with `data-id` and `data-cvr` deadlines.
 */
export class EventDelegation {
  readonly #model: CalendarModel;
  readonly #focusDay: () => void;
  readonly #focusDayList: () => void;

  /**
   * @param focusDay Called after a key has selected another day, or a month of the year was selected.
   * @param focusDayList Called after a key has opened the day whose deadlines are listed below the month.
   */
  constructor(model: CalendarModel, focusDay: () => void, focusDayList: () => void) {
    this.#model = model;
    this.#focusDay = focusDay;
    this.#focusDayList = focusDayList;
  }

  readonly onClick = ({target}: Event) => {
    const day = closest(target, 'data-date');
    const fristId = closest(target, 'data-id');
    const month = closest(target, 'data-month');
    if (month !== undefined) {
      this.#model.showMonthOf(day ?? this.#dayOf(month));
      this.#focusDay();
      return;
    }
    if (day !== undefined) this.#model.selectDay(day);
    if (fristId !== undefined)
      void this.#model.dialog.openFrist(Number(fristId), closest(target, 'data-cvr'));
    else if (day !== undefined) this.#openDay(day);
  };

  readonly onKeydown = (event: KeyboardEvent) => {
    const target = event.target as Element;
    const day = target.getAttribute('data-date');
    if (day !== null && isPlainEnter(event)) {
      this.#openDay(day);
      if (this.#model.navigation.hasDayList) this.#focusDayList();
    } else {
      const next =
        day === null
          ? target.hasAttribute('data-month') && dayAfterYearKey(event, this.#model.navigation.day)
          : dayAfterKey(event, day, this.#model);
      if (!next) return;
      this.#model.goTo(next);
      this.#focusDay();
    }
    event.preventDefault();
  };

  /** Opens a day. Only selects it, also in another month, where the selected day's deadlines are listed. */
  #openDay(day: IsoDate): void {
    if (this.#model.navigation.hasDayList) this.#model.goTo(day);
    else this.#model.dialog.openDay(day);
  }

  /** Returns the day to select in a month: today, or the first one. */
  #dayOf(month: IsoMonth): IsoDate {
    const {today} = this.#model.navigation;
    return monthOf(today) === month ? today : firstOfMonth(month);
  }
}

function closest(target: EventTarget | null, attribute: string): string | undefined {
  return (target as Element).closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined;
}

function isPlainEnter({key, altKey, ctrlKey, metaKey}: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && !altKey && !ctrlKey && !metaKey;
}
