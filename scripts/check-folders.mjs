import {readdirSync, readFileSync} from 'node:fs';
import {dirname, join} from 'node:path';

import ts from 'typescript';

/*
 * Checks that the imports between the folders of the server have no circle: neither between the folders and files directly below server/, nor
 * between those below any of its folders. Circles of files in one folder are left to the reader, and tests may import anything.
 */

/** The imports of each file.
 * @type {Map<string, string[]>} */
const imports = new Map();
for (const name of readdirSync('server', {recursive: true, encoding: 'utf8'})) {
  const path = join('server', name);
  if (!/\.ts$/.test(path) || /\.test\.ts$|\/testing\//.test(path)) continue;
  const {importedFiles} = ts.preProcessFile(readFileSync(path, 'utf8'));
  imports.set(
    path,
    importedFiles
      .map(({fileName}) => fileName)
      .filter(name => name.startsWith('.'))
      .map(name => join(dirname(path), name)),
  );
}

const folders = new Set([...imports.keys()].flatMap(path => parentsOf(path)));
for (const folder of folders) {
  for (const circle of circlesIn(folder)) {
    console.error(`${folder}: imports in a circle: ${circle.join(' → ')}.`);
    process.exitCode = 1;
  }
}

/** @param {string} path */
function parentsOf(path) {
  const parts = path.split('/');
  return parts.slice(1).map((_, index) => parts.slice(0, index + 1).join('/'));
}

/** Returns the circles between the files and subfolders of a folder, each with an example of an import.
 * @param {string} folder */
function circlesIn(folder) {
  /** @param {string} path */
  const childOf = path =>
    path.startsWith(`${folder}/`) ? (path.slice(folder.length + 1).split('/')[0] ?? '') : undefined;
  /** @type {Map<string, Map<string, string>>} */
  const edges = new Map();
  for (const [from, targets] of imports) {
    const child = childOf(from);
    for (const to of targets) {
      const other = childOf(to);
      if (child === undefined || other === undefined || child === other || !imports.has(to)) continue;
      if (!edges.has(child)) edges.set(child, new Map());
      edges.get(child)?.set(other, `${from} imports ${to}`);
    }
  }
  const found = [];
  for (const start of edges.keys()) {
    if (start.endsWith('.ts')) continue;
    const circle = pathBack(edges, start);
    if (circle) found.push(circle);
  }
  return found;
}

/** Returns the imports of a shortest way from a folder back to it.
 * @param {Map<string, Map<string, string>>} edges
 * @param {string} start */
function pathBack(edges, start) {
  /** @type {{at: string, way: string[]}[]} */
  const queue = [{at: start, way: []}];
  const seen = new Set();
  for (let next = queue.shift(); next; next = queue.shift()) {
    for (const [to, example] of edges.get(next.at) ?? []) {
      const way = [...next.way, example];
      if (to === start) return way;
      if (!seen.has(to)) queue.push({at: to, way});
      seen.add(to);
    }
  }
  return undefined;
}
