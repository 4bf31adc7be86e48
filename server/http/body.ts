import type {Context} from 'koa';
import bodyParser from 'koa-bodyparser';

import {Problem} from './problem.ts';
import {reserveBody} from './admission.ts';
import {parseJson} from './json.ts';

/** Brotli is not accepted: no caller needs it. */
const codings = ['identity', 'gzip', 'deflate'];

/**
 * Returns a function that reads the JSON object in the body of a request.
 *
 * @param max The maximum size in bytes, also after decompression. It is reserved for a body whose length is not declared.
 * @returns Throws a {@link Problem}: 415 without `Content-Type: application/json` or with an unknown `Content-Encoding`, 413 when the body is larger,
 *   400 when it is not a JSON object, 429 and 503 as `reserveBody` throws them.
 */
export function createBodyReader(max: number): (context: Context) => Promise<Record<string, unknown>> {
  // Its JSON parser bounds neither depth nor values, and its text parser replaces what is not UTF-8.
  const readBytes = bodyParser({
    enableTypes: ['text'],
    extendTypes: {text: ['application/json']},
    textLimit: String(max),
    // Its types lack this option of `co-body`: bytes instead of a text.
    ...({encoding: null} as object),
    onerror(error) {
      const {status} = error as {status?: number};
      if (status === 413) throw tooLarge(max);
      const message = 'The body cannot be read: it is incomplete, or not encoded as Content-Encoding says.';
      throw new Problem(400, message, {cause: error});
    },
  });

  return async context => {
    if (!context.is('application/json'))
      throw new Problem(415, 'The body must be JSON, sent with Content-Type: application/json.');
    const coding = context.get('Content-Encoding').toLowerCase() || 'identity';
    if (!codings.includes(coding)) throw new Problem(415, 'Content-Encoding must be gzip or deflate.');
    context.req.headers['content-encoding'] = coding;
    const declared = coding === 'identity' ? context.request.length : undefined;
    if (declared !== undefined && declared > max) throw tooLarge(max);
    reserveBody(context, declared ?? max);
    await readBytes(context, () => Promise.resolve());
    const bytes = context.request.rawBody as string | Buffer as Buffer;
    reserveBody(context, bytes.length);
    const body = parseJson(bytes);
    if (typeof body !== 'object' || body === null || Array.isArray(body))
      throw new Problem(400, 'The body must be a JSON object.');
    return body as Record<string, unknown>;
  };
}

function tooLarge(max: number): Problem {
  const size = max < 1024 ** 2 ? `${max / 1024} KiB` : `${max / 1024 ** 2} MiB`;
  return new Problem(413, `The body must not be larger than ${size}.`);
}
