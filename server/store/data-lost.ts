import type {Document} from './store.ts';

/** The store has lost a document that another one needs and that cannot be derived. The message says what is lost and what a caller can do. */
export class DataLost extends Error {
  override readonly name = 'DataLost';
}

/** Returns a document whose value can be read. @throws {DataLost} for an unreadable one: a change must not be based on it. */
export function requireReadable<Found extends Document | undefined>(found: Found): Found {
  if (!found || found.value !== undefined) return found;
  throw new DataLost(
    'What is stored of this resource cannot be read. The operator of the portal can restore it from a backup.',
  );
}
