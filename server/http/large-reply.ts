/* Sends responses with a large document, for interface C and the form interfaces. `bounds.ts` has the longest wait. The
 * process must read and write only one such document at a time, so that other requests do not wait for several. */

import {setImmediate} from 'node:timers/promises';

import {bounds} from '../bounds.ts';
import {reserveBody} from './admission.ts';
import {entityTag} from './etag.ts';
import {jsonText} from './send.ts';
import {bytes, type Reply} from './reply.ts';
import {createTurns} from './caller-turns.ts';

/** The representation of a large document. */
export interface Shown {
  readonly value: object;
  /** Default: the digest of the text. */
  readonly tag?: string;
  /** See `ok` of `reply.ts`. */
  readonly maxAge?: () => number;
}

/**
 * A 200 with the JSON of a large document, such as a form variant of a megabyte, or a 304. The process reads and writes one such document at a time,
 * so other requests do not wait for several. Memory holds only the documents that clients have not received completely. Callers that wait take turns.
 *
 * @param size The bytes that the response occupies until it is sent. See {@link reserveBody}.
 * @param read Reads the document.
 * @param key Requests that wait with the same key share one text. Default: each request has its own.
 * @returns Throws a {@link Problem} 503 after a wait of `bounds.longResponseWaitMs`; 499 when the client has disconnected; 429 and 503 as `reserveBody` throws them.
 */
export function large(size: number, read: () => Promise<Shown>, key?: string): Reply {
  return async context => {
    const finish = await turns.take(context);
    try {
      reserveBody(context, size);
      if (key === undefined || newest?.key !== key) newest = {key, ...(await render(read))};
      const {tag, json, maxAge} = newest;
      await bytes(json, tag, maxAge?.())(context);
      await setImmediate();
    } finally {
      finish();
      if (!turns.isBusy) newest = undefined;
    }
  };
}

const turns = createTurns('large documents are read', bounds.longResponseWaitMs);

async function render(read: () => Promise<Shown>) {
  const {value, maxAge, ...shown} = await read();
  // Reading may have used up this turn of the event loop.
  await setImmediate();
  const text = jsonText(value);
  return {json: Buffer.from(text), tag: shown.tag ?? entityTag(text), maxAge};
}

/** The newest text, kept while requests wait. */
let newest: (Awaited<ReturnType<typeof render>> & {readonly key: string | undefined}) | undefined;
