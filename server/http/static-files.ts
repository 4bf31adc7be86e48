import type {ServerResponse} from 'node:http';

import type {Middleware} from 'koa';
import sirv from 'sirv';

/**
 * Serves the files of a directory as they are when the service starts, compressed where the build left a `.br` or `.gz`
 * beside a file. What is not there is left to the next middleware.
 *
 * @param base The part of the address that stands for the directory.
 * @param decorate Sets headers by the file's path below the directory.
 */
export function serveFiles(
  directory: string,
  base: string,
  decorate: (response: ServerResponse, path: string) => void,
): Middleware {
  const serve = sirv(directory, {brotli: true, gzip: true, etag: true});

  return async (context, next) => {
    // Not by sirv, which leaves them out of a 304: a browser puts the headers of that in the place of those it keeps.
    decorate(context.res, context.path.slice(base.length));
    const address = context.req.url;
    // A part of a file is nothing that anyone needs, and a wrong one would be refused without the error body.
    delete context.req.headers.range;
    // Without the query, and without the host that an address may begin with (RFC 9112, section 3.2.2).
    const path = context.path.slice(base.length) || '/';
    // Said in full, since sirv would also take a file for a directory: what that refers to would be looked for below it.
    context.req.url = path.endsWith('/') ? `${path}index.html` : path;
    const served = await new Promise<boolean>(resolve => {
      context.res.once('close', () => resolve(true));
      serve(context.req, context.res, () => resolve(false));
    });
    context.req.url = address;
    if (served) context.respond = false;
    else await next();
  };
}
