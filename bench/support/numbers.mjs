/** @param {readonly number[]} numbers */
export function median(numbers) {
  const sorted = [...numbers].sort((one, other) => one - other);
  return sorted[Math.floor(sorted.length / 2)] ?? NaN;
}
