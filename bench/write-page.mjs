import {existsSync} from 'node:fs';
import {readFile, writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

import {measurements} from './measurements.mjs';
import {fill} from './page/fill.mjs';
import {renderPages} from './page/page.mjs';

const path = (/** @type {string} */ relative) => fileURLToPath(new URL(relative, import.meta.url));

/** Renders docs/operate/benchmarks*.md and sizing.md from all results.
 * @returns {Promise<Map<string, string>>} Texts by path from `docs/operate/`. */
export async function renderAll() {
  const rendered = [];
  for (const name of measurements) {
    const file = path(`results/${name}.json`);
    if (!existsSync(file)) continue;
    const result = JSON.parse(await readFile(file, 'utf8'));
    rendered.push({name, result, ...(await renderSection(name, result))});
  }
  return new Map(renderPages(rendered));
}

/** Renders the section of a result.
 * @param {string} name @param {import('./run-one.mjs').Result<any>} result */
export async function renderSection(name, result) {
  const {describe} = await import(`./${name}/section.mjs`);
  /** @type {import('./page/page.mjs').Section} */
  const section = describe(result);
  return {section, text: fill(await readFile(path(`${name}/section.md`), 'utf8'), section.values)};
}

/** Writes the pages.
 * @returns {Promise<string[]>} Paths from the root of the repository. */
export async function writePage() {
  const files = await renderAll();
  for (const [name, text] of files) await writeFile(path(`../docs/operate/${name}`), text);
  return [...files.keys()].map(name => `docs/operate/${name}`);
}
