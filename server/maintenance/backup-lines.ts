import {createHash} from 'node:crypto';
import type {Readable} from 'node:stream';
import {pipeline} from 'node:stream/promises';
import {createGunzip} from 'node:zlib';

import {z} from 'zod';

import {isSystemError} from '../files.ts';
import {schemaOf} from '../document-types.ts';
import {bounds} from '../bounds.ts';
import {keyPath, parsePath} from '../store/key.ts';
import {maxChunkBytes, type StoredDocument} from '../store/engine.ts';
import {CommandError} from './messages.ts';

/* The format of a backup, for `backup.ts` and `restore.ts`: JSON lines, compressed with gzip. First `header`; then each
 * document, after those that it needs, as `[path, version, operation, value]`; then `endLine`, with their number and
 * the digest of all lines before it. Add a key to `header`, as optional. A change that an earlier `tavle restore`
 * cannot read must increment `format`. */

/** Increases with each change that an earlier `tavle restore` cannot read. */
const format = 1;

const header = z.object({
  format: z.literal(format),
  tavle: z.string(),
  /** ISO 8601 in UTC. The backup has every change acknowledged before this time. */
  started: z.iso.datetime(),
});

export type Header = z.output<typeof header>;

/** Yields the lines of a backup. @param started ISO 8601 in UTC. */
export async function* writeLines(
  tavle: string,
  started: string,
  chunks: AsyncIterable<readonly StoredDocument[]>,
): AsyncGenerator<string> {
  const digest = createHash('sha256');
  const note = (text: string) => {
    digest.update(text);
    return text;
  };
  yield note(`${JSON.stringify({format, tavle, started} satisfies Header)}\n`);
  let documents = 0;
  for await (const chunk of chunks) {
    if (!chunk.length) continue;
    documents += chunk.length;
    const lines = chunk.map(each => JSON.stringify([each.path, each.version, each.operation, each.value]));
    yield note(`${lines.join('\n')}\n`);
  }
  yield `${JSON.stringify({documents, sha256: digest.digest('hex')})}\n`;
}

/** The maximum length of an LMDB key, in bytes. */
const maxKeyBytes = 1_978;

const digestForm = /^~[\w-]{43}$/;

/** The maximum length of a chunk, in documents. */
const maxDocuments = 500;

const path = z.string().max(maxKeyBytes).refine(isPath, {error: 'is not a key', abort: true});

const documentLine = z
  .tuple([
    path,
    z.int().min(1),
    z.string().regex(/^\S{1,200}$/),
    z.custom(value => value !== undefined, 'is missing'),
  ])
  .superRefine(([documentPath, , , value], context) => {
    const result = schemaOf(parsePath(documentPath))?.safeParse(value);
    const [issue] = result?.error?.issues ?? [];
    if (issue)
      context.addIssue({code: 'custom', path: [documentPath, ...issue.path], message: issue.message});
  });

const endLine = z.object({documents: z.int(), sha256: z.string()});

/**
 * Reads a backup in chunks, and validates each line: a person who can change a backup can also change its digest.
 *
 * @param name The name of the backup, for messages.
 * @param onHeader Receives the header before the first chunk.
 * @throws {CommandError} when the input is not a backup, is cut or was changed. The chunks before the fault come first.
 */
export async function* readDocuments(
  input: Readable,
  name: string,
  onHeader: (header: Header) => void = () => undefined,
): AsyncGenerator<StoredDocument[]> {
  const invalid = (problem: string) => new CommandError(`${name} ${problem}`);
  const digest = createHash('sha256');
  let number = 0;
  let documents = 0;
  let isEnded = false;
  let chunk: StoredDocument[] = [];
  let characters = 0;

  for await (const line of splitLines(input, invalid)) {
    number += 1;
    if (isEnded) throw invalid('has lines after its end: it was changed.');
    if (hasTooManyValues(line))
      throw invalid(`is damaged in line ${number}: it has too many keys or values.`);
    const value = parse(line, () => invalid(`is damaged in line ${number}: it is not JSON.`));
    if (number === 1) {
      onHeader(parseHeader(value, invalid));
    } else if (Array.isArray(value)) {
      const {data, error} = documentLine.safeParse(value);
      const [issue] = error?.issues ?? [];
      if (!data)
        throw invalid(`is damaged in line ${number}: ${[...(issue?.path ?? []), issue?.message].join(': ')}`);
      const [documentPath, version, operation, stored] = data;
      chunk.push({path: documentPath, version, operation, value: stored});
      documents += 1;
      characters += line.length;
    } else {
      const end = endLine.safeParse(value).data;
      if (end?.documents !== documents || end.sha256 !== digest.digest('hex'))
        throw invalid('does not match the digest in its last line: it was changed.');
      isEnded = true;
      continue;
    }
    digest.update(`${line}\n`);
    if (chunk.length < maxDocuments && characters < maxChunkBytes) continue;
    yield chunk;
    chunk = [];
    characters = 0;
  }
  if (!isEnded) throw invalid('ends before its last line: it is cut, or not a backup.');
  if (chunk.length) yield chunk;
}

function parseHeader(value: unknown, invalid: (problem: string) => CommandError): Header {
  const {data} = header.safeParse(value);
  if (data) return data;
  const written = z.object({format: z.number()}).safeParse(value).data?.format;
  throw invalid(
    written === undefined || written === format
      ? 'is not a backup.'
      : `has format ${written}; this version of tavle reads format ${format}.`,
  );
}

/** Splits a compressed text into lines, with at most one line of bounded length in memory. */
async function* splitLines(
  input: Readable,
  invalid: (problem: string) => CommandError,
): AsyncGenerator<string> {
  const gunzip = createGunzip();
  let received = 0;
  const unpacked = pipeline(async function* () {
    for await (const bytes of input as AsyncIterable<Buffer>) {
      received += bytes.length;
      yield bytes;
    }
  }, gunzip);
  unpacked.catch(() => undefined);
  gunzip.setEncoding('utf8');
  let rest = '';
  try {
    for await (const piece of gunzip as AsyncIterable<string>) {
      const [first = '', ...others] = piece.split('\n');
      rest += first;
      for (const next of others) {
        yield rest;
        rest = next;
      }
      if (rest.length > bounds.maxBackupLineBytes)
        throw invalid(`has a line of more than ${bounds.maxBackupLineBytes} characters.`);
    }
    await unpacked;
  } catch (error) {
    if (error instanceof CommandError) throw error;
    if (isSystemError(error)) throw invalid(`cannot be read (${error.code}).`);
    throw invalid(`can't be unpacked: ${(error as Error).message}`);
  }
  // The decompressor ignores what follows the end.
  if (rest !== '' || gunzip.bytesWritten !== received)
    throw invalid('has data after its end: it was changed.');
}

/** Counts keys and values before `JSON.parse` allocates memory: 50 bytes for a number of two bytes, 400 for a key. */
function hasTooManyValues(line: string): boolean {
  const {maxBackupLineKeys, maxBackupLineValues} = bounds;
  if (line.length <= maxBackupLineKeys) return false;
  let [keys, values, isText] = [0, 0, false];
  for (let index = 0; index < line.length; index++) {
    const character = line[index] ?? '';
    if (isText && character === '\\') index += 1;
    else if (character === '"') isText = !isText;
    else if (!isText && character === ':') keys += 1;
    else if (!isText && ',[{'.includes(character)) values += 1;
  }
  return keys > maxBackupLineKeys || values > maxBackupLineValues;
}

function parse(line: string, refusal: () => CommandError): unknown {
  try {
    return JSON.parse(line);
  } catch {
    throw refusal();
  }
}

/** Returns whether `keyPath` can return a text. */
function isPath(text: string): boolean {
  try {
    const segments = text.split('/');
    const plain = segments.filter(segment => !digestForm.test(segment)).join('/');
    return segments.length >= 2 && (plain === '' || keyPath(parsePath(`${plain}/`)) === `${plain}/`);
  } catch {
    return false;
  }
}
