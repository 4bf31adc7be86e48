/**
 * Writes parameters into the page's URL, without a new history entry.
 *
 * @param values By name; '' or `undefined`: removes the parameter.
 */
export function replaceParameters(values: Readonly<Record<string, string | number | undefined>>): void {
  const url = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    if (value) url.searchParams.set(name, String(value));
    else url.searchParams.delete(name);
  }
  if (url.href === location.href) return;
  try {
    history.replaceState(history.state, '', url);
  } catch {
    // Some browsers limit the rate of these calls, which a repeating key exceeds.
  }
}
