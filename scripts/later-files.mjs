import {createHash} from 'node:crypto';
import {resolve} from 'node:path';

import {bundle} from './bundle.mjs';

/* Builds the files that the scripts of the elements load on first use, for `build.mjs`. Add a file to `laterFiles`. */

/** The files by the modules that the sources load with `import()`. A file must not contain a module that the scripts also contain.
 * @type {Readonly<Record<string, string>>} */
const laterFiles = {
  'client/shared/sanitise.ts': 'sanitise.js',
  'client/texts/en.ts': 'en.js',
};

/** @typedef {{fileName: string, code: string, integrity: string}} LaterFile */

/** Builds these files, and returns them by the paths of their modules.
 * @returns {Promise<ReadonlyMap<string, LaterFile>>} */
export async function buildLaterFiles() {
  const files = new Map();
  for (const [path, fileName] of Object.entries(laterFiles)) {
    const {code} = await bundle(path, []);
    const integrity = `sha256-${createHash('sha256').update(code).digest('base64')}`;
    files.set(resolve(path), {fileName, code, integrity});
  }
  return files;
}

/** Replaces `import('./en.ts')` by `loadLater` with the file's name and its digest.
 * @param {ReadonlyMap<string, LaterFile>} files By the paths of their modules.
 * @returns {import('vite').Plugin} */
export function loadLaterFiles(files) {
  return {
    name: 'load-later-files',
    enforce: 'pre',
    transform: async function (code, id) {
      const [call, , source = ''] = /\bimport\((['"])(\.[^'"]*)\1\)/.exec(code) ?? [];
      const found = call && (await this.resolve(source, id));
      const file = found && files.get(found.id);
      if (!call || !file) return null;
      const loader = JSON.stringify(resolve('client/embed-files/load-later.ts'));
      const load = `loadLater(${JSON.stringify(file.fileName)}, ${JSON.stringify(file.integrity)})`;
      return `import {loadLater} from ${loader};\n${code.replace(call, () => load)}`;
    },
  };
}

/** Replaces `import.meta.url`, which is a syntax error in a classic script.
 * @type {import('vite').Plugin} */
export const useScriptUrl = {
  name: 'use-script-url',
  enforce: 'pre',
  transform: (code, id) =>
    id.includes('/client/') && /^[^*]*\bimport\.meta\.url/m.test(code)
      ? `import {scriptUrl} from ${JSON.stringify(resolve('client/embed-files/script-url.ts'))};\n${code.replaceAll('import.meta.url', 'scriptUrl')}`
      : null,
};
