import type {Context} from 'koa';

import {sendPieces} from './send-pieces.ts';

/** Responds to a GET with one JSON array of any length, its pages read from the store one at a time. */
export function sendList<Item>(
  context: Context,
  pages: () => AsyncIterable<readonly Item[]>,
  toValue: (item: Item) => unknown,
): Promise<void> {
  return sendPieces(context, 'application/json; charset=utf-8', () => jsonArray(pages(), toValue));
}

/** Writes pages of items as one JSON array, a piece of text for each page. */
async function* jsonArray<Item>(
  pages: AsyncIterable<readonly Item[]>,
  toValue: (item: Item) => unknown,
): AsyncGenerator<string, undefined> {
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
