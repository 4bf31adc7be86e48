import {randomBytes} from 'node:crypto';

/**
 * Returns a new token that identifies one attempt of a write, such as `mfj2k1x0.8fT-_1k2P0aQxYz1`: the time in milliseconds since
 * 1970 in base 36, a period, and 96 random bits in base64url.
 */
export function newToken(now = Date.now()): string {
  return `${now.toString(36)}.${randomBytes(12).toString('base64url')}`;
}

const processToken = randomBytes(12).toString('base64url');
let operations = 0;

/**
 * Returns an id for a write, such as `mfj2k1x0:8fT-_1k2P0aQxYz1-2s`: the time as in {@link newToken}, a colon, the token of this process
 * and a number. Random bits for each write would be slower.
 */
export function newOperation(now = Date.now()): string {
  return `${now.toString(36)}:${processToken}-${(operations++).toString(36)}`;
}

/** Returns the time of a write's id, in milliseconds since 1970; `undefined` for a text that is not an id. */
export function timeOfOperation(operation: string): number | undefined {
  const [, time] = /^([0-9a-z]{1,9}):/.exec(operation) ?? [];
  return time === undefined ? undefined : parseInt(time, 36);
}
