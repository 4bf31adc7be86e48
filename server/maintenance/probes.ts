import {existsSync} from 'node:fs';
import {statfs} from 'node:fs/promises';
import {createServer} from 'node:net';
import {dirname, join} from 'node:path';

import {problemsOf} from './messages.ts';
import {checkAppendable, describeFileError, isSystemError} from '../files.ts';
import {fetchKeys, isUrl, reasonOf, unusedProxy} from '../identity/key-set.ts';
import {createMailer} from '../calendar/mail/transport.ts';
import {listen, tryListening} from '../http/listen.ts';
import {auditDestination, parseSettings, withoutMalformed} from '../config.ts';
import {standardOutput} from '../logs/audit-log.ts';
import {settings} from '../settings.ts';
import {dataFile, requireSpace} from '../store/lmdb/lmdb-store.ts';
import {directoryOf, isMissing} from '../store/open-store.ts';
import {trialKey} from '../store/readiness.ts';
import type {Store} from '../store/store.ts';

/* What `tavle check` tries: ports, files, the store, the key set and the mail server. Add a probe as a function here,
 * and call it in `check.ts`; `unsafeFileSystems` has the file systems that it warns of. Each probe returns its findings
 * as lines, and leaves nothing behind. */

/** Tries the ports of the service and of its metrics. Ignores a port in use: the service itself may be running. Ignores invalid settings, which `check` has reported. */
export async function tryHostAndPort(env: NodeJS.ProcessEnv): Promise<string[]> {
  const {data} = parseSettings(withoutMalformed(env), ['TAVLE_HOST', 'TAVLE_PORT', 'TAVLE_METRICS_PORT']);
  if (!data) return [];
  const {TAVLE_HOST: host, TAVLE_PORT: port, TAVLE_METRICS_PORT: metrics} = data;
  const errors = [
    await tryListening(host, port),
    metrics && (await tryListening(metrics.host ?? host, metrics.port, undefined, 'TAVLE_METRICS_PORT')),
  ];
  if (metrics && metrics.port === port && port !== 0 && (await sharePorts(host, metrics.host ?? host)))
    return ['TAVLE_METRICS_PORT: is the port of TAVLE_PORT. Choose another one.'];
  return errors.flatMap(error => (error && !isInUse(error) ? [error.message] : []));
}

const isInUse = ({cause}: Error) => isSystemError(cause) && cause.code === 'EADDRINUSE';

/** Returns whether two servers cannot use one port of these hosts. Tries it with a free port. */
async function sharePorts(host: string, other: string): Promise<boolean> {
  const server = createServer();
  try {
    const error = await tryListening(other, await listen(server, host, 0));
    return error !== undefined && isInUse(error);
  } catch {
    // The host is not one of this machine.
    return false;
  } finally {
    server.close();
  }
}

/** Tries the audit log, unless its path is the default one in a missing embedded store, which {@link tryMissingStore} tries. */
export function tryAuditLog({
  TAVLE_AUDIT: audit,
  TAVLE_STORE: store = settings.TAVLE_STORE.default,
}: NodeJS.ProcessEnv) {
  const destination = auditDestination(audit, store);
  const isWithStore = audit === undefined && isMissing(store);
  if (destination === undefined || destination === standardOutput || isWithStore) return [];
  return attempt('TAVLE_AUDIT', `write to ${destination}`, () => checkAppendable(destination));
}

/** Checks that a missing embedded store can be created. @param address The address of the store. */
export function tryMissingStore(address: string): string[] {
  const directory = directoryOf(address);
  return attempt('TAVLE_STORE', `create ${directory}`, () => {
    checkAppendable(join(directory, dataFile));
    requireSpace(nearestDirectory(directory));
  });
}

/** Returns a directory, or its nearest parent that exists. */
function nearestDirectory(directory: string): string {
  let nearest = directory;
  while (!existsSync(nearest)) nearest = dirname(nearest);
  return nearest;
}

/** Types of file systems in Linux, as statfs(2) and linux/magic.h have them, on which an embedded store is not safe. */
const unsafeFileSystems: readonly (readonly [consequence: string, types: readonly number[]])[] = [
  [
    'a network or shared file system, whose locks and memory maps do not keep a store whole. Use a local disk',
    [
      ...[0x6969, 0x517b, 0xfe534d42, 0xff534d42, 0x01021997, 0x65735546], // NFS, SMB 1 to 3, 9P, FUSE with virtiofs
      ...[0x00c36400, 0x0bd00bd0, 0x5346414f, 0x6b414653, 0x47504653], // Ceph, Lustre, AFS, kAFS, GPFS
      ...[0x01161970, 0x7461636f, 0x786f4256, 0x20030528, 0x73757245], // GFS2, OCFS2, VirtualBox, OrangeFS, Coda
    ],
  ],
  ['in memory, and is lost when the machine restarts. Use a disk', [0x01021994, 0x858458f6]],
  ['in the layer of a container, and is lost with it. Use a volume', [0x794c7630]],
];

/** Warns of an unsafe file system of an embedded store, which need not exist. Knows only file systems of Linux. */
export async function warnOfFileSystem(address: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const directory = directoryOf(address);
  return warningOfType((await statfs(nearestDirectory(directory))).type).map(
    text => `TAVLE_STORE: ${directory} is ${text}.`,
  );
}

/** Returns the consequence of an unsafe type of file system, otherwise nothing. @param type The `type` of `statfs`. */
export function warningOfType(type: number): string[] {
  return unsafeFileSystems.flatMap(([consequence, types]) => (types.includes(type) ? [consequence] : []));
}

/**
 * Writes a document and removes it, also after a failure: it may have been written, but not confirmed. A read-only replica or a store on a full disk
 * responds, but rejects writes.
 */
export async function tryWriting(store: Store): Promise<string[]> {
  const steps = [() => store.write(trialKey, ''), () => store.remove(trialKey)];
  const failures: unknown[] = [];
  for (const step of steps) await step().catch((error: unknown) => failures.push(error));
  return failures
    .slice(0, 1)
    .map(error => `TAVLE_STORE: the store rejects writes: ${problemsOf(error).join(' ')}`);
}

/** Fetches the key set. Returns why no token can be verified with it. Skips a key set in a file, which the check of the settings has read. */
export async function tryKeySet(env: NodeJS.ProcessEnv): Promise<string[]> {
  const location = parseSettings(withoutMalformed(env), ['TAVLE_TOKEN_JWKS']).data?.TAVLE_TOKEN_JWKS;
  if (location === undefined || !isUrl(location)) return [];
  try {
    await fetchKeys(location);
    return [];
  } catch (error) {
    return [
      `TAVLE_TOKEN_JWKS: cannot fetch the key set from ${location}: ${reasonOf(error)}.${unusedProxy(location)}`,
    ];
  }
}

/** Connects to the mail server and signs in, without sending. Returns why that fails. */
export async function tryMailServer(url: string, publicUrl?: string): Promise<string[]> {
  const mailer = createMailer({url, publicUrl, from: {name: '', address: ''}, hour: 0, perMinute: 1});
  try {
    await mailer.check();
    return [];
  } catch (error) {
    const {message} = error as Error;
    const remedy = message.includes('wrong version number') ? ' It does not use TLS: begin with smtp.' : '';
    return [`TAVLE_SMTP_URL: cannot use the mail server ${new URL(url).host}: ${message.trimEnd()}${remedy}`];
  } finally {
    mailer.close();
  }
}

function attempt(setting: string, action: string, work: () => void): string[] {
  try {
    work();
    return [];
  } catch (error) {
    return [`${setting}: ${describeFileError(action, error)}`];
  }
}
