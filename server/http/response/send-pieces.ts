import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';

import type {Context} from 'koa';

import {bounds} from '../../limits/bounds.ts';
import {entityTag, isKnown} from './conditional.ts';

/**
 * Responds to a GET with a text of any length and its `ETag`, or with 304. A short text is produced once. A long one is
 * produced twice, once for the `ETag` and once to send it, so that no request holds it in memory.
 *
 * @param type The `Content-Type`.
 * @param produce Returns the pieces of the text; called at most twice.
 */
export async function sendPieces(
  context: Context,
  type: string,
  produce: () => AsyncIterable<string>,
): Promise<void> {
  const digest = createHash('sha1');
  let held = '';
  let length = 0;
  for await (const piece of produce()) {
    digest.update(piece);
    length += piece.length;
    held = length <= bounds.maxSinglePassBytes ? held + piece : '';
  }
  if (isKnown(context, entityTag(digest))) return;

  if (length <= bounds.maxSinglePassBytes) {
    context.type = type;
    context.body = held;
    return;
  }
  const pieces = produce()[Symbol.asyncIterator]();
  // A failure before the first byte still gets the error body; a later one can only break the response off.
  const first = await pieces.next();
  context.type = type;
  context.body = Readable.from(withFirst(first, pieces));
}

/** Yields bytes: Node.js 26.10 stops sending over TLS after several strings with characters beyond ASCII. */
async function* withFirst(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): AsyncGenerator<Buffer> {
  for (let next = first; !next.done; next = await rest.next()) yield Buffer.from(next.value);
}
