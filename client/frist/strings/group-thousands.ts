/** Returns a number with a separator between thousands. The first call of `toLocaleString` takes milliseconds of the first rendering. */
export function groupThousands(count: number, separator: string): string {
  return String(count).replace(/\B(?=(\d{3})+$)/g, separator);
}
