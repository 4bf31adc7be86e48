import type {Document} from './store.ts';

/** A document as every engine keeps it: its version, a space, its operation, a space, its value as JSON. */
export function toStoredText({version, operation, value}: Document): string {
  return `${version} ${operation} ${JSON.stringify(value)}`;
}

export function fromStoredText(text: string): Document {
  const {version, operation, end} = readHead(text);
  return {version, operation, value: JSON.parse(text.slice(end + 1))};
}

/** What a write has to know of the document that it replaces; the value is not parsed. */
export function readHead(text: string): {version: number; operation: string; end: number} {
  const space = text.indexOf(' ');
  const end = text.indexOf(' ', space + 1);
  return {version: Number(text.slice(0, space)), operation: text.slice(space + 1, end), end};
}
