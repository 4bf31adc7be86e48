import {createHash} from 'node:crypto';
import {relative, resolve} from 'node:path';

import {bundle} from './bundle.mjs';

/**
 * The files that a script loads on demand, by the module that the sources load with `import()`.
 *
 * A bundler would put shared code of these modules into further chunks, which cost more requests. A later file has no imports instead. It
 * exports a function that takes the values that the module shares with the script, and returns the module's exports. The page therefore
 * has one Lit, and all scripts load the same later files. A file that another one loads is listed before it.
 *
 * @type {Readonly<Record<string, string>>}
 */
export const laterFiles = {
  'client/calendar/views/sanitise.ts': 'sanitise.js',
  'client/localize/en.ts': 'en.js',
  'client/calendar/companies.ts': 'companies.js',
  'client/calendar/dialogs.ts': 'dialogs.js',
  'client/calendar/tools.ts': 'tools.js',
  'client/calendar/year.ts': 'year.js',
};

/** The values that a later file needs from a script: names of exports by module.
 * @typedef {ReadonlyMap<string, readonly string[]>} Shared
 */

/** @typedef {{fileName: string, code: string, integrity: string, shared: Shared}} LaterFile */

const loader = resolve('client/embed-files/load-later.ts');
const prefix = 'shared:';

/** @param {string} id */
const laterFileOf = id => laterFiles[relative('.', id)];

/**
 * Builds the later files, by the paths of their modules. They share the modules of the largest script.
 *
 * @param {string} largest Entry of the script with all elements.
 * @returns {Promise<ReadonlyMap<string, LaterFile>>}
 */
export async function buildLaterFiles(largest) {
  const {modules} = await bundle(largest, [
    {
      name: 'without-later-files',
      enforce: 'pre',
      resolveId: async function (source, importer, options) {
        if (options.kind !== 'dynamic-import') return null;
        const found = await this.resolve(source, importer, {...options, skipSelf: true});
        return found && laterFileOf(found.id) ? {id: found.id, external: true} : null;
      },
    },
  ]);
  const shared = new Set(
    Object.entries(modules)
      .filter(([id, {code}]) => Boolean(code) || id.includes('/node_modules/'))
      .map(([id]) => id),
  ).add(loader);
  const files = new Map();
  /** @type {Map<string, string>} */
  const owners = new Map();
  for (const [path, fileName] of Object.entries(laterFiles)) {
    const {modules, ...file} = await buildLaterFile(path, fileName, shared, files);
    for (const id of modules) {
      const owner = owners.get(id);
      if (owner) throw new Error(`${owner} and ${fileName} both contain ${id}: let the script contain it.`);
      owners.set(id, fileName);
    }
    files.set(resolve(path), file);
  }
  return files;
}

/**
 * @param {string} path
 * @param {string} fileName
 * @param {ReadonlySet<string>} sharedModules
 * @param {ReadonlyMap<string, LaterFile>} files Later files that it may load.
 * @returns {Promise<LaterFile & {modules: string[]}>} `modules`: the modules with code in the file.
 */
async function buildLaterFile(path, fileName, sharedModules, files) {
  const {code: module, modules} = await bundle(path, [
    loadLaterFiles(files),
    {
      name: 'shared-modules',
      enforce: 'pre',
      resolveId: async function (source, importer, options) {
        const found = importer && (await this.resolve(source, importer, {...options, skipSelf: true}));
        if (!found || !sharedModules.has(found.id)) return null;
        return {id: prefix + found.id, external: true, moduleSideEffects: false};
      },
    },
  ]);
  const {code, shared} = asFunction(module, fileName);
  const integrity = `sha256-${createHash('sha256').update(code).digest('base64')}`;
  const own = Object.entries(modules).filter(([, {code}]) => code);
  return {fileName, code, integrity, shared, modules: own.map(([id]) => id)};
}

/**
 * Turns `import{html as e}from"…";…;export{n as render}` into `export default([e])=>{…;return{render:n}}`.
 *
 * @param {string} module
 * @param {string} fileName For errors.
 * @throws If the module has other imports or exports.
 */
function asFunction(module, fileName) {
  const imports = /^(?:import\s*\{[^}]*\}\s*from\s*["'`][^"'`]*["'`];?\s*)*/;
  const exports = /export\s*\{([^}]*)\};?\s*$/;
  const head = imports.exec(module)?.[0] ?? '';
  const tail = exports.exec(module);
  const body = module.slice(head.length, tail?.index);
  if (!tail || /(^|[;}\n])(im|ex)port\b/.test(body)) {
    throw new Error(`${fileName} must have named imports and exports only.`);
  }
  const shared = new Map();
  const parameters = [];
  for (const [, names = '', id = ''] of head.matchAll(/\{([^}]*)\}\s*from\s*["'`]([^"'`]*)/g)) {
    if (!id.startsWith(prefix)) throw new Error(`${fileName} must not import ${id}.`);
    const pairs = pairsOf(names);
    shared.set(
      id.slice(prefix.length),
      pairs.map(([name]) => name),
    );
    parameters.push(...pairs.map(([, local]) => local));
  }
  const results = pairsOf(tail[1] ?? '').map(([local, name]) => `${name}:${local}`);
  return {code: `export default([${parameters.join()}])=>{${body}return{${results.join()}}};\n`, shared};
}

/** Returns the names of an import or export clause, each with its alias.
 * @param {string} clause
 * @returns {[string, string][]} */
function pairsOf(clause) {
  return clause
    .split(',')
    .filter(text => text.trim())
    .map(text => {
      const [name = '', as = name] = text.trim().split(/\s+as\s+/);
      return [name, as];
    });
}

/**
 * Replaces `import('./year.ts')` by `loadLater` with the file's name, its digest and the values that it shares with the script.
 *
 * @param {ReadonlyMap<string, LaterFile>} files By the paths of their modules.
 * @returns {import('vite').Plugin}
 */
export function loadLaterFiles(files) {
  return {
    name: 'load-later-files',
    enforce: 'pre',
    transform: async function (code, id) {
      const imports = [];
      let changed = code;
      for (const [call, , source = ''] of code.matchAll(/\bimport\((['"])(\.[^'"]*)\1\)/g)) {
        const found = await this.resolve(source, id);
        const file = found && files.get(found.id);
        if (!file) continue;
        imports.push(`import {loadLater} from ${JSON.stringify(loader)};`);
        /** @type {string[]} */
        const shared = [];
        for (const [module, names] of file.shared) {
          const pairs = names.map((name, index) => [name, `shared_${imports.length}_${index}`]);
          imports.push(
            `import {${pairs.map(pair => pair.join(' as ')).join()}} from ${JSON.stringify(module)};`,
          );
          shared.push(...pairs.map(([, local = '']) => local));
        }
        const values = [file.fileName, file.integrity].map(value => JSON.stringify(value));
        changed = changed.replace(call, () => `loadLater(${values.join()}, [${shared.join()}])`);
      }
      return imports.length ? `${[...new Set(imports)].join('\n')}\n${changed}` : null;
    },
  };
}
