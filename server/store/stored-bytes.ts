/** About what an engine needs for a document in addition to its value: key, version and operation. */
const documentOverhead = 200;

/** About what an engine needs for one index entry. */
export const entryBytes = 100;

/** Returns about how many bytes a document takes in the store. */
export function documentBytes(value: unknown): number {
  return documentOverhead + Buffer.byteLength(JSON.stringify(value));
}
