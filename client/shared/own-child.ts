/**
 * Removes the children that an element has added to itself, except one. A copy of an element (`cloneNode`, `innerHTML`, a page from a history
 * cache) contains those of the original.
 */
export function removeCopies(host: Element, className: string, except?: Element): void {
  for (const child of host.querySelectorAll(`:scope > .${className}`)) if (child !== except) child.remove();
}

/** Returns whether an element still has a child that it has added to itself. Scripts that morph a page remove the child, or reuse it. */
export function hasOwnChild(host: Element, className: string, child: Element | undefined): boolean {
  return child?.parentNode === host && child.classList.contains(className);
}
