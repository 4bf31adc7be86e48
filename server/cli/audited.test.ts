import {mkdirSync, readFileSync, rmSync} from 'node:fs';
import {join} from 'node:path';

import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {createLog} from '../log.ts';
import {appendAuditLine, openAuditLog} from '../logs/audit-log.ts';
import {newDirectory} from '../testing/directory.ts';
import {audited} from './audited.ts';

const path = () => join(directory, 'store', 'audit.jsonl');
/** Without empty lines: a writer that finds another one in the middle of a line begins a new line. */
const lines = () =>
  readFileSync(path(), 'utf8')
    .split('\n')
    .flatMap(line => (line ? [JSON.parse(line) as Record<string, unknown>] : []));

let directory = '';
beforeEach(() => {
  directory = newDirectory();
  vi.stubEnv('TAVLE_STORE', `file:${join(directory, 'store')}`);
  vi.stubEnv('TAVLE_AUDIT', '');
});
afterEach(() => void vi.unstubAllEnvs());

const erase = {command: 'erase person', person: 'anna'};
const own = {event: 'command', caller: 'operator', ...erase};

describe('a command that changes data', () => {
  it('writes a line before and one after its work', async () => {
    const result = await audited(
      erase,
      () => {
        expect(lines()).toEqual([{...own, time: expect.any(String) as string, result: 'started'}]);
        return Promise.resolve(3);
      },
      removed => removed,
    );
    expect(result).toBe(3);
    expect(lines().slice(1)).toEqual([
      {...own, time: expect.any(String) as string, result: 'done', removed: 3},
    ]);
  });

  it('writes that it failed', async () => {
    await expect(audited(erase, () => Promise.reject(new Error('the store is away')))).rejects.toThrow(
      'the store is away',
    );
    expect(lines().map(({result}) => result)).toEqual(['started', 'failed']);
  });

  it('writes nothing where the audit log is off', async () => {
    vi.stubEnv('TAVLE_AUDIT', 'off');
    expect(await audited(erase, () => Promise.resolve('done'))).toBe('done');
    expect(() => lines()).toThrow('ENOENT');
  });

  it.each([
    ['a directory', () => directory],
    ['a file in a file', () => join(directory, 'file', 'audit.jsonl')],
    ['a full disk', () => '/dev/full'],
  ])('does nothing where its line cannot be written: %s', async (_, place) => {
    appendAuditLine(join(directory, 'file'), {...own, time: '', result: 'done'} as never);
    vi.stubEnv('TAVLE_AUDIT', place());
    const work = vi.fn(() => Promise.resolve());
    await expect(audited(erase, work)).rejects.toThrow(
      /^TAVLE_AUDIT: cannot write to \S+ \(E\w+\)\. .* Nothing was changed\.$/,
    );
    expect(work).not.toHaveBeenCalled();
  });

  it('fails where its last line cannot be written, and says that the changes are made', async () => {
    const breakLog = () => {
      rmSync(path());
      mkdirSync(path());
      return Promise.resolve();
    };
    await expect(audited(erase, breakLog)).rejects.toThrow(
      /^TAVLE_AUDIT: cannot write to .* The command has made its changes\.$/,
    );
  });

  it('writes whole lines between those of a service that writes to the same file', async () => {
    const log = openAuditLog(path(), createLog('fatal', {write: () => undefined}));
    const line = {time: '2026-11-17T09:12:03.000Z', interface: 'C', method: 'POST', code: 201} as const;
    const written: Promise<void>[] = [];
    for (let turn = 0; turn < 50; turn++) {
      for (let id = 0; id < 20; id++) written.push(log.write({...line, id, source: 'private'}));
      await audited({command: 'repair', options: 'x'.repeat(10_000)}, () => new Promise(setImmediate));
    }
    await Promise.all(written);
    await log.close();
    const events = lines().map(({event, code}) => event ?? code);
    const count = (wanted: unknown) => events.filter(event => event === wanted).length;
    expect([count('start'), count(201), count('command'), events.length]).toEqual([1, 1_000, 100, 1_101]);
  });
});
