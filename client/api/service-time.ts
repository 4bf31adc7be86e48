/** The difference, in ms, from which the device's clock counts as wrong. */
const maxDifference = 3_600_000;

/** What the device's clock lacks, in ms; 0 if it is right. */
let correction = 0;

/** Reads the `Date` header of a response (RFC 9110, section 6.6.1). */
export function readServiceTime(date: string | null): void {
  const difference = Date.parse(date ?? '') - Date.now();
  if (!Number.isNaN(difference)) correction = Math.abs(difference) > maxDifference ? difference : 0;
}

/** Returns the current time, by the service's clock if the device's differs by more than an hour. */
export function now(): Date {
  return new Date(Date.now() + correction);
}
