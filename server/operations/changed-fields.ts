import {isDeepStrictEqual} from 'node:util';

/** Returns the names of the fields whose values differ. A missing field equals null. */
export function changedFields(before: object, after: object): string[] {
  const [old, current] = [new Map(Object.entries(before)), new Map(Object.entries(after))];
  return [...new Set([...old.keys(), ...current.keys()])].filter(
    name => !isDeepStrictEqual(old.get(name) ?? null, current.get(name) ?? null),
  );
}
