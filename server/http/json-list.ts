import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';

import type {Context} from 'koa';

import {isKnown} from './conditional.ts';

/**
 * Answers a GET as {@link sendJson} does, with one JSON array that is too long to hold. The pages are walked over twice: for
 * the `ETag`, then to send them.
 */
export async function sendList<Item>(
  context: Context,
  pages: () => AsyncIterable<readonly Item[]>,
  toValue: (item: Item) => unknown,
): Promise<void> {
  const digest = createHash('sha1');
  for await (const text of jsonArray(pages(), toValue)) digest.update(text);
  if (isKnown(context, `"${digest.digest('base64url')}"`)) return;

  const texts = jsonArray(pages(), toValue);
  // Once something is out, a failure can only break the answer off.
  const first = await texts.next();
  context.type = 'application/json; charset=utf-8';
  context.body = Readable.from(withFirst(first.value ?? '', texts));
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

async function* withFirst<Piece>(first: Piece, rest: AsyncIterable<Piece>): AsyncGenerator<Piece> {
  yield first;
  yield* rest;
}
