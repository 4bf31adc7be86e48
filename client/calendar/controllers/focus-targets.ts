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
    [...root.querySelectorAll<HTMLElement>('#title, .agenda .entry')].find(isBelowTop) ??
    find('#title')
  );
}

function selectedDay(root: ParentNode): HTMLElement | null {
  return root.querySelector(':is(td, .year-month)[tabindex="0"]');
}

function isBelowTop(element: HTMLElement): boolean {
  return element.getBoundingClientRect().top >= 0;
}
