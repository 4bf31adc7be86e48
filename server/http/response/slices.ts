import {Readable} from 'node:stream';

import type {Context} from 'koa';

/** Of one write; shorter bodies are written as a whole. */
const sliceBytes = 64 * 1024;

/**
 * Sets the body of a response that Koa writes. Writes a long one in slices with back-pressure: over TLS, Node.js encrypts at once whatever
 * is written, so each connection whose client does not read would hold a copy of the body.
 */
export function setBody(context: Context, content: Buffer): void {
  if (content.length <= sliceBytes) {
    context.body = content;
    return;
  }
  context.body = Readable.from(slicesOf(content));
  context.length = content.length;
}

function* slicesOf(content: Buffer): Generator<Buffer> {
  for (let start = 0; start < content.length; start += sliceBytes)
    yield content.subarray(start, start + sliceBytes);
}
