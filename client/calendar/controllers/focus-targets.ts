import type {ReactiveControllerHost} from 'lit';

import {firstInSight} from '../../shared/controllers/focus.ts';
import type {CalendarModel} from '../model/calendar-model.ts';

/** Moves the focus to the first deadline that was added to a list, since it is before the button that added it. */
export function focusAdded(
  host: ReactiveControllerHost & {readonly renderRoot: HTMLElement | DocumentFragment},
  model: CalendarModel,
): void {
  host.addController({
    hostUpdated() {
      if (!model.firstAdded) return;
      const {cvr, fristId} = model.firstAdded;
      const selector = `.agenda [data-id="${fristId}"][data-cvr="${CSS.escape(cvr)}"]`;
      host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
      model.firstAdded = undefined;
    },
  });
}

/** Moves the focus to the selected day, or in a year to its month. */
export function focusDay(root: ParentNode): void {
  selectedDay(root)?.focus();
}

/** Moves the focus to the heading of the deadlines that are listed below a month. */
export function focusDayList(root: ParentNode): void {
  root.querySelector<HTMLElement>('#day-title')?.focus();
}

/**
 * Returns the element that gets the focus when the focused one was removed: the heading of the dialog, the button of a failure, the
 * selected day, or without a month the heading. Far below the heading it is the first visible deadline, so the page doesn't scroll.
 */
export function focusFallback(root: ParentNode): HTMLElement | null | undefined {
  const find = (selector: string) => root.querySelector<HTMLElement>(selector);
  return (
    find('dialog[open] [role="heading"]') ??
    find('.failure button') ??
    selectedDay(root) ??
    firstInSight(root, '#title, .agenda .entry')
  );
}

function selectedDay(root: ParentNode): HTMLElement | null {
  return root.querySelector(':is(td, .year-month)[tabindex="0"]');
}
