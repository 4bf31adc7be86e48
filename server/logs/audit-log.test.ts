import {execFileSync} from 'node:child_process';
import {
  closeSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import {dirname, join} from 'node:path';

import {pino} from 'pino';
import {beforeEach, describe, expect, it, vi} from 'vitest';

import type {AuditLine} from './audit-line.ts';
import {bounds} from '../bounds.ts';
import {newDirectory} from '../testing/directory.ts';
import {newPipe, openReader, readAvailable} from '../testing/named-pipe.ts';
import {openAuditLog} from './audit-log.ts';

const directory = newDirectory();

let logged: {level: number; msg: string; line?: unknown}[] = [];
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
  id: String(id),
  code: 201,
  source: 'public',
});
/** Returns the path of an open file of this process; empty for a closed one. */
function readlink(descriptor: string): string {
  try {
    return readlinkSync(`/proc/self/fd/${descriptor}`);
  } catch {
    return '';
  }
}
const idsIn = (text: string) =>
  text.split('\n').flatMap(each => {
    if (!each) return [];
    const {id = 'start'} = JSON.parse(each) as {id?: string};
    return /^\d{1,9}$/.test(id) ? Number(id) : id;
  });

describe('a file', () => {
  it('is created for its owner only, with its directory, and appended to by the next start', async () => {
    const path = join(newPath(), 'logs', 'audit.jsonl');
    for (const id of [1, 2]) {
      const audit = openAuditLog(path, log);
      await audit.write(line(id));
      audit.close();
    }
    expect(idsIn(readFileSync(path, 'utf8'))).toEqual(['start', 1, 'start', 2]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
  });

  it('has a line when `write` resolves, and keeps the order of concurrent lines', async () => {
    const path = newPath();
    const audit = openAuditLog(path, log);
    await audit.write(line(1));
    expect(idsIn(readFileSync(path, 'utf8'))).toEqual(['start', 1]);
    const ids = Array.from({length: 1_000}, (_, place) => place + 2);
    const written = ids.map(id => audit.write(line(id)));
    await written[0];
    expect(idsIn(readFileSync(path, 'utf8')).slice(0, 3)).toEqual(['start', 1, 2]);
    for (const each of written) await each;
    expect(idsIn(readFileSync(path, 'utf8'))).toEqual(['start', 1, ...ids]);
    audit.close();
    expect(logged).toEqual([]);
  });

  it('that two processes share has complete lines', async () => {
    const path = newPath();
    const both = [openAuditLog(path, log), openAuditLog(path, log)];
    const writes = Array.from({length: 200}, (_, id) =>
      both.map(audit => audit.write(line(String(id).repeat(50)))),
    );
    for (const each of writes.flat()) await each;
    for (const audit of both) audit.close();
    expect(idsIn(readFileSync(path, 'utf8'))).toHaveLength(402);
  });

  it('that is renamed during writes loses no line; those after `reopen` are in a new file', async () => {
    const path = newPath();
    const audit = openAuditLog(path, log);
    const before = Array.from({length: 100}, (_, id) => audit.write(line(id)));
    renameSync(path, `${path}.1`);
    const between = audit.write(line('between'));
    expect(audit.reopen()).toBe(true);
    for (const each of [...before, between]) await each;
    await audit.write(line('after'));
    audit.close();
    const [old, current] = [`${path}.1`, path].map(each => idsIn(readFileSync(each, 'utf8')));
    expect([...(old ?? []), ...(current ?? [])]).toEqual([
      'start',
      ...before.map((_, id) => id),
      'between',
      'after',
    ]);
    expect(current).toContain('after');
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const openFiles = () => readdirSync('/proc/self/fd').map(fd => readlink(fd));
    await expect.poll(openFiles).not.toContain(`${path}.1`);
  });

  it('that cannot be opened again stays in use', async () => {
    const path = newPath();
    const audit = openAuditLog(path, log);
    renameSync(path, `${path}.1`);
    mkdirSync(path);
    expect(() => audit.reopen()).toThrow(/TAVLE_AUDIT: .*\(EISDIR\)/);
    await audit.write(line(1));
    audit.close();
    expect(idsIn(readFileSync(`${path}.1`, 'utf8'))).toEqual(['start', 1]);
  });

  it('that is removed is created again for later lines, and the log says so once', async () => {
    const path = join(newPath(), 'audit.jsonl');
    const audit = openAuditLog(path, log);
    await audit.write(line(1));
    audit.replaceRemoved();
    rmSync(dirname(path), {recursive: true});
    audit.replaceRemoved();
    audit.replaceRemoved();
    await audit.write(line(2));
    audit.close();
    audit.replaceRemoved();
    expect(idsIn(readFileSync(path, 'utf8'))).toEqual([2]);
    expect(logged).toMatchObject([
      {level: 50, msg: `TAVLE_AUDIT: ${path} was removed with its lines, and was created again`},
    ]);
  });

  it('that is removed and cannot be created again is unwritable until it can', async () => {
    const path = newPath();
    const audit = openAuditLog(path, log);
    rmSync(path);
    mkdirSync(path);
    audit.replaceRemoved();
    audit.replaceRemoved();
    expect(audit.isWritable()).toBe(false);
    await audit.write(line(1));
    expect(audit.pending()).toBe(1);
    expect(logged).toMatchObject([{level: 50, msg: expect.stringContaining('(EISDIR)') as string}]);
    rmdirSync(path);
    expect(audit.isWritable()).toBe(true);
    audit.close();
    expect(idsIn(readFileSync(path, 'utf8'))).toEqual([1]);
  });

  it('has no control, invisible or line-breaking characters of callers', async () => {
    const path = newPath();
    const audit = openAuditLog(path, log);
    const hostile = 'a\u001b[2J\u009b1m\u202e\u2066\u2028\u0085\u{e0001}\n{"event":"start"}';
    await audit.write(line(hostile));
    audit.close();
    const text = readFileSync(path, 'utf8');
    expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    expect(idsIn(text)).toEqual(['start', hostile]);
  });

  it.each([
    [
      [40, 40],
      [0, 1],
    ],
    [
      [40, 0],
      [1, 0],
    ],
  ])('that has room for %j bytes has the lines of two processes once there is more', (rooms, order) => {
    const path = newPath();
    const both = [openAuditLog(path, log), openAuditLog(path, log)];
    const limit = (size: number | 'unlimited') =>
      execFileSync('prlimit', ['--pid', String(process.pid), `--fsize=${size}:`]);
    try {
      for (const [place, room] of rooms.entries()) {
        limit(statSync(path).size + room);
        void both[place]?.write(line(place));
      }
      // The incomplete line of the other process cannot be completed now.
      expect([1, 2].map(() => both[order[0] ?? 0]?.isWritable())).toEqual([false, false]);
      const openFiles = readdirSync('/proc/self/fd').filter(fd => readlink(fd) === path);
      expect(openFiles).toHaveLength(2);
    } finally {
      limit('unlimited');
    }
    for (const place of order) expect(both[place]?.isWritable()).toBe(true);
    for (const audit of both) audit.close();
    const whole = readFileSync(path, 'utf8').replace(/^\{.*[^}\n]$/gm, '');
    expect(idsIn(whole)).toEqual(['start', 'start', ...order]);
  });

  it('that ends with an incomplete line continues on a new line', async () => {
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
  it('without a reader is rejected at the start', () => {
    expect(() => openAuditLog(newPipe(), log)).toThrow(/TAVLE_AUDIT: .*\(ENXIO\)/);
  });

  it('whose reader is replaced has each line once', async () => {
    const path = newPipe();
    const first = openReader(path);
    const audit = openAuditLog(path, log);
    await audit.write(line(1));
    expect(idsIn(readAvailable(first))).toEqual(['start', 1]);
    closeSync(first);

    expect(audit.isWritable()).toBe(true);
    await audit.write(line(2));
    await audit.write(line(3));
    expect(audit.pending()).toBe(2);
    expect(audit.isWritable()).toBe(false);
    expect(audit.isWritable()).toBe(false);
    expect(logged).toMatchObject([{msg: expect.stringContaining('(EPIPE)') as string}]);

    const second = openReader(path);
    expect(audit.isWritable()).toBe(true);
    expect(logged.at(-1)?.msg).toContain('can be written again');
    expect(logged).toHaveLength(2);
    await audit.write(line(4));
    audit.close();
    expect(idsIn(readAvailable(second))).toEqual([2, 3, 4]);
    closeSync(second);
  });

  it('with a slow reader delays a write for a second, then is unwritable until the reader resumes', async () => {
    const path = newPipe();
    const reader = openReader(path);
    const audit = openAuditLog(path, log);
    // More than the buffer of a pipe.
    const ids = Array.from({length: 1_000}, (_, place) => String(place).padStart(150, '0'));
    const started = performance.now();
    for (const each of ids.map(id => audit.write(line(id)))) await each;
    expect(performance.now() - started).toBeGreaterThanOrEqual(bounds.auditWriteTimeoutMs - 10);
    expect(audit.pending()).toBeGreaterThan(0);
    expect(audit.isWritable()).toBe(false);
    expect(logged).toMatchObject([{msg: expect.stringContaining('(ETIMEDOUT)') as string}]);

    let text = '';
    await vi.waitUntil(() => {
      text += readAvailable(reader);
      return audit.pending() === 0;
    });
    expect(audit.isWritable()).toBe(true);
    text += readAvailable(reader);
    expect(idsIn(text)).toEqual(['start', ...ids]);
    audit.close();
    closeSync(reader);
  });

  it('without a reader at the shutdown moves its lines to the service log', async () => {
    const path = newPipe();
    const reader = openReader(path);
    const audit = openAuditLog(path, log);
    closeSync(reader);
    await audit.write(line(1));
    audit.close();
    await audit.write(line(2));
    expect(logged.map(entry => entry.line)).toEqual([undefined, line(1), line(2)]);
  });
});
