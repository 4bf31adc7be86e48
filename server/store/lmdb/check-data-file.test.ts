import {mkdirSync, readFileSync, truncateSync, writeFileSync} from 'node:fs';
import {mkdtemp, rm} from 'node:fs/promises';
import {tmpdir} from 'node:os';
import {join} from 'node:path';

import {afterAll, expect, it} from 'vitest';

import {openStore} from '../open-store.ts';
import {silent} from '../engine.ts';

const root = await mkdtemp(join(tmpdir(), 'tavle-lmdb-file-'));
afterAll(() => rm(root, {recursive: true, force: true}));
const open = (directory: string) => openStore(`file:${directory}`, silent);

/** The file of a store with 300 documents of 1 KB and one of 200 KB. */
const whole = await (async () => {
  const directory = join(root, 'whole');
  const store = open(directory);
  for (let turn = 0; turn < 300; turn++) await store.write(['test', String(turn)], 'x'.repeat(1_000));
  await store.write(['test', 'long'], 'x'.repeat(200_000));
  await store.close();
  return readFileSync(join(directory, 'data.mdb'));
})();

let count = 0;

/** Returns a directory with a data file. */
function directoryWith(bytes: Buffer | string): string {
  const directory = join(root, String(++count));
  mkdirSync(directory);
  writeFileSync(join(directory, 'data.mdb'), bytes);
  return directory;
}

function changed(change: (bytes: Buffer) => void): Buffer {
  const copy = Buffer.from(whole);
  change(copy);
  return copy;
}

it.each<[string, Buffer | string, RegExp]>([
  ['an empty file', '', /is empty/],
  ['10 bytes', '0123456789', /is not a data file of LMDB/],
  ['a text', 'Not a store.\n'.repeat(10_000), /is not a data file of LMDB/],
  ['both meta pages overwritten', changed(bytes => bytes.fill(0xa5, 0, 8_192)), /is not a data file of LMDB/],
  [
    'the second meta page overwritten',
    changed(bytes => bytes.fill(0xa5, 4_096, 8_192)),
    /damaged second page/,
  ],
  ['cut in half', whole.subarray(0, whole.length / 2), /is truncated/],
  ['the last page of the long document cut off', whole.subarray(0, whole.length - 4_096), /is truncated/],
  ['only the meta pages left', whole.subarray(0, 8_192), /is truncated/],
])(
  'opening an embedded store rejects a damaged data file with one line that names the file: %s',
  (_, bytes, problem) => {
    const directory = directoryWith(bytes);
    expect(() => open(directory)).toThrow(problem);
    expect(() => open(directory)).toThrow(
      new RegExp(`^TAVLE_STORE: cannot open ${directory}: ${directory}/data\\.mdb [^\\n]+ restore a backup`),
    );
  },
);

it('opens a data file that ends before its last page if all pages in use exist', async () => {
  const directory = directoryWith(whole);
  const store = open(directory);
  await store.remove(['test', 'long']);
  await store.close();
  // The pages of the long document are the last ones. They are free now.
  const file = join(directory, 'data.mdb');
  const before = readFileSync(file);
  const free = Math.floor(200_000 / 4_096);
  const end = before.length - (free / 2) * 4_096;
  truncateSync(file, end - (end % 4_096));
  const again = open(directory);
  expect((await again.read([['test', '299']]))[0]?.version).toBe(1);
  await again.close();
});
