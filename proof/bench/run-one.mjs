// Runs one measurement, for `run.mjs`: `node proof/bench/run-one.mjs NAME [TITLE]`. Writes results/NAME.json; with `--small` of `run.mjs`, only renders
// the section. Add a field of all results to `Result`.
import {writeFile} from 'node:fs/promises';
import {availableParallelism, cpus, loadavg, release, totalmem, type} from 'node:os';

import {isSmall, progress} from './support/rounds.mjs';
import {tools} from './support/start.mjs';
import {renderSection} from './write-page.mjs';

/**
 * The stored result of a function `measure`.
 *
 * @template {() => Promise<unknown>} Measure
 * @typedef {object} Result
 * @property {string} measured End time, ISO 8601 in UTC.
 * @property {number} seconds Duration.
 * @property {{processor: string, cores: number, memory: number, system: string, node: string}} machine `memory` in bytes.
 * @property {number} load Load average of the last minute before the start.
 * @property {Record<string, string>} tools Versions of tools other than Node.js.
 * @property {Awaited<ReturnType<Measure>>} data
 */

const [name = ''] = process.argv.slice(2);
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1));
const {measure} = await import(`./${name}/measure.mjs`);

const [load = NaN] = loadavg();
const started = performance.now();
const data = await measure().finally(() => progress.end());
const seconds = Math.round((performance.now() - started) / 1000);
const machine = {
  processor: cpus()[0]?.model.trim() ?? 'unknown processor',
  cores: availableParallelism(),
  memory: totalmem(),
  system: `${type()} ${release()}`,
  node: process.version.slice(1),
};

const result = {measured: new Date().toISOString(), seconds, machine, load, tools, data};
await renderSection(name, result);
const file = new URL(`results/${name}.json`, import.meta.url);
if (!isSmall) await writeFile(file, `${JSON.stringify(result, rounded, 2)}\n`);

/** Rounds fractions to six digits.
 * @param {string} _ @param {unknown} value */
function rounded(_, value) {
  const isFraction = typeof value === 'number' && !Number.isInteger(value);
  return isFraction ? Number(value.toPrecision(6)) : value;
}
