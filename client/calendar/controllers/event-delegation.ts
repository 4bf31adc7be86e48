import type {IsoDate} from '../model/dates.ts';

/** What people can ask for by a click or a key on a day or a deadline. */
export interface Gestures {
  openFrist(fristId: number): void;
  openDay(day: IsoDate): void;
  /** Chooses the day without opening it. */
  choose(day: IsoDate): void;
  /** Does what a key means on a day. @returns Whether it means anything. */
  pressOn(day: IsoDate, event: KeyboardEvent): boolean;
}

/** Listens once for all that is rendered into a root: elements with `data-date` are days, those with `data-id` deadlines. */
export function listenFor(gestures: Gestures, root: EventTarget): void {
  root.addEventListener('click', ({target}) => {
    const day = closest(target, 'data-date');
    const fristId = closest(target, 'data-id');
    if (day !== undefined) gestures.choose(day);
    if (fristId !== undefined) gestures.openFrist(Number(fristId));
    else if (day !== undefined) gestures.openDay(day);
  });
  root.addEventListener('keydown', event => {
    const day = (event.target as Element).getAttribute('data-date');
    if (day === null) return;
    const isEnter = isPlainEnter(event as KeyboardEvent);
    if (isEnter) gestures.openDay(day);
    if (isEnter || gestures.pressOn(day, event as KeyboardEvent)) event.preventDefault();
  });
}

function closest(target: EventTarget | null, attribute: string): string | undefined {
  return (target as Element).closest(`[${attribute}]`)?.getAttribute(attribute) ?? undefined;
}

function isPlainEnter({key, altKey, ctrlKey, metaKey}: KeyboardEvent): boolean {
  return (key === 'Enter' || key === ' ') && !altKey && !ctrlKey && !metaKey;
}
