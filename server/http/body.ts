import bodyParser from 'koa-bodyparser';
import type {Context} from 'koa';

import {Problem} from './problem.ts';

/**
 * Reads the JSON object in the body of a request.
 *
 * @param limit How large it may be, such as `'1mb'`.
 * @throws {Problem} 415 without `Content-Type: application/json`, 413 when it is larger, 400 when it is no JSON object.
 */
export async function readBody(context: Context, limit: string): Promise<Record<string, unknown>> {
  if (!context.is('application/json'))
    throw new Problem(415, 'Send JSON, with Content-Type: application/json.');
  await parser(limit)(context, () => Promise.resolve());
  const body: unknown = context.request.body;
  const {rawBody} = context.request;
  if (!rawBody || typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem(400, 'The body is not a JSON object.');
  }
  return body as Record<string, unknown>;
}

const parsers = new Map<string, ReturnType<typeof bodyParser>>();

function parser(limit: string) {
  let known = parsers.get(limit);
  if (!known) {
    known = bodyParser({
      enableTypes: ['json'],
      jsonLimit: limit,
      onerror(error) {
        const tooLarge = (error as {status?: number}).status === 413;
        throw tooLarge
          ? new Problem(413, `The body may take ${limit} at most.`)
          : new Problem(400, 'The body is not JSON.', {cause: error});
      },
    });
    parsers.set(limit, known);
  }
  return known;
}
