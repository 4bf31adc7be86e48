// `npm run bench` builds, installs the peers, runs every measurement and writes docs/operate/benchmarks*.md.
// `npm run bench -- NAME…` runs some and keeps the results of the others. `npm run bench -- --render` only writes the pages.
// With `--small`, each measurement runs once with little data, and writes nothing.
import {spawnSync} from 'node:child_process';
import {fileURLToPath} from 'node:url';

import {measurements} from './measurements.mjs';
import {writePage} from './write-page.mjs';

const root = fileURLToPath(new URL('..', import.meta.url));
const given = process.argv.slice(2);
const isSmall = given.includes('--small');
if (isSmall) process.env.TAVLE_BENCH_SMALL = '1';
const wanted = given.filter(name => name !== '--small');
const unknown = wanted.filter(name => name !== '--render' && !measurements.includes(name));
if (unknown.length) {
  report(`Unknown measurement: ${unknown.join(', ')}. Known measurements: ${measurements.join(', ')}.`);
  process.exit(1);
}

if (!wanted.includes('--render')) {
  run('The build', process.execPath, ['scripts/build.mjs']);
  run('Installing the peers', 'npm', ['ci', '--prefix', 'bench', '--no-audit', '--no-fund']);
  const chosen = measurements.filter(name => !wanted.length || wanted.includes(name));
  for (const [index, name] of chosen.entries()) {
    const title = `Measurement ${index + 1} of ${chosen.length}, ${name}`;
    // In a new process, so that the memory of one does not affect another.
    run(title, process.execPath, ['bench/run-one.mjs', name, title]);
  }
}
if (!isSmall) for (const file of await writePage()) console.log(file);

/** Runs a command with its output on standard error, and reports its duration.
 * @param {string} title @param {string} command @param {string[]} parameters */
function run(title, command, parameters) {
  report(title);
  const started = performance.now();
  const {status, error} = spawnSync(command, parameters, {
    cwd: root,
    stdio: ['ignore', process.stderr, 'inherit'],
  });
  if (error) throw error;
  if (status !== 0) {
    report(`${title}: failed.`);
    process.exit(1);
  }
  report(`${title}: ${((performance.now() - started) / 1000).toFixed(0)} s`);
}

/** @param {string} line */
function report(line) {
  process.stderr.write(`${line}\n`);
}
