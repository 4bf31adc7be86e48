import {createHash, type Hash} from 'node:crypto';
import {Readable} from 'node:stream';

import type {Context} from 'koa';
import {LRUCache} from 'lru-cache';

import {bounds} from '../../limits/bounds.ts';
import {entityTag, isNotModified, privateCaching, sendWithETag, withETag} from './etag.ts';
import {jsonType} from './send.ts';

/**
 * Responds to a GET with a text of any length and its `ETag`, or with 304. A short text is produced once. A long one is produced twice,
 * once for the `ETag` and once to send it, so that it is never in memory as a whole.
 *
 * @param headers Headers of a 200, names and values in turn.
 * @param produce Returns the pieces of the text. Called at most twice.
 * @param tag Returns a short text with its `ETag`. Default: computes it.
 */
export async function sendPieces(
  context: Context,
  headers: readonly string[],
  produce: () => AsyncIterable<string>,
  tag = (body: string) => withETag(body, headers),
): Promise<void> {
  let digest: Hash | undefined;
  let buffered = '';
  for await (const piece of produce()) {
    buffered += piece;
    if (buffered.length <= bounds.maxSinglePassBytes) continue;
    digest = (digest ?? createHash('sha1')).update(buffered);
    buffered = '';
  }
  if (!digest) {
    sendWithETag(context, tag(buffered));
    return;
  }
  context.set('Cache-Control', privateCaching);
  if (isNotModified(context, entityTag(digest.update(buffered)))) return;
  const pieces = produce()[Symbol.asyncIterator]();
  // A failure before the first byte gets the error body. A later one can only abort the response.
  const first = await pieces.next();
  for (let index = 0; index < headers.length; index += 2)
    context.set(headers[index] ?? '', headers[index + 1] ?? '');
  context.body = Readable.from(withFirst(first, pieces));
}

/** Responds to a GET with one JSON array of any length, whose pages are read one at a time. @param toText Returns the JSON of an item. */
export function sendList<Item>(
  context: Context,
  pages: () => AsyncIterable<readonly Item[]>,
  toText: (item: Item) => string,
): Promise<void> {
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
  return sendPieces(context, jsonType, produce, body => taggedList(context.req.url ?? '', body));
}

/** The last list of each URL: a comparison with the next one is faster than a digest. */
const lists = new LRUCache<string, ReturnType<typeof withETag>>({
  maxSize: bounds.maxRememberedListBytes,
  sizeCalculation: ({body}, url) => body.length + url.length,
});

function taggedList(url: string, body: string): ReturnType<typeof withETag> {
  const known = lists.get(url);
  if (known?.body === body) return known;
  const list = withETag(body, jsonType);
  lists.set(url, list);
  return list;
}

/** Yields bytes: Node.js 26.10 stops sending over TLS after several strings with characters beyond ASCII. */
async function* withFirst(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): AsyncGenerator<Buffer> {
  for (let next = first; !next.done; next = await rest.next()) yield Buffer.from(next.value);
}
