import {createHash} from 'node:crypto';

/** Takes the digest of a list that is too long to hold, item by item, as an entity tag. */
export function listTag(): {add(item: string): void; tag(): string} {
  const digest = createHash('sha1');
  return {
    add: item => void digest.update(item).update('\n'),
    tag: () => `"${digest.digest('base64url')}"`,
  };
}

/** Writes pages of items as one JSON array, a piece of text for each page. */
export async function* jsonArray<Item>(
  pages: AsyncIterable<readonly Item[]>,
  toValue: (item: Item) => unknown,
): AsyncGenerator<string> {
  let separator = '[';
  for await (const page of pages) {
    let text = '';
    for (const item of page) {
      text += separator + JSON.stringify(toValue(item));
      separator = ',';
    }
    if (text) yield text;
  }
  yield separator === '[' ? '[]' : ']';
}
