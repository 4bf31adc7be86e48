/** Returns a number with a separator between thousands. The first call of `toLocaleString` takes milliseconds of the first rendering. */
export function groupThousands(count: number, separator: string): string {
  const thousands = Math.floor(count / 1000);
  if (!thousands) return String(count);
  return groupThousands(thousands, separator) + separator + String(count % 1000).padStart(3, '0');
}
