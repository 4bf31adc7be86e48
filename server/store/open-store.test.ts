import {mkdirSync, symlinkSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {expect, it} from 'vitest';

import {newDirectory} from '../testing/directory.ts';
import {silent} from './engine.ts';
import {openStore} from './open-store.ts';

it.each<[string, (path: string) => void, name: string, remedy: string]>([
  ['is a file', path => writeFileSync(path, ''), 'ENOTDIR', 'Set TAVLE_STORE to a directory.'],
  ['is a symbolic link to itself', path => symlinkSync(path, path), 'ELOOP', 'Correct the symbolic links.'],
])('names the error and the remedy when the directory of an embedded store %s', (_, create, name, remedy) => {
  const path = join(newDirectory(), 'store');
  create(path);
  expect(() => openStore(`file:${path}`, silent)).toThrow(
    new Error(`TAVLE_STORE: cannot open ${path} (${name}). ${remedy}`),
  );
});

it.each(['data.mdb', 'lock.mdb'])('names a directory in place of %s', name => {
  const path = join(newDirectory(), 'store');
  mkdirSync(join(path, name), {recursive: true});
  expect(() => openStore(`file:${path}`, silent)).toThrow(
    new Error(`TAVLE_STORE: cannot open ${path}: ${join(path, name)} is not a file. Remove it.`),
  );
});

it('names the remedy when the path of an embedded store is too long', () => {
  const path = `/tmp/${'x'.repeat(300)}`;
  expect(() => openStore(`file:${path}`, silent)).toThrow(
    `TAVLE_STORE: cannot open ${path} (ENAMETOOLONG). Set TAVLE_STORE to a shorter path.`,
  );
});

it('opens an embedded store with a lock file of another content, which no process uses', async () => {
  const path = join(newDirectory(), 'store');
  mkdirSync(path);
  writeFileSync(join(path, 'lock.mdb'), 'x'.repeat(10_000));
  const store = openStore(`file:${path}`, silent);
  await store.write(['test', 'a'], 1);
  await store.close();
});
