/* Reads, creates and checks files, for the settings, logs, stores and commands. `describeFileError` has the messages
 * for operators. Stores, logs, keys and backups are confidential: only the user of the process, or group 0 in
 * containers, may read them. Create such files with `fileMode`. */

import {isUtf8} from 'node:buffer';
import {randomUUID} from 'node:crypto';
import {
  closeSync,
  constants,
  existsSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmdirSync,
  rmSync,
  statfsSync,
  statSync,
} from 'node:fs';
import {basename, dirname, join, resolve} from 'node:path';

/**
 * Whether files are shared with group 0: a container whose user id is arbitrary and whose group is 0, as in OpenShift, must be able to use files of
 * a container with another user id. Elsewhere, only the user of the process can read the files.
 */
const sharesGroup = process.getgid?.() === 0 && process.getuid?.() !== 0;

/** The mode of stores, audit logs, keys and backups, which are confidential. */
export const fileMode = sharesGroup ? 0o660 : 0o600;
export const umask = sharesGroup ? 0o007 : 0o077;

/** Returns the text of a file without a byte order mark. @throws With the line that is not UTF-8. */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', {fatal: true}).decode(bytes);
  } catch {
    const lines = Buffer.from(bytes).toString('latin1').split('\n');
    const line = lines.findIndex(each => !isUtf8(Buffer.from(each, 'latin1'))) + 1;
    throw new Error(`it is not UTF-8 in line ${line}`);
  }
}

/**
 * Returns the text of a file with PEM blocks. Removes all byte order marks: files that begin with one may have been joined.
 *
 * @throws Like {@link decodeUtf8}. When the file is empty: Node.js would ignore it, and every TLS handshake would fail.
 */
export function readPem(path: string): string {
  const text = decodeUtf8(readFileSync(path)).replaceAll('\ufeff', '');
  if (text.trim() === '') throw new Error('it is empty');
  return text;
}

/** Returns whether an error comes from the operating system. */
export function isSystemError(error: unknown): error is NodeJS.ErrnoException & {code: string} {
  return (
    error instanceof Error && typeof (error as NodeJS.ErrnoException).code === 'string' && 'syscall' in error
  );
}

/**
 * Describes why a file can't be used: `cannot read /etc/portal.json (ENOENT).`
 *
 * @param action The rest of the sentence after "cannot", such as `read /etc/portal.json`.
 * @param error Errors that do not come from the operating system are described by their own message.
 */
export function describeFileError(action: string, error: unknown): string {
  if (isSystemError(error)) return `cannot ${action} (${error.code}).`;
  return `cannot ${action}: ${error instanceof Error ? error.message : String(error)}`;
}

/**
 * Creates a directory and its missing parents, one `mkdir` each. `mkdirSync` with `recursive` never returns on file systems that refuse new
 * directories with ENOENT, such as `/proc`.
 *
 * @returns The directories that it created, outermost first.
 * @throws {NodeJS.ErrnoException} when one of them can't be created, or the path leads to something other than a directory.
 */
export function makeDirectory(path: string): string[] {
  const missing: string[] = [];
  for (let each = resolve(path); !existsSync(each); each = dirname(each)) missing.unshift(each);
  return missing.filter(createUnlessThere);
}

function createUnlessThere(path: string): boolean {
  try {
    mkdirSync(path);
    return true;
  } catch (error) {
    if (statSync(path, {throwIfNoEntry: false})?.isDirectory()) return false;
    throw error;
  }
}

/**
 * Checks that a file can be appended to, or created together with its directory. Creates no file, and removes directories that it creates.
 *
 * @throws {NodeJS.ErrnoException} when the file can't be appended to or created, or its disk is full.
 */
export function checkAppendable(path: string): void {
  const file = resolve(path);
  if (existsSync(file)) {
    if (statSync(file).isFile()) requireSpace(file);
    // Throws for a named pipe without a reader instead of waiting.
    closeSync(openSync(file, constants.O_WRONLY | constants.O_APPEND | constants.O_NONBLOCK));
    return;
  }
  const directory = dirname(file);
  const created = makeDirectory(directory);
  try {
    const probe = join(directory, `.${basename(file)}.${randomUUID()}`);
    closeSync(openSync(probe, 'ax'));
    rmSync(probe);
    requireSpace(directory);
  } finally {
    try {
      for (const each of created.toReversed()) rmdirSync(each);
    } catch {
      // Another process already uses the directory.
    }
  }
}

/** @throws {NodeJS.ErrnoException} when the disk of a file or directory is full. */
function requireSpace(path: string): void {
  const {blocks, bavail} = statfsSync(path);
  // Some file systems in memory report no blocks.
  if (blocks > 0 && bavail === 0)
    throw Object.assign(new Error('ENOSPC'), {code: 'ENOSPC', syscall: 'write'});
}
