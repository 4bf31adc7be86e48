import {execFileSync} from 'node:child_process';
import {closeSync, constants, openSync, readSync} from 'node:fs';
import {join} from 'node:path';

import {afterEach, beforeEach, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {newDirectory} from '../testing/directory.ts';
import {createLogDestination} from './log-destination.ts';

/** A pipe in non-blocking mode, as standard error of a service can be. Linux buffers 64 KiB. */
let reader = 0;
let writer = 0;

beforeEach(() => {
  const pipe = join(newDirectory(), 'pipe');
  execFileSync('mkfifo', [pipe]);
  reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
  writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(reader);
  closeSync(writer);
});

function readAll(): string {
  const buffer = Buffer.alloc(128 * 1024);
  try {
    return buffer.toString('utf8', 0, readSync(reader, buffer));
  } catch (error) {
    expect(error).toMatchObject({code: 'EAGAIN'});
    return '';
  }
}

const lineOf = (size: number) => `${'x'.repeat(size - 1)}\n`;

it('writes buffered lines once a slow reader continues, without a further line', async () => {
  const destination = createLogDestination(writer);
  const lines = Array.from({length: 300}, (_, place) => `${place} ${lineOf(1_000)}`);
  for (const line of lines) destination.write(line);

  let read = '';
  await expect.poll(() => (read += readAll()).length, {timeout: 10_000}).toBe(lines.join('').length);
  expect(read).toBe(lines.join(''));
  expect(destination.lost()).toBe(0);
});

it('loses and counts the lines that a buffer for a slow reader has no space for', async () => {
  const destination = createLogDestination(writer);
  const line = lineOf(bounds.maxLogBufferBytes / 4);
  for (let turn = 0; turn < 6; turn += 1) destination.write(line);
  // A partly written line counts in full.
  expect(destination.lost()).toBe(2);

  let read = '';
  await expect.poll(() => (read += readAll()).length, {timeout: 10_000}).toBe(4 * line.length);
  expect(destination.lost()).toBe(2);
});
