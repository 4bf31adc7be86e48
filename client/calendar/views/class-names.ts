/** The names that are given, for a `class` attribute. */
export function classNames(...names: readonly (string | false)[]): string {
  return names.filter(Boolean).join(' ');
}
