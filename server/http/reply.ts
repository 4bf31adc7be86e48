import type {Context} from 'koa';
import {createHash} from 'node:crypto';
import {Readable} from 'node:stream';

import {bounds} from '../bounds.ts';
import {version} from '../package.ts';
import {statusBody} from '../problem.ts';
import {requirePlace, startLongResponse} from './admission.ts';
import {entityTag, isKnown} from './etag.ts';
import {jsonText, send, setBody} from './send.ts';
import {createTurns} from './caller-turns.ts';

/** Writes the response to a request. Handlers return it, and `operations/routes.ts` calls it once the audit log has the
 * change. For another kind of response, add a function that returns a `Reply`. Only an operation that sets `maxAge` may
 * let shared caches keep the response. */
export type Reply = (context: Context) => void | Promise<void>;

const jsonType = 'application/json; charset=utf-8';

/** The response is specific to the caller: shared caches do not store it, and private ones revalidate it each time. */
const privateCaching = 'private, no-cache';

interface Representation {
  /** Default: the digest of the text. */
  readonly tag?: string;
  /** For how many seconds any cache may keep the response. Default: only private caches keep it, and revalidate it each time. */
  readonly maxAge?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** A 200 with JSON. A GET gets an `ETag`, or 304 if the client has the current one. No cache may store the response to a change. */
export function ok(value: object, representation: Representation = {}): Reply {
  return context => {
    if (context.method !== 'GET' && context.method !== 'HEAD') return uncached(200, value)(context);
    return content(jsonType, jsonText(value), representation)(context);
  };
}

/**
 * A 201 with JSON. `Location` is the path of the URL (RFC 9110, section 10.2.2), so it works at each of the service's hosts: the public one, and the
 * one for certificates.
 *
 * @param location The public URL of the created resource. Default: no resource was created.
 */
export function created(value: object, location?: string): Reply {
  return context => {
    if (location !== undefined) context.set('Location', new URL(location).pathname);
    return uncached(201, value)(context);
  };
}

/** A 200 that says that a change was made. */
export const receipt = (message?: string): Reply => uncached(200, statusBody(200, message));

/** JSON that no cache may store. */
export function uncached(status: number, value: object): Reply {
  return context =>
    send(context, status, ['Cache-Control', 'no-store', 'Content-Type', jsonType], jsonText(value));
}

/** A 304 for a client that has the representation with a tag. @param maxAge See {@link ok}. */
export function notModified(tag: string, maxAge?: number): Reply {
  return context => send(context, 304, ['Cache-Control', cachingOf(maxAge), 'ETag', tag]);
}

const cachingOf = (maxAge: number | undefined) =>
  maxAge === undefined ? privateCaching : `public, max-age=${maxAge}`;

/** A 200 with a text and its `ETag`, or a 304. @param type The `Content-Type`. */
export function content(
  type: string,
  text: string,
  {tag = entityTag(text), maxAge, headers = {}}: Representation = {},
): Reply {
  return context => {
    const all = ['Cache-Control', cachingOf(maxAge), 'ETag', tag];
    if (isKnown(context, tag)) send(context, 304, all);
    else send(context, 200, [...all, 'Content-Type', type, ...Object.entries(headers).flat()], text);
  };
}

/** A 200 with the bytes of a JSON text, or a 304. Memory holds only one copy, also while the client does not read. @param maxAge See {@link ok}. */
export function bytes(json: Buffer, tag: string, maxAge?: number): Reply {
  return context => {
    if (isKnown(context, tag)) return notModified(tag, maxAge)(context);
    context.set({'Cache-Control': cachingOf(maxAge), ETag: tag, 'Content-Type': jsonType});
    setBody(context, json);
    return undefined;
  };
}

/** What determines the `ETag` of a long text, at a fraction of the cost of the text. */
interface Versions {
  /** Yields texts that together change whenever the stored data of the text does. */
  readonly versions: () => AsyncIterable<string>;
  /** What else the text depends on, besides the URL of the request. */
  readonly basis?: string;
  /** Whether the text is probably long: then it is not first read as a short one, in vain. Default: false. */
  readonly isLong?: boolean;
  /** The number of companies in the text. The process reads one text of several companies at a time, also for HEAD and for a 304. Default: 1. */
  readonly companies?: number;
}

/** A text in pieces. */
export interface Pieces extends Versions {
  readonly produce: () => AsyncIterable<string>;
  readonly headers: Readonly<Record<string, string>>;
}

/** A JSON array in pages. */
export interface List<Item> extends Versions {
  readonly pages: () => AsyncIterable<readonly Item[]>;
  /** Returns the JSON of an item. */
  readonly toText: (item: Item) => string;
}

/**
 * A 200 with a text of any length and its `ETag`, or a 304. The `ETag` of a short text is its digest. A long text is never in memory as a
 * whole, so its `ETag` comes from versions, which are read before the text: a change in between changes the next `ETag`. A request that would be
 * refused is refused before anything is read.
 *
 * @returns Throws a {@link Problem} 503 when a text of several companies has waited too long for its turn, and 499 when the client has disconnected; otherwise as {@link startLongResponse}
 *   throws them.
 */
export function stream(pieces: Pieces): Reply {
  const {produce, isLong, companies = 1, headers} = pieces;
  return async context => {
    // Of requests that arrive at the same time, the later ones are refused as soon as enough others wait.
    const check = () => requirePlace(context);
    check();
    const finish = companies > 1 ? await lists.take(context) : () => undefined;
    let tag: string;
    try {
      const short = isLong ? undefined : await readShort(produce(), check);
      if (short !== undefined) {
        const {'Content-Type': type = jsonType, ...others} = headers;
        await content(type, short, {headers: others})(context);
        return undefined;
      }
      tag = await tagOf(context, pieces, check);
    } finally {
      finish();
    }
    if (isKnown(context, tag)) return notModified(tag)(context);
    const all = {'Cache-Control': privateCaching, ETag: tag, ...headers};
    if (context.method === 'HEAD') {
      context.set(all);
      context.status = 200;
      return undefined;
    }
    await startLongResponse(context, companies * bytesPerCompany);
    const rest = produce()[Symbol.asyncIterator]();
    // A failure before the first byte gets the error body, without these headers. A later one can only abort the response.
    const first = await rest.next();
    context.set(all);
    context.body = Readable.from(withFirst(first, rest));
    return undefined;
  };
}

const lists = createTurns('lists are read', bounds.listWaitMs);

/** The bytes of memory that index entries of a company occupy while a response is sent: measured, rounded up. */
const bytesPerCompany = 4_096;

async function tagOf(context: Context, {versions, basis = ''}: Versions, check: () => void): Promise<string> {
  const digest = createHash('sha1').update(JSON.stringify([version, context.req.url, basis]));
  for await (const text of versions()) {
    check();
    digest.update(text);
  }
  return entityTag(digest);
}

/** A JSON array of any length, whose pages are read one at a time: see {@link stream}. */
export function list<Item>({pages, toText, ...versions}: List<Item>): Reply {
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
    yield separator === '[' ? '[]\n' : ']\n';
  }
  return stream({produce, headers: {'Content-Type': jsonType}, ...versions});
}

/** Returns a text that is short, otherwise `undefined`. @param check Called for each piece. Throws to reject. */
async function readShort(pieces: AsyncIterable<string>, check: () => void): Promise<string | undefined> {
  let text = '';
  for await (const piece of pieces) {
    check();
    text += piece;
    if (text.length > bounds.maxSinglePassBytes) return undefined;
  }
  return text;
}

/** Yields bytes: Node.js 26.10 stops sending over TLS after several strings with characters beyond ASCII. */
async function* withFirst(
  first: IteratorResult<string>,
  rest: AsyncIterator<string>,
): AsyncGenerator<Buffer> {
  for (let next = first; !next.done; next = await rest.next()) yield Buffer.from(next.value);
}
