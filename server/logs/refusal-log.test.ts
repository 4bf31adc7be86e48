import {afterEach, beforeEach, expect, it, vi} from 'vitest';

import {bounds} from '../bounds.ts';
import {createLog} from './log.ts';
import {StoreUnavailable} from '../store/engine.ts';
import {createRefusalLog} from './refusal-log.ts';

let lines: Record<string, unknown>[];
const logOnce = createRefusalLog(
  createLog('info', {write: line => void lines.push(JSON.parse(line) as (typeof lines)[number])}),
);
beforeEach(() => {
  lines = [];
  vi.useFakeTimers({toFake: ['Date']});
});
afterEach(() => void vi.useRealTimers());

it('has one line for many failures of the store, and their number in the next one', () => {
  const fail = () =>
    logOnce(
      'StoreUnavailable',
      'error',
      {requestId: 'request-17', err: new StoreUnavailable(new Error('connect ECONNREFUSED'))},
      'request failed',
    );
  for (let turn = 0; turn < 1_000; turn += 1) fail();
  expect(lines).toMatchObject([
    {level: 'error', msg: 'request failed', requestId: 'request-17', err: {type: 'StoreUnavailable'}},
  ]);
  expect(JSON.stringify(lines)).not.toContain('"stack"');

  vi.setSystemTime(Date.now() + bounds.refusalLogIntervalMs);
  fail();
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatchObject({leftOut: 999});
});

it('has one line for many slow requests of one route and status, and their number in the next one', () => {
  const answer = (route: string, status: number) =>
    logOnce(`GET ${route} ${status}`, 'info', {route, status, seconds: 2}, 'request answered');
  for (let turn = 0; turn < 1_000; turn += 1) answer('/embed/tavle.js', 200);
  answer('/embed/tavle.js', 499);
  answer('/docs', 200);
  expect(lines.map(({route, status}) => [route, status])).toEqual([
    ['/embed/tavle.js', 200],
    ['/embed/tavle.js', 499],
    ['/docs', 200],
  ]);

  vi.setSystemTime(Date.now() + bounds.refusalLogIntervalMs);
  answer('/embed/tavle.js', 200);
  expect(lines[3]).toMatchObject({level: 'info', msg: 'request answered', seconds: 2, leftOut: 999});
});
