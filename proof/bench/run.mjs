// `npm run bench` builds, installs the peers, runs every measurement and writes docs/operate/benchmarks*.md.
// `npm run bench -- NAME…` runs some and keeps the results of the others. `npm run bench -- --render` only writes the pages.
// With `--small`, each measurement runs once with little data, and writes nothing. `write-page.mjs` lists the measurements.
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';
import {parseArgs} from 'node:util';

import {installProof} from '../support/install.mjs';
import {measurements, writePages} from './write-page.mjs';

const {values: options, positionals: wanted} = parseArgs({
  allowPositionals: true,
  options: {render: {type: 'boolean'}, small: {type: 'boolean'}},
});
const unknown = wanted.filter(name => !measurements.includes(name));
if (unknown.length) {
  console.error(
    `Unknown measurement: ${unknown.join(', ')}. Known measurements: ${measurements.join(', ')}.`,
  );
  process.exit(1);
}
if (options.small) process.env.TAVLE_BENCH_SMALL = '1';

if (!options.render) {
  run('The build', process.execPath, 'scripts/build.mjs');
  installProof();
  const chosen = measurements.filter(name => !wanted.length || wanted.includes(name));
  for (const [index, name] of chosen.entries()) {
    const title = `Measurement ${index + 1} of ${chosen.length}, ${name}`;
    // In a new process, so that the memory of a measurement does not affect the next one.
    run(title, process.execPath, 'proof/bench/run-one.mjs', name, title);
  }
}
if (!options.small) await writePages();

/** Runs a command with its output on standard error, and reports its duration.
 * @param {string} title @param {string} command @param {string[]} parameters */
function run(title, command, ...parameters) {
  console.error(title);
  const started = performance.now();
  const {status, error} = spawnSync(command, parameters, {
    cwd: fileURLToPath(new URL('../..', import.meta.url)),
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (error) throw error;
  const seconds = ((performance.now() - started) / 1000).toFixed(0);
  console.error(`${title}: ${status === 0 ? `${seconds} s` : 'failed.'}`);
  if (status !== 0) process.exit(1);
}
