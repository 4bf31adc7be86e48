import type {CalendarModel} from '../model/calendar-model.ts';
import type {IsoDate} from '../model/dates.ts';
import {dayAfterKey} from './keys.ts';

/**
 * Calls the model's actions for clicks and keys on days and deadlines, with one listener of each kind for all of them: elements with
 * `data-date` are days, those with `data-id` are deadlines.
 *
 * @param onKeyNavigation Called after a key has selected another day.
 */
export function delegateEvents(
  root: HTMLElement | DocumentFragment,
  model: CalendarModel,
  onKeyNavigation: () => void,
): void {
  root.addEventListener('click', ({target}) => {
    const day = closest(target, 'data-date');
    const fristId = closest(target, 'data-id');
    if (day !== undefined) model.selectDay(day);
    if (fristId !== undefined) model.openFrist(Number(fristId));
    else if (day !== undefined) model.openDay(day);
  });
  root.addEventListener('keydown', event => {
    const target = event.target as Element;
    const day = target.getAttribute('data-date');
    if (day === null) return;
    if (isPlainEnter(event as KeyboardEvent)) {
      model.openDay(day);
    } else {
      const next = nextDay(event as KeyboardEvent, day, model, target);
      if (next === undefined) return;
      model.goTo(next);
      onKeyNavigation();
    }
    event.preventDefault();
  });
}

function closest(target: EventTarget | null, attribute: string): string | undefined {
  return (target as Element).closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined;
}

function isPlainEnter({key, altKey, ctrlKey, metaKey}: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && !altKey && !ctrlKey && !metaKey;
}

function nextDay(
  event: KeyboardEvent,
  day: IsoDate,
  {selection}: CalendarModel,
  target: Element,
): IsoDate | undefined {
  const days = [...(selection?.ofMonth.keys() ?? [])];
  return dayAfterKey(event, day, {
    isRightToLeft: getComputedStyle(target).direction === 'rtl',
    firstWithDeadline: days.at(0),
    lastWithDeadline: days.at(-1),
  });
}
