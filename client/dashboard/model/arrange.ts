/**
 * Returns the names of a page in a person's order. A name that the order lacks comes after the one that precedes it on the page, so that
 * a new app appears where the page has it.
 *
 * @param names In the order of the page; one that is named twice counts once.
 * @param order May have names that the page lacks; they are left out.
 */
export function arrange(names: readonly string[], order: readonly string[]): string[] {
  const arranged = order.filter(name => names.includes(name));
  for (const [index, name] of names.entries()) {
    if (!arranged.includes(name)) arranged.splice(arranged.indexOf(names[index - 1] ?? '') + 1, 0, name);
  }
  return arranged;
}

/**
 * Moves a name to a place among some of the names; the others stay where they are.
 *
 * @param some The names among which it moves, itself included, in their order.
 * @param place From 0; beyond either end, it is that end.
 */
export function moveAmong(
  all: readonly string[],
  some: readonly string[],
  name: string,
  place: number,
): string[] {
  const moved = some.filter(other => other !== name);
  moved.splice(Math.max(place, 0), 0, name);
  return all.map(other => (some.includes(other) ? (moved.shift() ?? other) : other));
}
