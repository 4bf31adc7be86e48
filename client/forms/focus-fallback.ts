/**
 * Returns the element that gets the focus when the focused one was removed: the heading. Far below it, the first visible heading or link,
 * so the page doesn't scroll.
 */
export function focusFallback(root: ParentNode): HTMLElement | null {
  return (
    [...root.querySelectorAll<HTMLElement>('.heading, a:not([part=back])')].find(
      each => each.getBoundingClientRect().top >= 0,
    ) ?? root.querySelector<HTMLElement>('.heading')
  );
}
