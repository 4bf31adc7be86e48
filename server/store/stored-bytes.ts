/** The approximate size of a document's key, version and operation. */
const documentOverhead = 200;

/** The approximate size of one index entry. */
export const entryBytes = 100;

/** Returns the approximate size of a document in the store. */
export function documentBytes(value: unknown): number {
  return documentOverhead + Buffer.byteLength(JSON.stringify(value));
}
