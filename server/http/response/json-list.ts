import type {Context} from 'koa';

import {sendPieces} from './send-pieces.ts';

/**
 * Responds to a GET with one JSON array of any length, its pages read from the store one at a time.
 *
 * @param toText Returns the JSON of an item.
 */
export function sendList<Item>(
  context: Context,
  pages: () => AsyncIterable<readonly Item[]>,
  toText: (item: Item) => string,
): Promise<void> {
  return sendPieces(context, 'application/json; charset=utf-8', () => jsonArray(pages(), toText));
}

/** Writes pages of items as one JSON array, a piece of text for each page. */
async function* jsonArray<Item>(
  pages: AsyncIterable<readonly Item[]>,
  toText: (item: Item) => string,
): AsyncGenerator<string, undefined> {
  let separator = '[';
  for await (const page of pages) {
    let text = '';
    for (const item of page) {
      text += separator + toText(item);
      separator = ',';
    }
    if (text) yield text;
  }
  yield separator === '[' ? '[]' : ']';
}
