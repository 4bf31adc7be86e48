import type {Context} from 'koa';

import {entityTag, matchesWeakly} from '../../http/response/etag.ts';
import {jsonType, send} from '../../http/response/send.ts';

/** Responds with JSON that any cache may keep for some seconds, or with 304 where the caller has the same bytes. */
export function sendPublic(context: Context, value: object, seconds: number): void {
  const body = JSON.stringify(value);
  const tag = entityTag(body);
  const headers = ['Cache-Control', `public, max-age=${seconds}`, 'ETag', tag];
  const list = context.req.headers['if-none-match'];
  if (list !== undefined && matchesWeakly(tag, list)) send(context, 304, headers);
  else send(context, 200, [...headers, ...jsonType], body);
}
