import {resolve} from 'node:path';

import {build} from 'vite';

/* Bundles a script of the elements or of the manual, for `build.mjs`, `later-files.mjs` and `manual/render.mjs`. If modules move, adapt `patterns`. */

/** Kinds of modules by path. The first matching kind counts. */
const patterns = {
  library: /\/node_modules\//,
  styles: /\.styles\.ts$|\/styles\//,
  element: /\/tavle-[\w-]+\.ts$|\/define\.ts$|\/embed\.ts$|\/embed-files\//,
  template: /\/views\/|\/shared\/[\w-]+\.ts$/,
  rest: /^/,
};

/** The order of the kinds in a bundle. */
const order = ['library', 'rest', 'template', 'element', 'styles'];

/**
 * Builds one file in memory, with the settings of `vite.config.ts`.
 *
 * Sorts its modules by kind. Gzip only finds repetitions within 32 KB, and style sheets mostly repeat other style sheets: sorting saves 4 %
 * of the bytes of a script with all elements.
 *
 * @param {string} entry
 * @param {import('vite').Plugin[]} plugins
 * @throws If the build has more than one file.
 */
export async function bundle(entry, plugins) {
  const path = resolve(entry);
  const {modules} = await buildChunk(entry, plugins);
  const sorted = Object.entries(modules)
    .filter(([id, {code}]) => code && id.startsWith('/') && id !== path)
    .map(([id]) => id)
    .sort((one, other) => rankOf(one) - rankOf(other));
  const imports = sorted.map(id => `import ${JSON.stringify(id)};\n`).join('');
  const sortModules = {
    name: 'sort-modules',
    /** @type {'pre'} */
    enforce: 'pre',
    /** @param {string} code @param {string} id */
    transform: (code, id) => (id === path ? imports + code : null),
  };
  return buildChunk(entry, [sortModules, ...plugins]);
}

/** Returns the index of a module's kind in {@link order}.
 * @param {string} id */
function rankOf(id) {
  const [kind = ''] = Object.entries(patterns).find(([, pattern]) => pattern.test(id)) ?? [];
  return order.indexOf(kind);
}

/** @param {string} entry
 * @param {import('vite').Plugin[]} plugins */
async function buildChunk(entry, plugins) {
  const lib = {entry, fileName: 'bundle'};
  const result = await build({
    logLevel: 'warn',
    plugins,
    build: {write: false, lib},
  });
  const [built] = /** @type {import('vite').Rolldown.RolldownOutput[]} */ ([result].flat());
  const [chunk, ...others] = /** @type {import('vite').Rolldown.OutputChunk[]} */ (built?.output ?? []);
  if (!chunk || others.length) {
    throw new Error(`${entry} must become one file, without ${others.map(({name}) => name).join()}.`);
  }
  return chunk;
}
