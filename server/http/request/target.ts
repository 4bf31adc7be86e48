import type {Context} from 'koa';

/** Returns the path of a request (RFC 9112, section 3.2). Koa's parser takes as long as a read of the store. */
export function pathOf(context: Context): string {
  const {url = ''} = context.req;
  if (!isPlain(url)) return context.path;
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Returns the query of a request without the `?`; empty without one. */
export function queryOf(context: Context): string {
  const {url = ''} = context.req;
  if (!isPlain(url)) return context.querystring;
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** Returns whether a URL is a path with an optional query. Absolute URLs, and fragments, which are invalid here, need a full parser. */
function isPlain(url: string): boolean {
  return url.startsWith('/') && !url.includes('#');
}

/** Decodes a part of a path. Returns a part with invalid percent escapes unchanged: no resource has such a name. */
export function decodePart(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
