import {expect, it} from 'vitest';

import type {AuditLine} from '../logs/audit-line.ts';
import {describeLine} from './describe-line.ts';

const common = {time: '2026-11-17T09:12:03.000Z', requestId: 'request-17', source: 'private'} as const;
const names = new Map([['61966617', 'Dafolo']]);

it.each<[Omit<AuditLine, keyof typeof common>, string]>([
  [
    {
      interface: 'B',
      method: 'PUT',
      caller: '61966617',
      onBehalfOf: '26911745',
      id: 'b-1',
      changed: ['titel'],
      code: 201,
    },
    '61966617 (Dafolo) updated form b-1 of 26911745: titel  (201, private, request request-17)',
  ],
  [
    {interface: 'B', method: 'PUT', caller: '61966617', id: 'b-1', isNew: true, code: 201},
    '61966617 (Dafolo) created form b-1 of 61966617  (201, private, request request-17)',
  ],
  [
    {interface: 'C', method: 'PUT', caller: '19552101', id: '17', changed: [], code: 200},
    '19552101 updated deadline 17: nothing changed  (200, private, request request-17)',
  ],
  [
    {interface: 'C', method: 'DELETE', caller: '19552101', id: '17', code: 503},
    '19552101 tried to delete deadline 17, outcome unknown  (503, private, request request-17)',
  ],
  [
    {interface: 'C', method: 'POST', code: 401},
    'someone without valid credentials tried to create deadline without a number, refused  (401, private, request request-17)',
  ],
  [
    {
      interface: 'E',
      method: 'PUT',
      caller: 'ada',
      onBehalfOf: '24256790',
      id: '17',
      changed: ['isLaest'],
      code: 200,
    },
    'ada updated the marks of company 24256790 on deadline 17: isLaest  (200, private, request request-17)',
  ],
  [
    {interface: 'E', method: 'DELETE', caller: 'ada', onBehalfOf: '24256790', id: 'abonnement', code: 200},
    'ada deleted the calendar link of company 24256790  (200, private, request request-17)',
  ],
  [
    {interface: 'D', method: 'PUT', caller: 'a\u009b2Jda', id: 'cvr', code: 200},
    'a\\u009b2Jda updated the state of app cvr  (200, private, request request-17)',
  ],
])('%j is described in words', (line, text) => {
  expect(describeLine({...common, ...line}, cvr => names.get(cvr))).toBe(`2026-11-17T10:12:03+0100  ${text}`);
});

it.each([
  [
    {command: 'erase person', person: 'a\u009bda', result: 'done', removed: 1_200},
    'tavle erase person a\\u009bda  (done, 1,200 removed)',
  ],
  [
    {command: 'erase company', company: '24256790', result: 'failed'},
    'tavle erase company 24256790  (failed)',
  ],
  [{command: 'prune', options: '--kind marks', result: 'started'}, 'tavle prune --kind marks  (started)'],
] as const)('%j is described as the command that was typed', (line, text) => {
  const command = {time: common.time, event: 'command', caller: 'operator', ...line} as const;
  expect(describeLine(command, () => undefined)).toBe(`2026-11-17T10:12:03+0100  operator: ${text}`);
});
