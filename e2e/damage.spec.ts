import {readFile, truncate, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {formatKey} from '../server/store/readiness.ts';
import {openStore} from '../server/store/open-store.ts';
import {silent} from '../server/store/engine.ts';
import {runToEnd} from './support/process.ts';
import {expect, test} from './support/test.ts';

const commands = [['serve'], ['check'], ['backup', 'copy'], ['prune'], ['repair']];

test('every command rejects a truncated store, and one of a newer format, with one line that explains what to do', async ({
  settings,
  directory,
}) => {
  const store = openStore(`file:${join(directory, 'data')}`, silent);
  await store.write(formatKey, 2);
  await store.close();
  const file = join(directory, 'data', 'data.mdb');
  const newer = await readFile(file);
  const states: [Buffer, RegExp][] = [
    [newer, /The store has format 2, .+ Install the version of tavle that wrote it/],
    [newer.subarray(0, 8_192), /data\.mdb is truncated: .+ restore a backup/],
  ];
  for (const [bytes, line] of states) {
    await truncate(file);
    await writeFile(file, bytes);
    const TAVLE_STORE = `file:${join(directory, 'data')}`;
    const run = (command: string[]) => runToEnd(command, {...settings, TAVLE_STORE}, directory);
    for (const {code, stderr} of await Promise.all(commands.map(run))) {
      expect(code).toBe(1);
      expect(stderr).toMatch(line);
    }
  }
});
