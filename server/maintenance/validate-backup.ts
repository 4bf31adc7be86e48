import {z} from 'zod';

import {schemaOf} from '../document-types.ts';
import {bounds} from '../limits/bounds.ts';
import {keyPath, parsePath} from '../store/key.ts';
import {type Part, readLines} from './ndjson.ts';

import type {Progress} from './progress.ts';
import {CommandError} from './messages.ts';

/** The maximum of LMDB. */
const maxKeyBytes = 1_978;

const digest = /^~[\w-]{43}$/;

const path = z.string().max(maxKeyBytes).refine(isPath, {error: 'is not a key', abort: true});

const line = {
  documents: z
    .tuple([path, z.int().min(1), z.string().regex(/^\S{1,200}$/), z.json()])
    .superRefine(([documentPath, , , value], context) => {
      const result = schemaOf(parsePath(documentPath))?.safeParse(value);
      for (const issue of result?.error?.issues ?? []) {
        context.addIssue({code: 'custom', path: [documentPath, ...issue.path], message: issue.message});
      }
    }),
  members: z
    .tuple([path, z.array(z.string())])
    .refine(
      ([index, members]) => members.every(member => Buffer.byteLength(`${index}\0${member}`) <= maxKeyBytes),
      'has a member that is too long',
    ),
  counters: z
    .tuple([path, z.int()])
    .refine(
      ([counter, number]) => counter.endsWith('/bytes') || (number >= 0 && number <= bounds.maxNumber),
      "is a number that the service can't have reached",
    ),
} satisfies Record<Part, z.ZodType>;

export type Line<Name extends Part> = z.output<(typeof line)[Name]>;

/**
 * Validates every line of a file. Matching digests are not enough: anyone who can change a backup can also change its manifest.
 *
 * @throws {CommandError} with the file and the first invalid line.
 */
export async function validateLines(
  file: string,
  part: Part,
  total: number,
  progress: Progress,
): Promise<void> {
  let done = 0;
  for await (const lines of readLines(file)) {
    for (const value of lines) {
      done += 1;
      const {error} = line[part].safeParse(value);
      if (error) throw new CommandError(`${file}, line ${done}: ${describe(error)}`);
    }
    progress.report(`lines of ${part} checked`, done, total);
  }
  if (done !== total) throw new CommandError(`${file} has ${done} lines, not ${total}: it is damaged.`);
}

function describe({issues: [issue]}: z.ZodError): string {
  return [...(issue?.path ?? []), issue?.message].join(': ');
}

/** Returns whether `keyPath` can write a text. */
function isPath(text: string): boolean {
  try {
    const segments = text.split('/');
    const plain = segments.filter(segment => !digest.test(segment)).join('/');
    return segments.length >= 2 && (plain === '' || keyPath(parsePath(`${plain}/`)) === `${plain}/`);
  } catch {
    return false;
  }
}
