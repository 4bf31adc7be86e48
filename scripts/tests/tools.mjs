import {spawnSync} from 'node:child_process';
import {existsSync} from 'node:fs';

import {firefoxFiles, missingPackages, speechFiles, webkitFiles} from './browser-files.mjs';
import {fetchOldChromium} from './old-chromium.mjs';

/** Where Debian has nginx and its module for the script in `deploy/nginx/`. */
const nginx = '/usr/sbin/nginx';
const njs = '/usr/lib/nginx/modules/ngx_http_js_module.so';

/** Of a package that starts no service. */
const apache = '/usr/sbin/apache2';

const chromium = process.env.TAVLE_TEST_CHROMIUM ?? '/usr/bin/chromium-headless-shell';

/** A file of each package that the tests of the step `clients` need. */
const clientFiles = {
  'openjdk-17-jdk-headless': '/usr/bin/javac',
  'libhttpclient-java': '/usr/share/java/httpclient.jar',
  'mono-runtime': '/usr/bin/mono',
  'mono-mcs': '/usr/bin/mcs',
  // All assemblies of Mono: NSwag needs several that nothing else depends on.
  'libmono-cil-dev': '/usr/share/doc/libmono-cil-dev',
  'golang-go': '/usr/bin/go',
  'php-cli': '/usr/bin/php',
  'php-curl': '/usr/share/doc/php-curl',
  'php-guzzlehttp-guzzle': '/usr/share/php/GuzzleHttp/autoload.php',
  ruby: '/usr/bin/ruby',
  'libwww-perl': '/usr/share/perl5/LWP/UserAgent.pm',
  wget: '/usr/bin/wget',
  haproxy: '/usr/sbin/haproxy',
  caddy: '/usr/bin/caddy',
  'python3-requests': '/usr/lib/python3/dist-packages/requests',
  'python3-httpx': '/usr/lib/python3/dist-packages/httpx',
  'python3-aiohttp': '/usr/lib/python3/dist-packages/aiohttp',
};

/** Installs the Debian packages that the tests need, as root; otherwise prints what is missing.
 * @param {boolean} isLong Whether the long tests run, which need a screen reader and more browsers.
 * @returns {number} an exit code */
export function provideTools(isLong) {
  const commands = ['redis-server', 'faketime', 'khal', 'calcurse', 'openssl', 'curl', 'jq'];
  const missing = [
    ...commands.filter(command => !found(command)),
    ...(found('btrfs') ? [] : ['btrfs-progs']),
    ...(found('systemd-notify') ? [] : ['systemd']),
    ...(found(chromium) ? [] : ['chromium-headless-shell']),
    ...missingPackages(isLong ? {...speechFiles, ...clientFiles} : {...firefoxFiles, ...webkitFiles}),
    ...(existsSync(nginx) && existsSync(njs) ? [] : ['nginx', 'libnginx-mod-http-js']),
    ...(existsSync(apache) ? [] : ['apache2-bin']),
  ];
  if (isLong) fetchOldChromium();
  if (!missing.length) return 0;
  if (process.getuid?.() !== 0 || !found('apt-get')) {
    console.error(`Missing: ${missing.join(', ')}. On Debian: apt-get install ${missing.join(' ')}`);
    return 1;
  }
  return aptGet('update') || aptGet('install', '-y', '--no-install-recommends', ...missing);
}

/** @param {string[]} parameters */
function aptGet(...parameters) {
  return spawnSync('apt-get', parameters, {stdio: 'inherit'}).status ?? 1;
}

/** @param {string} command */
function found(command) {
  return spawnSync(command, ['--version'], {stdio: 'ignore'}).error === undefined;
}
