import {linkSync, mkdirSync, utimesSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {buffer} from 'node:stream/consumers';
import {gzipSync} from 'node:zlib';

import {beforeEach, expect, it} from 'vitest';

import {newDirectory} from '../testing/directory.ts';
import {openAuditFiles} from './audit-files.ts';

let directory = '';
beforeEach(() => {
  directory = newDirectory();
});

/** Writes a file whose modification time is a day of November. */
function write(name: string, day: number, content: string | Buffer = name): string {
  const path = join(directory, name);
  writeFileSync(path, content);
  utimesSync(path, 0, Date.UTC(2026, 10, day) / 1000);
  return path;
}

async function contents(name: string, from?: number): Promise<string[]> {
  const files = await openAuditFiles(join(directory, name), from);
  const texts = [];
  for (const file of files) {
    texts.push((await buffer(file.read())).toString());
    await file.close();
  }
  return texts;
}

it('reads the current and the rotated files, compressed or not, oldest first', async () => {
  write('audit.jsonl', 20);
  write('audit.jsonl.1', 19);
  write('audit.jsonl.2.gz', 18, gzipSync('second'));
  write('audit.jsonl-20261117', 17);
  write('audit-20261116.jsonl', 16);
  write('audit.jsonl-2026-11-15.gz', 15, gzipSync('dashes'));
  for (const other of [
    'audit.jsonl.bak',
    'other.jsonl',
    'audit-old.jsonl',
    'xaudit.jsonl',
    'audit.jsonl.1.xz',
  ])
    write(other, 14);
  expect(await contents('audit.jsonl')).toEqual([
    'dashes',
    'audit-20261116.jsonl',
    'audit.jsonl-20261117',
    'second',
    'audit.jsonl.1',
    'audit.jsonl',
  ]);
});

it('skips files whose last change was before a moment', async () => {
  write('audit.jsonl', 20);
  write('audit.jsonl.1', 10);
  expect(await contents('audit.jsonl', Date.UTC(2026, 10, 15))).toEqual(['audit.jsonl']);
});

it('reads a file with two names, or that is being compressed, once', async () => {
  const path = write('audit.jsonl', 20);
  linkSync(path, `${path}.1`);
  write('audit.jsonl.2', 18);
  write('audit.jsonl.2.gz', 18, 'half a');
  expect(await contents('audit.jsonl')).toHaveLength(2);
});

it('returns nothing for a missing file or directory, and rejects a path that is not a file', async () => {
  expect(await contents('audit.jsonl')).toEqual([]);
  expect(await contents('missing/audit.jsonl')).toEqual([]);
  mkdirSync(join(directory, 'audit.jsonl'));
  await expect(contents('audit.jsonl')).rejects.toThrow('it is not a file.');
});
