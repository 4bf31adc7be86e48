import type {IncomingMessage} from 'node:http';
import type {Readable} from 'node:stream';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';

import type {Context} from 'koa';
import getRawBody from 'raw-body';

import {takeRoom} from './body-room.ts';
import {NotJson, parseJson} from './json.ts';
import {Problem} from './problem.ts';

/** A size like `1kb` or `16mb`; a kb has 1024 bytes. */
export type Size = `${number}kb` | `${number}mb`;

/**
 * Reads the JSON object in the body of a request.
 *
 * @param limit How large it may be, after unpacking too.
 * @throws {Problem} 415 without `Content-Type: application/json` or with an unknown `Content-Encoding`, 413 when it is
 *   larger, 400 when it is no JSON object, 503 when there is no room for it now.
 */
export async function readBody(context: Context, limit: Size): Promise<Record<string, unknown>> {
  if (!context.is('application/json'))
    throw new Problem(415, 'Send JSON, with Content-Type: application/json.');
  const body = toJson(await readBytes(context, limit));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, 'The body is not a JSON object.');
  return body as Record<string, unknown>;
}

async function readBytes(context: Context, limit: Size): Promise<Buffer> {
  const encoding = context.get('Content-Encoding').toLowerCase() || 'identity';
  const length = encoding === 'identity' ? context.request.length : undefined;
  const most = toBytes(limit);
  if ((length ?? 0) > most) throw tooLarge(limit);
  takeRoom(context, length ?? most);
  try {
    return await getRawBody(unpack(context.req, encoding), {
      limit: most,
      ...(length !== undefined && {length}),
    });
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as {status?: number}).status === 413) throw tooLarge(limit);
    throw new Problem(400, 'The body can not be read.', {cause: error});
  }
}

const unpackers: Record<string, () => ReturnType<typeof createGunzip>> = {
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function unpack(request: IncomingMessage, encoding: string): Readable {
  if (encoding === 'identity') return request;
  const unpacked = Object.hasOwn(unpackers, encoding) ? unpackers[encoding]?.() : undefined;
  if (!unpacked) throw new Problem(415, 'Content-Encoding may be gzip, deflate or br.');
  // Not `pipeline`, which ends the connection with the unpacking, so that nobody could be told why.
  request.once('close', () => {
    if (!request.complete) unpacked.destroy(new Error('The client went away.'));
  });
  return request.pipe(unpacked);
}

function toJson(bytes: Buffer): unknown {
  try {
    return parseJson(bytes);
  } catch (error) {
    if (error instanceof NotJson) throw new Problem(400, error.message);
    throw error;
  }
}

function toBytes(size: Size): number {
  return Number.parseInt(size) * (size.endsWith('mb') ? 1024 * 1024 : 1024);
}

function tooLarge(limit: Size): Problem {
  return new Problem(413, `The body may take ${limit} at most.`);
}
