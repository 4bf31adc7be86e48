import {createHash} from 'node:crypto';
import {once} from 'node:events';
import {createReadStream} from 'node:fs';
import {open} from 'node:fs/promises';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {constants, createGunzip, createGzip} from 'node:zlib';

import {bounds} from '../limits/bounds.ts';
import type {FileFacts} from './manifest.ts';
import {Refusal} from '../cli/refusal.ts';

/** How many lines, and characters, are handed over at once. */
const most = {lines: 500, characters: 4_000_000};

/** Only the owner may read a backup: it says which company has which deadline. */
const ownerOnly = 0o600;

/** A file of JSON lines that is being written. */
export interface LineWriter {
  /** Resolves when there is room for more. */
  readonly write: (values: readonly unknown[]) => Promise<void>;
  /** Resolves when all of it is on the disk. */
  finish(): Promise<FileFacts>;
  /** Gives up. */
  abandon(): Promise<void>;
}

/** Compresses with gzip, as little as it can: most of what there is to gain, at the speed of the store. */
export async function createLineWriter(path: string): Promise<LineWriter> {
  const handle = await open(path, 'wx', ownerOnly);
  const digest = createHash('sha256');
  const gzip = createGzip({level: constants.Z_BEST_SPEED});
  let lines = 0;
  let bytes = 0;

  const written = pipeline(gzip, async chunks => {
    for await (const chunk of chunks as AsyncIterable<Buffer>) {
      digest.update(chunk);
      bytes += chunk.length;
      await handle.writeFile(chunk);
    }
    await handle.sync();
  });
  // A full disk is told of by whichever step waits for it.
  written.catch(() => undefined);

  return {
    async write(values) {
      if (!values.length) return;
      lines += values.length;
      const room = gzip.write(values.map(value => `${JSON.stringify(value)}\n`).join(''));
      if (!room) await Promise.race([once(gzip, 'drain'), written]);
    },
    async finish() {
      gzip.end();
      await written;
      await handle.close();
      return {lines, bytes, sha256: digest.digest('hex')};
    },
    async abandon() {
      gzip.destroy();
      await written.catch(() => undefined);
      await handle.close();
    },
  };
}

/**
 * Reads a file of JSON lines, some at a time.
 *
 * @throws {Refusal} that names the line that is too long or is not JSON, or the file that can't be unpacked.
 */
export async function* readLines(path: string): AsyncGenerator<unknown[]> {
  const gunzip = createGunzip();
  const unpacked = pipeline(createReadStream(path), gunzip);
  unpacked.catch(() => undefined);
  let chunk: unknown[] = [];
  let characters = 0;
  let number = 0;
  for await (const line of splitLines(gunzip, path)) {
    number += 1;
    chunk.push(parse(line, path, number));
    characters += line.length;
    if (chunk.length < most.lines && characters < most.characters) continue;
    yield chunk;
    chunk = [];
    characters = 0;
  }
  await unpacked;
  if (chunk.length) yield chunk;
}

/** Splits a text at its line ends, and holds one line of bounded length at most. */
async function* splitLines(unpacking: Readable, path: string): AsyncGenerator<string> {
  unpacking.setEncoding('utf8');
  let rest = '';
  let number = 1;
  try {
    for await (const piece of unpacking as AsyncIterable<string>) {
      const [first = '', ...others] = piece.split('\n');
      rest += first;
      for (const next of others) {
        yield rest;
        number += 1;
        rest = next;
      }
      if (rest.length > bounds.maxBackupLineBytes) {
        throw new Refusal(`${path}, line ${number}: is longer than ${bounds.maxBackupLineBytes} characters.`);
      }
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw new Refusal(`${path} can't be unpacked: ${(error as Error).message}`);
  }
  if (rest !== '') yield rest;
}

function parse(line: string, path: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new Refusal(`${path}, line ${number}: is not JSON.`);
  }
}
