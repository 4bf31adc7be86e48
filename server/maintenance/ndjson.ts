import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {open} from 'node:fs/promises';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {constants, createGunzip, createGzip} from 'node:zlib';

import {z} from 'zod';

import {CommandError} from './messages.ts';
import {fileMode} from '../files/modes.ts';
import {bounds} from '../limits/bounds.ts';

/** The files of a backup: JSON lines, compressed with gzip. */
export const parts = {
  documents: 'documents.ndjson.gz',
  members: 'members.ndjson.gz',
  counters: 'counters.ndjson.gz',
} as const;

export type Part = keyof typeof parts;

export const fileFacts = z.object({
  lines: z.int().min(0),
  bytes: z.int().min(0),
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});

export type FileFacts = z.output<typeof fileFacts>;

/** Of one chunk. */
const maxLines = 500;
const maxCharacters = 4_000_000;

/** Backups are confidential. */
/** Writes a file of JSON lines and syncs it. Compresses it with the fastest level of gzip, which keeps up with the store. */
export async function writeLines(
  path: string,
  chunks: AsyncIterable<readonly unknown[]>,
): Promise<FileFacts> {
  const digest = createHash('sha256');
  let lines = 0;
  let bytes = 0;
  const handle = await open(path, 'wx', fileMode);
  try {
    await pipeline(
      async function* () {
        for await (const values of chunks) {
          lines += values.length;
          if (values.length) yield values.map(value => `${JSON.stringify(value)}\n`).join('');
        }
      },
      createGzip({level: constants.Z_BEST_SPEED}),
      async (compressed: AsyncIterable<Buffer>) => {
        for await (const chunk of compressed) {
          digest.update(chunk);
          bytes += chunk.length;
          await handle.writeFile(chunk);
        }
      },
    );
    await handle.sync();
  } finally {
    await handle.close();
  }
  return {lines, bytes, sha256: digest.digest('hex')};
}

/** Reads a file of JSON lines in chunks. @throws {CommandError} if a line is too long or not JSON, or the file cannot be unpacked. */
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
    if (chunk.length < maxLines && characters < maxCharacters) continue;
    yield chunk;
    chunk = [];
    characters = 0;
  }
  await unpacked;
  if (chunk.length) yield chunk;
}

/** Splits a text into lines, with at most one line of bounded length in memory. */
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
        throw new CommandError(
          `${path}, line ${number}: is longer than ${bounds.maxBackupLineBytes} characters.`,
        );
      }
    }
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${path} can't be unpacked: ${(error as Error).message}`);
  }
  if (rest !== '') yield rest;
}

function parse(line: string, path: string, number: number): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw new CommandError(`${path}, line ${number}: is not JSON.`);
  }
}
