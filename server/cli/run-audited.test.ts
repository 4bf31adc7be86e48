import {existsSync, mkdirSync, readFileSync, rmSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {createLog} from '../logs/log.ts';
import {appendAuditLine, openAuditLog} from '../logs/audit-log.ts';
import {newDirectory} from '../testing/directory.ts';
import {runAudited} from './run-audited.ts';

const path = () => join(directory, 'store', 'audit.jsonl');
/** Skips empty lines: a writer that finds an unfinished line starts a new one. */
const lines = () =>
  readFileSync(path(), 'utf8')
    .split('\n')
    .flatMap(line => (line ? [JSON.parse(line) as Record<string, unknown>] : []));

let directory = '';
beforeEach(() => {
  directory = newDirectory();
  vi.stubEnv('TAVLE_STORE', `file:${join(directory, 'store')}`);
  vi.stubEnv('TAVLE_AUDIT', '');
  // Of the test run: commands refuse unknown settings.
  for (const name of Object.keys(process.env).filter(each => each.startsWith('TAVLE_TEST_')))
    vi.stubEnv(name, undefined);
});
afterEach(() => void vi.unstubAllEnvs());

const erase = {command: 'erase person', person: 'anna'};
const line = {event: 'command', caller: 'operator', ...erase};

describe('a command that changes data', () => {
  it('writes an audit line before and after its work', async () => {
    const result = await runAudited(
      erase,
      () => {
        expect(lines()).toEqual([{...line, time: expect.any(String) as string, result: 'started'}]);
        return Promise.resolve(3);
      },
      removed => removed,
    );
    expect(result).toBe(3);
    expect(lines().slice(1)).toEqual([
      {...line, time: expect.any(String) as string, result: 'done', removed: 3},
    ]);
  });

  it('writes that it failed', async () => {
    const failure = 'the store is unavailable';
    await expect(runAudited(erase, () => Promise.reject(new Error(failure)))).rejects.toThrow(failure);
    expect(lines().map(({result}) => result)).toEqual(['started', 'failed']);
  });

  it('writes nothing if the audit log is off', async () => {
    vi.stubEnv('TAVLE_AUDIT', 'off');
    expect(await runAudited(erase, () => Promise.resolve('done'))).toBe('done');
    expect(() => lines()).toThrow('ENOENT');
  });

  it.each([
    ['a directory', () => directory],
    ['a file in a file', () => join(directory, 'file', 'audit.jsonl')],
    ['a full disk', () => '/dev/full'],
  ])('changes nothing if its first line cannot be written: %s', async (_, destination) => {
    appendAuditLine(join(directory, 'file'), {...line, time: '', result: 'done'} as never);
    vi.stubEnv('TAVLE_AUDIT', destination());
    const work = vi.fn(() => Promise.resolve());
    await expect(runAudited(erase, work)).rejects.toThrow(
      /^TAVLE_AUDIT: cannot write to \S+ \(E\w+\)\. .* Nothing was changed\.$/,
    );
    expect(work).not.toHaveBeenCalled();
  });

  it.each([
    ['OFF', () => 'OFF', /^TAVLE_AUDIT: Write a file, stdout or off\.$/],
    ['the portal file', () => join(directory, 'portal.json'), /^TAVLE_AUDIT: is the file of TAVLE_PORTAL\./],
  ])('refuses an audit log that the service refuses, and writes nothing: %s', async (_, audit, message) => {
    const portal = join(directory, 'portal.json');
    writeFileSync(portal, '{}');
    vi.stubEnv('TAVLE_PORTAL', portal);
    vi.stubEnv('TAVLE_AUDIT', audit());
    const work = vi.fn(() => Promise.resolve());
    for (const isRequired of [true, false])
      await expect(runAudited(erase, work, undefined, isRequired)).rejects.toThrow(message);
    expect(work).not.toHaveBeenCalled();
    expect(readFileSync(portal, 'utf8')).toBe('{}');
    expect(existsSync('OFF')).toBe(false);
  });

  it('that does not require the audit log runs without it, and warns', async () => {
    vi.stubEnv('TAVLE_AUDIT', directory);
    const warn = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    const restore = {command: 'restore', options: '/backups/1'};
    expect(await runAudited(restore, () => Promise.resolve(3), undefined, false)).toBe(3);
    expect(warn).toHaveBeenCalledWith(
      expect.stringMatching(/^TAVLE_AUDIT: cannot write to .* goes on without it\.\n$/),
    );
    warn.mockRestore();
  });

  it('fails if its last line cannot be written, and reports that the changes were made', async () => {
    const breakLog = () => {
      rmSync(path());
      mkdirSync(path());
      return Promise.resolve();
    };
    await expect(runAudited(erase, breakLog)).rejects.toThrow(
      /^TAVLE_AUDIT: cannot write to .* The command has made its changes\.$/,
    );
  });

  it('writes complete lines while a service writes to the same file', async () => {
    const log = openAuditLog(path(), createLog('fatal', {write: () => undefined}));
    const request = {time: '2026-11-17T09:12:03.000Z', interface: 'C', method: 'POST', code: 201} as const;
    const written: (Promise<void> | undefined)[] = [];
    for (let turn = 0; turn < 50; turn++) {
      for (let id = 0; id < 20; id++)
        written.push(log.write({...request, id: String(id), source: 'private'}));
      await runAudited({command: 'repair', options: 'x'.repeat(10_000)}, () => new Promise(setImmediate));
    }
    for (const each of written) await each;
    log.close();
    const events = lines().map(({event, code}) => event ?? code);
    const count = (wanted: unknown) => events.filter(event => event === wanted).length;
    expect([count('start'), count(201), count('command'), events.length]).toEqual([1, 1_000, 100, 1_101]);
  });
});
