/**
 * The store has lost a document that another one needs, and that does not follow from it. The message says what is lost and what
 * a caller can do.
 */
export class DataLost extends Error {
  override readonly name = 'DataLost';
}
