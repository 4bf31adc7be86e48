import {closeSync, constants, openSync} from 'node:fs';

import {afterEach, beforeEach, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {newPipe, openReader, readAvailable} from '../testing/named-pipe.ts';
import {createLogDestination} from './log-destination.ts';

/** A pipe in non-blocking mode, as standard error of a service can be. */
let reader = 0;
let writer = 0;

beforeEach(() => {
  const pipe = newPipe();
  reader = openReader(pipe);
  writer = openSync(pipe, constants.O_WRONLY | constants.O_NONBLOCK);
});
afterEach(() => {
  closeSync(reader);
  closeSync(writer);
});

const lineOf = (size: number) => `${'x'.repeat(size - 1)}\n`;

it('writes buffered lines once a slow reader continues, without a further line', async () => {
  const destination = createLogDestination(writer);
  const lines = Array.from({length: 300}, (_, place) => `${place} ${lineOf(1_000)}`);
  for (const line of lines) destination.write(line);

  let read = '';
  await expect.poll(() => (read += readAvailable(reader)).length).toBe(lines.join('').length);
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
  await expect.poll(() => (read += readAvailable(reader)).length).toBe(4 * line.length);
  expect(destination.lost()).toBe(2);
});
