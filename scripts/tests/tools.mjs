import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

/* Finds or installs the programs that tests need, for `npm test` and `npm run proof`. Add a program to `tools`, with the tests that need it. */

/** The files of nginx and its module for the script in `deploy/nginx/`, on Debian. */
const nginx = '/usr/sbin/nginx';
const njs = '/usr/lib/nginx/modules/ngx_http_js_module.so';

/** Apache on Debian. Its package `apache2-bin`, unlike `apache2`, starts no service. */
const apache = '/usr/sbin/apache2';

const chromium = process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell';

const onService = /^(?:server|demo)\/|\.spec\.ts$/;
const onFeeds = /feed-readers|^e2e\//;
const inBrowser = /^(?:client|e2e)\/|frameworks/;
const endToEnd = /^e2e\//;
const onFaults = /^(?:e2e|proof\/faults)\//;

/**
 * The tools of `npm test`: the Debian packages, whether they are installed, the test files that use them, and the Homebrew package if these tests run on macOS.
 *
 * @type {{packages: string[], isInstalled: () => boolean, tests: RegExp, brew?: string}[]}
 */
const tools = [
  {packages: ['redis-server'], isInstalled: () => found('redis-server'), tests: onService, brew: 'redis'},
  {packages: ['openssl'], isInstalled: () => found('openssl'), tests: onService, brew: 'openssl'},
  {packages: ['curl'], isInstalled: () => found('curl'), tests: onService, brew: 'curl'},
  {packages: ['khal'], isInstalled: () => found('khal'), tests: onFeeds, brew: 'khal'},
  {packages: ['calcurse'], isInstalled: () => found('calcurse'), tests: onFeeds, brew: 'calcurse'},
  {
    packages: ['chromium-headless-shell'],
    isInstalled: () => found(chromium),
    tests: inBrowser,
    brew: '--cask chromium # and set TAVLE_TEST_CHROMIUM to its path',
  },
  {packages: ['jq'], isInstalled: () => found('jq'), tests: endToEnd, brew: 'jq'},
  {packages: ['poppler-utils'], isInstalled: () => found('pdftotext'), tests: endToEnd, brew: 'poppler'},
  {packages: ['faketime'], isInstalled: () => found('faketime'), tests: onFaults},
  {packages: ['btrfs-progs'], isInstalled: () => found('btrfs'), tests: onFaults},
  {packages: ['systemd'], isInstalled: () => found('systemd-notify'), tests: endToEnd},
  {
    packages: ['nginx', 'libnginx-mod-http-js'],
    isInstalled: () => existsSync(nginx) && existsSync(njs),
    tests: endToEnd,
  },
  {packages: ['apache2-bin'], isInstalled: () => existsSync(apache), tests: endToEnd},
];

/** Returns the tools that test files use, each with the files that use it.
 * @param {readonly string[]} tests */
export function toolsOf(tests) {
  return tools
    .map(tool => ({...tool, tests: tests.filter(path => tool.tests.test(path))}))
    .filter(tool => tool.tests.length);
}

/** Installs the Debian packages that tests need, as root; otherwise prints what is missing, and for which tests.
 * @param {readonly string[]} tests The test files.
 * @param {Readonly<Record<string, string>>} [files] More packages, each with a file that it installs.
 * @returns {number} an exit code */
export function provideTools(tests, files = {}) {
  const absent = toolsOf(tests).filter(({isInstalled}) => !isInstalled());
  const missing = [...new Set([...absent.flatMap(({packages}) => packages), ...missingPackages(files)])];
  if (!missing.length) return 0;
  if (process.getuid?.() === 0 && found('apt-get'))
    return aptGet('update') || aptGet('install', '-y', '--no-install-recommends', ...missing);
  for (const {packages, tests, brew} of absent) {
    const [first, ...others] = tests;
    const more = others.length ? ` and ${others.length} more` : '';
    const onMac = brew ? ` On macOS: brew install ${brew}` : '';
    console.error(`Missing: ${packages.join(', ')}, for ${first}${more}.${onMac}`);
  }
  console.error(`On Debian: apt-get install ${missing.join(' ')}`);
  return 1;
}

/** Returns the packages that are not installed.
 * @param {Readonly<Record<string, string>>} files */
export function missingPackages(files) {
  return Object.keys(files).filter(name => !existsSync(files[name] ?? ''));
}

/** @param {string[]} parameters */
function aptGet(...parameters) {
  return spawnSync('apt-get', parameters, {stdio: 'inherit'}).status ?? 1;
}

/** @param {string} command */
function found(command) {
  return spawnSync(command, ['--version'], {stdio: 'ignore'}).error === undefined;
}
