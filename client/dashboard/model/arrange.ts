/**
 * Returns the names of a page in a person's order. A name that is missing in the order follows the one that precedes it on the page.
 *
 * @param names In the order of the page. Duplicates are ignored.
 * @param order Names that are not on the page are ignored.
 */
export function arrange(names: readonly string[], order: readonly string[]): string[] {
  const arranged = order.filter(name => names.includes(name));
  for (const [index, name] of names.entries()) {
    if (!arranged.includes(name)) arranged.splice(arranged.indexOf(names[index - 1] ?? '') + 1, 0, name);
  }
  return arranged;
}

/**
 * Moves a name to a place among some of the names. The others keep their places.
 *
 * @param some The names among which it moves, itself included, in their order.
 * @param place From 0. Clamped to the ends.
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
