import {spawnSync} from 'node:child_process';
import {existsSync, mkdirSync, readFileSync, rmSync} from 'node:fs';

/** Where Debian has nginx and its module for the script in `deploy/nginx/`. */
const nginx = '/usr/sbin/nginx';
const njs = '/usr/lib/nginx/modules/ngx_http_js_module.so';

const reports = {unit: 'test-results/unit.json', e2e: 'test-results/e2e.json'};

/** What `npm test` does, one after the other, until something fails. Each step gives its exit code. */
const steps = {
  'Redis, faketime, OpenSSL, Chromium, nginx, khal and calcurse': provideTools,
  Build: () => run('npm', 'run', '--silent', 'build'),
  Types: () => run('npm', 'run', '--silent', 'types'),
  'Format and lint': () => run('npm', 'run', '--silent', 'lint'),
  'Tests beside the code': () =>
    run('npx', 'vitest', 'run', '--reporter=default', '--reporter=json', `--outputFile=${reports.unit}`),
  'Tests of the whole': () => run('npx', 'playwright', 'test', '-c', 'e2e'),
};

rmSync('test-results', {recursive: true, force: true});
mkdirSync('test-results');
for (const [name, step] of Object.entries(steps)) {
  console.log(`\n# ${name}`);
  const started = Date.now();
  const code = step();
  const seconds = ((Date.now() - started) / 1000).toFixed(1);
  console.log(`# ${name}: ${code === 0 ? 'done' : 'failed'} in ${seconds} s`);
  if (code !== 0) {
    process.exitCode = code;
    break;
  }
}
tellCounts();

/** Debian's packages, put in where that is possible.
 * @returns {number} */
function provideTools() {
  const missing = [
    ...(found('redis-server') ? [] : ['redis-server']),
    ...(found('faketime') ? [] : ['faketime']),
    ...(found('khal') ? [] : ['khal']),
    ...(found('calcurse') ? [] : ['calcurse']),
    ...(found('openssl') ? [] : ['openssl']),
    ...(found(process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium') ? [] : ['chromium']),
    ...(existsSync(nginx) && existsSync(njs) ? [] : ['nginx', 'libnginx-mod-http-js']),
  ];
  if (!missing.length) return 0;
  if (process.getuid?.() !== 0 || !found('apt-get')) {
    console.error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
    return 1;
  }
  return run('apt-get', 'update') || run('apt-get', 'install', '-y', '--no-install-recommends', ...missing);
}

/** @param {string} command */
function found(command) {
  return spawnSync(command, ['--version'], {stdio: 'ignore'}).error === undefined;
}

/** Runs a command that prints where this one prints.
 * @param {string} command
 * @param {string[]} parameters
 * @returns {number} its exit code */
function run(command, ...parameters) {
  const {status, error} = spawnSync(command, parameters, {stdio: 'inherit'});
  if (error) console.error(error.message);
  return status ?? 1;
}

/** Ends with one plain line: how many tests there were, of both runners. */
function tellCounts() {
  const unit = read(reports.unit);
  const e2e = read(reports.e2e)?.stats;
  const passed = (unit?.numPassedTests ?? 0) + (e2e?.expected ?? 0);
  const failed = (unit?.numFailedTests ?? 0) + (e2e?.unexpected ?? 0);
  console.log(`\n${passed} passed, ${failed} failed`);
}

/** @param {string} path */
function read(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : undefined;
}
