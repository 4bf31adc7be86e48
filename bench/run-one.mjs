// Runs one measurement and writes results/NAME.json: `node bench/run-one.mjs NAME [TITLE]`. A small one only renders its section.
import {writeFile} from 'node:fs/promises';
import {fileURLToPath} from 'node:url';

import {loadNow, machineNow} from './support/machine.mjs';
import {endProgress} from './support/progress.mjs';
import {isSmall} from './support/sized.mjs';
import {renderSection} from './write-page.mjs';

/**
 * The stored result of a function `measure`.
 *
 * @template {() => Promise<{tools?: Record<string, string>, data: unknown}>} Measure
 * @typedef {object} Result
 * @property {string} measured End time, ISO 8601 in UTC.
 * @property {number} seconds Duration.
 * @property {import('./support/machine.mjs').Machine} machine
 * @property {number} load Load average of the last minute before the start.
 * @property {Record<string, string>} tools Versions of tools other than Node.js.
 * @property {Awaited<ReturnType<Measure>>['data']} data
 */

const [name = ''] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const {measure} = await import(`./${name}/measure.mjs`);

const load = loadNow();
const started = performance.now();
const {tools, data} = await measure().finally(endProgress);
const seconds = Math.round((performance.now() - started) / 1000);

const result = {measured: new Date().toISOString(), seconds, machine: machineNow(), load, tools, data};
await renderSection(name, result);
const file = fileURLToPath(new URL(`results/${name}.json`, import.meta.url));
if (!isSmall) await writeFile(file, `${JSON.stringify(result, rounded, 2)}\n`);

/** Rounds fractions to six digits.
 * @param {string} _ @param {unknown} value */
function rounded(_, value) {
  const isFraction = typeof value === 'number' && !Number.isInteger(value);
  return isFraction ? Number(value.toPrecision(6)) : value;
}
