import {createHash} from 'node:crypto';
import {createReadStream} from 'node:fs';
import {readFile, stat} from 'node:fs/promises';
import {join} from 'node:path';

import {z} from 'zod';

import {CommandError} from './messages.ts';
import type {Progress} from './progress.ts';
import {type FileFacts, fileFacts, type Part, parts} from './ndjson.ts';

/** Increases with each change that an older `tavle restore` cannot read. */
export const format = 1;

export const manifestName = 'manifest.json';

const manifest = z.object({
  format: z.literal(format),
  /** Version of Tavle. */
  tavle: z.string(),
  /** ISO 8601 in UTC. Every change acknowledged before `started` is in the backup. */
  started: z.iso.datetime(),
  finished: z.iso.datetime(),
  files: z.object({documents: fileFacts, members: fileFacts, counters: fileFacts}),
});

export type Manifest = z.output<typeof manifest>;

/** Reads a backup's manifest, and compares each file with it. @throws {CommandError} if a file is missing or damaged. */
export async function verify(
  directory: string,
  progress: Progress,
): Promise<{manifest: Manifest; digest: string}> {
  const text = await readFile(join(directory, manifestName), 'utf8').catch(() => {
    throw new CommandError(
      `${directory} is not a finished backup: it has no ${manifestName} that can be read.`,
    );
  });
  const read = parse(text, directory);
  for (const part of Object.keys(parts) as Part[]) {
    await verifyFile(join(directory, parts[part]), part, read.files[part], progress);
  }
  progress.end();
  return {manifest: read, digest: createHash('sha256').update(text).digest('hex')};
}

function parse(text: string, directory: string): Manifest {
  try {
    const value = JSON.parse(text) as unknown;
    const written = z.object({format: z.number()}).safeParse(value).data?.format;
    if (written !== undefined && written !== format) {
      throw new CommandError(
        `${directory} has format ${written}; this version of tavle reads format ${format}.`,
      );
    }
    return manifest.parse(value);
  } catch (error) {
    if (error instanceof CommandError) throw error;
    throw new CommandError(`${join(directory, manifestName)} is damaged.`);
  }
}

async function verifyFile(path: string, part: Part, {bytes, sha256}: FileFacts, progress: Progress) {
  const found = await stat(path).catch(() => undefined);
  if (!found) throw new CommandError(`${path} is missing.`);
  if (found.size !== bytes)
    throw new CommandError(`${path} has ${found.size} bytes, not ${bytes}: it is damaged.`);
  const digest = createHash('sha256');
  let done = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    digest.update(chunk);
    done += chunk.length;
    progress.report(`megabytes of ${part} compared`, Math.round(done / 1e6), Math.round(bytes / 1e6));
  }
  if (digest.digest('hex') !== sha256)
    throw new CommandError(`${path} does not match its SHA-256 digest: it is damaged.`);
}
