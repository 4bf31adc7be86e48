import {expect, it} from 'vitest';

import {createLog, type LogFormat} from './log.ts';
import {StoreUnavailable} from '../store/engine.ts';

function logged(format: LogFormat, write: (log: ReturnType<typeof createLog>) => void): string {
  let text = '';
  write(createLog('info', {write: line => void (text += line)}, format));
  return text;
}

it('has the time as ISO 8601 and the name of the level in JSON', () => {
  const line = JSON.parse(logged('json', log => log.warn({code: 401}, 'request refused'))) as object;
  expect(line).toMatchObject({
    level: 'warn',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/) as string,
    code: 401,
    msg: 'request refused',
  });
});

it('is formatted as text: time, level, message, then fields', () => {
  const text = logged('text', log =>
    log.info({route: '/health/ready', reason: 'a "b" c'}, 'request refused'),
  );
  expect(text).toMatch(
    /^\S+Z {2}INFO {3}request refused {2}route=\/health\/ready {2}reason="a \\"b\\" c"\n$/,
  );
});

it('shows an error with its causes, and a stack only for unexpected errors', () => {
  const known = new StoreUnavailable(
    Object.assign(new Error('connect ECONNREFUSED'), {code: 'ECONNREFUSED', syscall: 'connect'}),
  );
  expect(logged('text', log => log.error({err: known}, 'lost'))).toMatch(
    /ERROR {2}lost {2}The store is not available\.: connect ECONNREFUSED \(ECONNREFUSED\)\n$/,
  );
  const bug = logged('text', log => log.error({err: new TypeError('x is not a function')}, 'failed'));
  expect(bug).toMatch(/failed {2}x is not a function\n {4}at .*log-text\.test\.ts/);
});

it('shows no stack for failures of the key set, or for causes of expected errors', () => {
  const cause = Object.assign(new Error('connect ECONNREFUSED'), {code: 'ECONNREFUSED'});
  const errors = [
    new TypeError('fetch failed', {cause}),
    new StoreUnavailable(new Error('not writable')),
    new SyntaxError('Unexpected token'),
    Object.assign(new Error('request timed out'), {code: 'ERR_JWKS_TIMEOUT'}),
    new Error('The keys cannot be read.', {cause: Object.assign(new Error('open'), {syscall: 'open'})}),
  ];
  for (const err of errors) {
    const text = logged('text', log => log.error({err}, 'failed'));
    expect(text.trimEnd().split('\n')).toHaveLength(1);
  }
});

it.each(['text', 'json'] as const)(
  'escapes control and bidirectional characters and line breaks of a caller in %s',
  format => {
    const forged = '\n2026-01-01T00:00:00.000Z  INFO   forged\n    at forged (file.js:1:1)';
    const hostile = `a\u001b[2J\u009b1m\u202e\u2066\u2028\u0085\u{e0001}${forged}`;
    const err = new Error(hostile, {cause: new TypeError(hostile)});
    const text = logged(format, log => log.warn({err, method: hostile}, hostile));
    expect(text).not.toMatch(/[^\P{C}\n]|[\u2028\u2029]/u);
    const [, ...frames] = text.trimEnd().split('\n');
    for (const frame of frames) expect(frame).toMatch(/^ {4}at (?!forged)/);
    if (format === 'json') expect(JSON.parse(text)).toMatchObject({msg: hostile, method: hostile});
  },
);
