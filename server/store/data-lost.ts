import type {Document} from './store.ts';

/**
 * The store has lost a document that another one needs, and that does not follow from it. The message says what is lost and what
 * a caller can do.
 */
export class DataLost extends Error {
  override readonly name = 'DataLost';
}

/** Lets a document through whose value can be read. @throws {DataLost} for another one: no change may be made on its word. */
export function requireReadable<Found extends Document | undefined>(found: Found): Found {
  if (!found || found.value !== undefined) return found;
  throw new DataLost(
    'What is stored of this resource cannot be read. The operator of the portal can restore it from a backup.',
  );
}
