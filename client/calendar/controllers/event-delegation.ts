import type {CalendarModel} from '../model/calendar-model.ts';
import {dayAfterKey} from './keys.ts';

/**
 * Calls the model's actions for clicks and keys on days and deadlines. A view adds one listener of each kind to its outer element: in
 * it, elements with `data-date` are days, those with `data-id` are deadlines.
 */
export class EventDelegation {
  readonly #model: CalendarModel;
  readonly #onKeyNavigation: () => void;

  /** @param onKeyNavigation Called after a key has selected another day. */
  constructor(model: CalendarModel, onKeyNavigation: () => void) {
    this.#model = model;
    this.#onKeyNavigation = onKeyNavigation;
  }

  readonly onClick = ({target}: Event) => {
    const day = closest(target, 'data-date');
    const fristId = closest(target, 'data-id');
    if (day !== undefined) this.#model.selectDay(day);
    if (fristId !== undefined) this.#model.dialog.openFrist(Number(fristId));
    else if (day !== undefined) this.#model.dialog.openDay(day);
  };

  readonly onKeydown = (event: KeyboardEvent) => {
    const day = (event.target as Element).getAttribute('data-date');
    if (day === null) return;
    if (isPlainEnter(event)) {
      this.#model.dialog.openDay(day);
    } else {
      const next = dayAfterKey(event, day, this.#model);
      if (next === undefined) return;
      this.#model.goTo(next);
      this.#onKeyNavigation();
    }
    event.preventDefault();
  };
}

function closest(target: EventTarget | null, attribute: string): string | undefined {
  return (target as Element).closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined;
}

function isPlainEnter({key, altKey, ctrlKey, metaKey}: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && !altKey && !ctrlKey && !metaKey;
}
