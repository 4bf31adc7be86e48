/* Sends responses with a large document, for interface C and the form interfaces. `bounds.ts` has the longest wait. The
 * process must read and write only one such document at a time, so that other requests do not wait for several. Callers
 * that wait must take turns (`startNext`). */

import {setImmediate} from 'node:timers/promises';

import {bounds} from '../bounds.ts';
import {Problem} from '../problem.ts';
import {callerOf, reserveBody} from './admission.ts';
import {entityTag} from './etag.ts';
import {jsonText} from './send.ts';
import {bytes, type Reply} from './reply.ts';

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
 * @returns Throws a {@link Problem} 503 after a wait of `bounds.longResponseWaitMs`; 429 and 503 as `reserveBody` throws them.
 */
export function large(size: number, read: () => Promise<Shown>, key?: string): Reply {
  return async context => {
    const finish = await takeTurn(callerOf(context));
    try {
      if (context.res.destroyed) return;
      reserveBody(context, size);
      if (key === undefined || newest?.key !== key) newest = {key, ...(await render(read))};
      const {tag, json, maxAge} = newest;
      await bytes(json, tag, maxAge?.())(context);
      await setImmediate();
    } finally {
      finish();
    }
  };
}

async function render(read: () => Promise<Shown>) {
  const {value, maxAge, ...shown} = await read();
  // Reading may have used up this turn of the event loop.
  await setImmediate();
  const text = jsonText(value);
  return {json: Buffer.from(text), tag: shown.tag ?? entityTag(text), maxAge};
}

/** The newest text, kept while requests wait. */
let newest: (Awaited<ReturnType<typeof render>> & {readonly key: string | undefined}) | undefined;

/** The requests that wait, by caller, in the order of the callers' next turns. */
const waiting = new Map<string, (() => void)[]>();
let isBusy = false;

/** Waits for a turn. Returns the function that ends the turn. */
async function takeTurn(caller: string): Promise<() => void> {
  const until = performance.now() + bounds.longResponseWaitMs;
  if (isBusy) {
    const queue = waiting.get(caller) ?? [];
    waiting.set(caller, queue);
    await new Promise<void>(resolve => queue.push(resolve));
  }
  isBusy = true;
  if (performance.now() <= until) return startNext;
  startNext();
  throw new Problem(503, 'Too many large documents are read at once. Try again in a moment.', {
    headers: {'Retry-After': '1'},
  });
}

function startNext(): void {
  const [next] = waiting;
  isBusy = next !== undefined;
  if (!next) {
    newest = undefined;
    return;
  }
  const [caller, queue] = next;
  const start = queue.shift();
  waiting.delete(caller);
  if (queue.length) waiting.set(caller, queue);
  start?.();
}
