import {constants} from 'node:fs';
import {type FileHandle, open, readdir} from 'node:fs/promises';
import {dirname, join, parse} from 'node:path';
import {createGunzip} from 'node:zlib';

import type {Instant} from '../time/datetime.ts';

/** A file of the audit log: the current one, or one that was rotated. */
export interface AuditFile {
  readonly path: string;
  read(): AsyncIterable<Buffer>;
  close(): Promise<void>;
}

/** The maximum number of listings when `logrotate` renames files between listing and opening. */
const maxListings = 5;

/**
 * Opens an audit log and those of its rotated files next to it, oldest first: `audit.jsonl.1`, `audit.jsonl-20261117.gz`,
 * `audit-20261117.jsonl`. Opens all before it reads one, so that a rotation removes none.
 *
 * @param from Skips files whose last change was before this moment.
 */
export async function openAuditFiles(path: string, from: Instant = -Infinity): Promise<AuditFile[]> {
  for (let listing = 1; ; listing++) {
    const opened: Opened[] = [];
    try {
      for (const name of await namesOf(path)) opened.push(await openFile(join(dirname(path), name)));
      return await selectFiles(opened, from);
    } catch (error) {
      await Promise.all(opened.map(({handle}) => handle.close()));
      if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || listing === maxListings) throw error;
    }
  }
}

/** Returns the names of the current and the rotated files. Of a file that is being compressed, returns the uncompressed one. */
async function namesOf(path: string): Promise<string[]> {
  const names = await readdir(dirname(path)).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  });
  const found = names.filter(name => isOfLog(name, path));
  return found.filter(name => !(name.endsWith('.gz') && found.includes(name.slice(0, -'.gz'.length))));
}

/** The suffix that `logrotate` adds: a number or a date. */
const rotation = /^(?:[.-]\d[\d-]*)?$/;
const rotationAtEnd = /^(?:[.-]\d[\d-]*)?(?:\.gz)?$/;

function isOfLog(name: string, path: string): boolean {
  const {name: stem, ext} = parse(path);
  const rest = name.slice(stem.length);
  const place = rest.indexOf(ext);
  return (
    name.startsWith(stem) &&
    place >= 0 &&
    rotation.test(rest.slice(0, place)) &&
    rotationAtEnd.test(rest.slice(place + ext.length))
  );
}

interface Opened {
  readonly path: string;
  readonly handle: FileHandle;
  readonly changed: Instant;
  /** Identifies the file independently of its name. */
  readonly identity: string;
}

/** @throws {Error} for a named pipe, which would never end. */
async function openFile(path: string): Promise<Opened> {
  const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const facts = await handle.stat();
  if (!facts.isFile()) {
    await handle.close();
    throw new Error('it is not a file.');
  }
  return {path, handle, changed: facts.mtimeMs, identity: `${facts.dev}:${facts.ino}`};
}

/** Sorts files, and closes skipped ones and duplicates. */
async function selectFiles(opened: readonly Opened[], from: Instant): Promise<AuditFile[]> {
  const files = [...new Map(opened.map(each => [each.identity, each])).values()]
    .filter(({changed}) => changed >= from)
    .sort((one, other) => one.changed - other.changed);
  await Promise.all(opened.filter(each => !files.includes(each)).map(({handle}) => handle.close()));
  return files.map(({path, handle}) => ({
    path,
    read: () => (path.endsWith('.gz') ? decompress(handle) : handle.createReadStream({autoClose: false})),
    close: () => handle.close(),
  }));
}

function decompress(handle: FileHandle): AsyncIterable<Buffer> {
  const packed = handle.createReadStream({autoClose: false});
  const gunzip = createGunzip();
  packed.on('error', error => gunzip.destroy(error));
  return packed.pipe(gunzip);
}
