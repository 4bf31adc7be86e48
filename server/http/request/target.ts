import type {Context} from 'koa';

/** Returns the path of a request (RFC 9112, section 3.2). Koa's own parser costs as much as a read of the store. */
export function pathOf(context: Context): string {
  const {url = ''} = context.req;
  if (!isPlain(url)) return context.path;
  const end = url.indexOf('?');
  return end < 0 ? url : url.slice(0, end);
}

/** Returns what follows the first `?` of a request's URL; empty without one. */
export function queryOf(context: Context): string {
  const {url = ''} = context.req;
  if (!isPlain(url)) return context.querystring;
  const start = url.indexOf('?');
  return start < 0 ? '' : url.slice(start + 1);
}

/** Whether a URL is a path and maybe a query: not absolute, and without a fragment, which no client may send. */
function isPlain(url: string): boolean {
  return url.startsWith('/') && !url.includes('#');
}

/** Decodes a part of a path. One with broken percent escapes stays as it is: nothing has such a name. */
export function decodePart(text: string): string {
  try {
    return text.includes('%') ? decodeURIComponent(text) : text;
  } catch {
    return text;
  }
}
