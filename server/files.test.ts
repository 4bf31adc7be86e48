import {existsSync, readdirSync, readFileSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {beforeEach, describe, expect, it} from 'vitest';

import {checkAppendable, makeDirectory} from './files.ts';
import {newDirectory} from './testing/directory.ts';

let root = '';
beforeEach(() => {
  root = newDirectory();
  writeFileSync(join(root, 'file'), 'kept');
});

describe('makeDirectory', () => {
  it('creates a directory with its parents, and returns the created ones', () => {
    expect(makeDirectory(join(root, 'a/b'))).toEqual([join(root, 'a'), join(root, 'a/b')]);
    expect(makeDirectory(join(root, 'a/b/c'))).toEqual([join(root, 'a/b/c')]);
    expect(makeDirectory(join(root, 'a/b/c'))).toEqual([]);
  });

  it.each([
    ['below a file', () => join(root, 'file/a'), 'ENOTDIR'],
    ['on a file system that takes none', () => '/proc/tavle/a', 'ENOENT'],
  ])('throws %s', (_, path, code) => {
    expect(() => makeDirectory(path())).toThrow(expect.objectContaining({code}));
  });
});

describe('a check of a writable path', () => {
  it('does not change files and directories', () => {
    checkAppendable(join(root, 'file'));
    checkAppendable(join(root, 'new'));
    checkAppendable(join(root, 'a/b/new'));
    expect(readdirSync(root)).toEqual(['file']);
    expect(readFileSync(join(root, 'file'), 'utf8')).toBe('kept');
  });

  it('throws for a directory in place of a file, and below a file', () => {
    expect(() => checkAppendable(root)).toThrow(expect.objectContaining({code: 'EISDIR'}));
    expect(() => checkAppendable(join(root, 'file/new'))).toThrow(expect.objectContaining({code: 'ENOTDIR'}));
    expect(existsSync(join(root, 'new'))).toBe(false);
  });
});
