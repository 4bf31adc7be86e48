/* Serves built files: the scripts of the elements, `/docs` and the pages of the demo. Callers set headers in
 * `decorate`; add a content coding to `codings`. All files are read at the start: the path of a request must never lead
 * to the file system. */

import {createHash} from 'node:crypto';
import {readdirSync, readFileSync, statSync} from 'node:fs';
import type {ServerResponse} from 'node:http';
import {extname, join} from 'node:path';

import type {Context} from 'koa';

import {decodePart, pathOf} from './target.ts';
import {entityTag, isKnown} from './etag.ts';
import {nothingHere} from '../problem.ts';
import type {Reply} from './reply.ts';
import {setBody} from './send.ts';

/** Content codings in order of preference, with the suffix of their files; `undefined`: uncompressed. */
const codings = [
  ['br', '.br'],
  ['gzip', '.gz'],
  [undefined, ''],
] as const;

/** The representations of a file, the preferred one first. */
type StaticFile = ReturnType<typeof representations>;

/**
 * Serves the files of a directory, compressed if a `.br` or `.gz` exists next to a file. All files are read into memory when this is called, so later
 * changes of the directory have no effect. The `.html` of a name can be omitted. `Range` is ignored, as RFC 9110, section 14.2, allows.
 *
 * @param base The path of the directory.
 * @param decorate Sets headers for a file. The path is relative to the directory and begins with a slash.
 */
export function serveFiles(
  directory: string,
  base: string,
  decorate: (response: ServerResponse, path: string) => void,
): Reply {
  const files = readFiles(directory);

  return context => {
    const path = decodePart(pathOf(context).slice(base.length)) || '/';
    const given = path.endsWith('/') ? `${path}index.html` : path;
    const name = files.has(given) ? given : `${given}.html`;
    const file = files.get(name);
    if (!file) throw nothingHere();
    decorate(context.res, name);
    send(context, name, file);
  };
}

function send(context: Context, name: string, file: StaticFile): void {
  if (file.length > 1) context.vary('Accept-Encoding');
  const chosen = file.find(({coding}) => coding === undefined || context.acceptsEncodings(coding) === coding);
  if (!chosen) return;
  context.set('ETag', chosen.tag);
  if (isKnown(context, chosen.tag)) {
    context.status = 304;
    return;
  }
  if (chosen.coding !== undefined) context.set('Content-Encoding', chosen.coding);
  // Files without an extension are licences.
  context.type = extname(name) || '.txt';
  setBody(context, chosen.content);
}

function readFiles(directory: string): Map<string, StaticFile> {
  try {
    const contents = new Map(
      // Not by `parentPath`: Yarn Plug'n'Play has none.
      readdirSync(directory, {recursive: true, encoding: 'utf8'})
        .filter(path => statSync(join(directory, path)).isFile())
        .map(path => `/${path}`)
        .map(path => [path, readFileSync(join(directory, path))]),
    );
    const names = [...contents.keys()].filter(name => !/\.(?:br|gz)$/.test(name));
    return new Map(names.map(name => [name, representations(name, contents)]));
  } catch (cause) {
    throw new Error(
      `The built files cannot be read: ${(cause as Error).message}. Run "npm run build", or install the package again.`,
      {cause},
    );
  }
}

function representations(name: string, contents: ReadonlyMap<string, Buffer>) {
  return codings.flatMap(([coding, suffix]) => {
    const content = contents.get(name + suffix);
    return content ? [{coding, content, tag: entityTag(createHash('sha1').update(content))}] : [];
  });
}
