import type {IncomingMessage} from 'node:http';
import {PassThrough, type Readable, type Transform} from 'node:stream';
import {createBrotliDecompress, createGunzip, createInflate} from 'node:zlib';

import type {Context} from 'koa';
import getRawBody from 'raw-body';

import {bounds} from '../../limits/bounds.ts';
import {reserveBody} from './admission.ts';
import {Problem} from '../response/problem.ts';
import {parseJson} from './json.ts';

/**
 * Reads the JSON object in the body of a request.
 *
 * @param max The maximum size in bytes, also after decompression.
 * @throws {Problem} 415 without `Content-Type: application/json` or with an unknown `Content-Encoding`, 413 when it is
 *   larger, 400 when it is not a JSON object, 429 and 503 as `reserveBody` throws them.
 */
export async function readBody(context: Context, max: number): Promise<Record<string, unknown>> {
  if (!context.is('application/json'))
    throw new Problem(415, 'The body must be JSON, sent with Content-Type: application/json.');
  const body = parseJson(await readBytes(context, max));
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw new Problem(400, 'The body must be a JSON object.');
  return body as Record<string, unknown>;
}

async function readBytes(context: Context, max: number): Promise<Buffer> {
  const encoding = context.get('Content-Encoding').toLowerCase() || 'identity';
  const length = encoding === 'identity' ? context.request.length : undefined;
  try {
    if (length === undefined)
      return await getRawBody(decompressAndReserve(context, encoding, max), {limit: max});
    if (length > max) throw tooLarge(max);
    reserveBody(context, length);
    return await getRawBody(context.req, {limit: max, length});
  } catch (error) {
    if (error instanceof Problem) throw error;
    if ((error as {status?: number}).status === 413) throw tooLarge(max);
    throw new Problem(
      400,
      'The body cannot be read: it is incomplete, or not encoded as Content-Encoding says.',
      {cause: error},
    );
  }
}

/** Returns the decompressed body. Since its length is unknown, memory is reserved as data arrives, doubling each time. */
function decompressAndReserve(context: Context, encoding: string, max: number): Readable {
  let received = 0;
  let reserved = bounds.maxUncountedBodyBytes;
  const body = decompress(context.req, encoding);
  body.on('data', ({length}: Buffer) => {
    received += length;
    if (received <= reserved) return;
    while (reserved < received) reserved = Math.min(reserved * 2, max + length);
    try {
      reserveBody(context, reserved);
    } catch (error) {
      body.destroy(error as Error);
    }
  });
  return body;
}

const decompressors: Record<string, () => Transform> = {
  identity: () => new PassThrough(),
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

function decompress(request: IncomingMessage, encoding: string): Readable {
  const decompressed = Object.hasOwn(decompressors, encoding) ? decompressors[encoding]?.() : undefined;
  if (!decompressed) throw new Problem(415, 'Content-Encoding must be gzip, deflate or br.');
  // `pipeline` would close the connection when the decompression fails, so the client would get no response.
  request.once('close', () => {
    if (!request.complete) decompressed.destroy(new Error('The client disconnected.'));
  });
  return request.pipe(decompressed);
}

function tooLarge(max: number): Problem {
  const size = max < 1024 ** 2 ? `${max / 1024} KiB` : `${max / 1024 ** 2} MiB`;
  return new Problem(413, `The body must not be larger than ${size}.`);
}
