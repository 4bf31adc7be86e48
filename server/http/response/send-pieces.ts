import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';

import type {Context} from 'koa';

import {bounds} from '../../limits/bounds.ts';
import {version} from '../../version.ts';
import {entityTag, privateCaching, sendNotModified, sendWithETag, withETag} from './etag.ts';
import {jsonType, send} from './send.ts';

/** The state of a request that is counted. */
export interface LongResponseState {
  /**
   * Counts the response as a long one until it is closed.
   *
   * @throws {Problem} 429 when the caller has not completely received another one from the same path.
   */
  readonly startLongResponse?: (context: Context) => void;
}

/** What determines the `ETag` of a long text, at a fraction of the cost of the text. */
export interface Versions {
  /** Yields texts that together change whenever the stored data of the text does. */
  readonly versions: () => AsyncIterable<string>;
  /** What else the text depends on, besides the URL of the request. */
  readonly basis?: string;
}

/** A text in pieces. */
export interface Pieces extends Versions {
  readonly produce: () => AsyncIterable<string>;
}

/** A JSON array in pages. */
export interface List<Item> extends Versions {
  readonly pages: () => AsyncIterable<readonly Item[]>;
  /** Returns the JSON of an item. */
  readonly toText: (item: Item) => string;
}

/**
 * Responds to a GET with a text of any length and its `ETag`, or with 304. The `ETag` of a short text is its digest. A long text is never in
 * memory as a whole, so its `ETag` comes from versions, which are read before the text: a change in between changes the next `ETag`.
 *
 * @param headers Headers of a 200, names and values in turn.
 * @throws {Problem} 429 while the caller receives a long response from the same path.
 */
export async function sendPieces(
  context: Context,
  headers: readonly string[],
  {produce, versions, basis = ''}: Pieces,
): Promise<void> {
  const short = await readShort(produce());
  if (short !== undefined) {
    sendWithETag(context, withETag(short, headers));
    return;
  }
  const digest = createHash('sha1').update(JSON.stringify([version, context.req.url, basis]));
  for await (const text of versions()) digest.update(text);
  const current = entityTag(digest);
  if (sendNotModified(context, current)) return;
  const all = ['Cache-Control', privateCaching, 'ETag', current, ...headers];
  if (context.method === 'HEAD') {
    send(context, 200, all);
    return;
  }
  (context.state as LongResponseState).startLongResponse?.(context);
  const pieces = produce()[Symbol.asyncIterator]();
  // A failure before the first byte gets the error body. A later one can only abort the response.
  const first = await pieces.next();
  for (let index = 0; index < all.length; index += 2) context.set(all[index] ?? '', all[index + 1] ?? '');
  context.body = Readable.from(withFirst(first, pieces));
}

/** Returns a text that is short, otherwise `undefined`. */
async function readShort(pieces: AsyncIterable<string>): Promise<string | undefined> {
  let text = '';
  for await (const piece of pieces) {
    text += piece;
    if (text.length > bounds.maxSinglePassBytes) return undefined;
  }
  return text;
}

/** Responds to a GET with one JSON array of any length, whose pages are read one at a time. See {@link sendPieces}. */
export function sendList<Item>(context: Context, {pages, toText, ...versions}: List<Item>): Promise<void> {
  async function* produce() {
    let separator = '[';
    for await (const page of pages()) {
      let text = '';
      for (const item of page) {
        text += separator + toText(item);
        separator = ',';
      }
      if (text) yield text;
    }
    yield separator === '[' ? '[]' : ']';
  }
  return sendPieces(context, jsonType, {produce, ...versions});
}

/** Yields bytes: Node.js 26.10 stops sending over TLS after several strings with characters beyond ASCII. */
async function* withFirst(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): AsyncGenerator<Buffer> {
  for (let next = first; !next.done; next = await rest.next()) yield Buffer.from(next.value);
}
