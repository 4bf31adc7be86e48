import {execFileSync} from 'node:child_process';
import {closeSync, constants, openSync, readFileSync, readSync, statSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';

import {pino} from 'pino';
import {beforeEach, describe, expect, it} from 'vitest';

import type {AuditLine} from '../http/middleware/audit.ts';
import {newDirectory} from '../testing/directory.ts';
import {openAuditLog} from './audit-log.ts';

const directory = newDirectory();

let logged: {msg: string; line?: unknown}[] = [];
beforeEach(() => {
  logged = [];
});
const log = pino({}, {write: line => void logged.push(JSON.parse(line) as (typeof logged)[number])});

let files = 0;
const newPath = () => join(directory, `${++files}`);
const line = (id: number | string): AuditLine => ({
  time: '2026-12-01T12:00:00.000Z',
  interface: 'C',
  method: 'POST',
  id,
  code: 201,
});
const idsIn = (text: string) =>
  text.split('\n').flatMap(each => (each ? [(JSON.parse(each) as {id?: unknown}).id ?? 'start'] : []));

describe('a file', () => {
  it('is created for its owner only, with its directory, and appended to by the next start', () => {
    const path = join(newPath(), 'logs', 'audit.jsonl');
    for (const id of [1, 2]) {
      const audit = openAuditLog(path, log);
      audit.write(line(id));
      audit.close();
    }
    expect(idsIn(readFileSync(path, 'utf8'))).toEqual(['start', 1, 'start', 2]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('that ends in half a line continues on a new line', () => {
    const path = newPath();
    writeFileSync(path, '{"time":"2026');
    openAuditLog(path, log).close();
    const [half, start = ''] = readFileSync(path, 'utf8').split('\n');
    expect(half).toBe('{"time":"2026');
    expect(JSON.parse(start)).toMatchObject({event: 'start'});
  });
});

it.each([
  ['/dev/full', /TAVLE_AUDIT: cannot write to \/dev\/full \(ENOSPC\)/],
  [directory, /TAVLE_AUDIT: .*\(EISDIR\)/],
  ['/dev/null/audit.jsonl', /TAVLE_AUDIT: .*\((ENOTDIR|EEXIST)\)/],
])('%s is refused at the start by name and reason', (place, message) => {
  expect(() => openAuditLog(place, log)).toThrow(message);
});

describe('a named pipe', () => {
  function newPipe(): string {
    const path = newPath();
    execFileSync('mkfifo', [path]);
    return path;
  }
  const buffer = Buffer.alloc(1 << 20);
  const readAvailable = (reader: number) => buffer.toString('utf8', 0, readSync(reader, buffer));
  const read = (path: string) => openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);

  it('without a reader is refused at the start rather than waited for', () => {
    expect(() => openAuditLog(newPipe(), log)).toThrow(/TAVLE_AUDIT: .*\(ENXIO\)/);
  });

  it('whose reader goes and comes back loses no line and doubles none', async () => {
    const path = newPipe();
    const first = read(path);
    const audit = openAuditLog(path, log);
    audit.write(line(1));
    expect(idsIn(readAvailable(first))).toEqual(['start', 1]);
    closeSync(first);

    expect(await audit.isWritable()).toBe(true);
    audit.write(line(2));
    audit.write(line(3));
    expect(audit.pending()).toBe(2);
    expect(await audit.isWritable()).toBe(false);
    expect(await audit.isWritable()).toBe(false);
    expect(logged).toMatchObject([{msg: expect.stringContaining('(EPIPE)') as string}]);

    const second = read(path);
    expect(await audit.isWritable()).toBe(true);
    expect(logged.at(-1)?.msg).toContain('can be written again');
    expect(logged).toHaveLength(2);
    audit.write(line(4));
    audit.close();
    expect(idsIn(readAvailable(second))).toEqual([2, 3, 4]);
    closeSync(second);
  });

  it('whose reader is slow gets a partly written line completed, and counts as unwritable meanwhile', async () => {
    const path = newPipe();
    const reader = read(path);
    const audit = openAuditLog(path, log);
    // More than a pipe holds.
    const ids = Array.from({length: 40}, (_, place) => String(place).repeat(5_000));
    for (const id of ids) audit.write(line(id));
    expect(audit.pending()).toBeGreaterThan(0);
    expect(await audit.isWritable()).toBe(false);

    let text = '';
    while (audit.pending()) {
      text += readAvailable(reader);
      expect(await audit.isWritable()).toBe(audit.pending() === 0);
    }
    text += readAvailable(reader);
    expect(idsIn(text)).toEqual(['start', ...ids]);
    audit.close();
    closeSync(reader);
  });

  it('that has no reader at the end leaves its lines in the service log', () => {
    const path = newPipe();
    const reader = read(path);
    const audit = openAuditLog(path, log);
    closeSync(reader);
    audit.write(line(1));
    audit.close();
    audit.write(line(2));
    expect(logged.map(entry => entry.line)).toEqual([undefined, line(1), line(2)]);
  });
});
