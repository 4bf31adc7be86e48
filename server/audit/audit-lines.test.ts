import fc from 'fast-check';
import {expect, it} from 'vitest';

import type {AuditLine} from '../logs/audit-line.ts';
import {findLines, type FoundLine} from './audit-lines.ts';

const line = (id: string | number): AuditLine => ({
  time: '2026-11-17T09:12:03.000Z',
  requestId: 'request-17',
  interface: 'C',
  method: 'PUT',
  caller: '19552101',
  id,
  code: 200,
  source: 'private',
});
const textOf = (value: unknown) => `${JSON.stringify(value)}\n`;

async function find(chunks: readonly Buffer[], texts: readonly string[] = []) {
  const unread = {lines: 0};
  const found: FoundLine[] = [];
  async function* source() {
    yield* chunks;
  }
  for await (const lines of findLines(source(), texts, () => true, unread)) found.push(...lines);
  return {ids: found.map(each => ('command' in each ? each.command : each.id)), unread: unread.lines};
}

it('finds every line, with any chunk boundaries', async () => {
  const ids = fc.array(fc.string({unit: 'grapheme', maxLength: 30}), {maxLength: 20});
  await fc.assert(
    fc.asyncProperty(ids, fc.array(fc.nat({max: 4_000})), fc.boolean(), async (expected, cuts, isEnded) => {
      const whole = Buffer.from(expected.map(id => textOf(line(id))).join(''));
      const text = isEnded ? whole : whole.subarray(0, -1);
      const places = [
        0,
        ...cuts.filter(cut => cut < text.length).sort((one, other) => one - other),
        text.length,
      ];
      const chunks = places.slice(1).map((end, place) => text.subarray(places[place], end));
      expect(await find(chunks)).toEqual({ids: expected, unread: 0});
    }),
  );
});

it('skips other lines, and counts damaged ones', async () => {
  const text = [
    textOf({time: '2026-11-17T09:00:00.000Z', event: 'start'}),
    'tavle ready http://127.0.0.1:8080\n',
    textOf({level: 'info', time: '2026-11-17T09:00:00.000Z', msg: 'started'}),
    '\n',
    textOf(line(1)),
    textOf({time: '2026-11-17T09:00:00.000Z', event: 'command', command: 'prune', result: 'done'}),
    '{"time":"2026-11-17T09:12:03.000Z","inter\n',
    textOf(line(2)),
  ].join('');
  expect(await find([Buffer.from(text)])).toEqual({ids: [1, 'prune', 2], unread: 1});
});

it('finds a line after an incomplete line or a log collector’s prefix', async () => {
  const text = `{"time":"2026-11-17T09:12${textOf(line(1))}2026-11-17T09:12:03Z stdout F ${textOf(line(2))}`;
  expect(await find([Buffer.from(text)])).toEqual({ids: [1, 2], unread: 0});
});

it('skips a line beyond the maximum length without buffering it', async () => {
  const piece = Buffer.alloc(600_000, 'x');
  const chunks = [Buffer.from(textOf(line(1))), piece, piece, piece, Buffer.from(`\n${textOf(line(2))}`)];
  expect(await find(chunks)).toEqual({ids: [1, 2], unread: 1});
});

it('parses only lines that contain the given texts', async () => {
  const text = textOf(line('jord-9')) + textOf(line('moms-1'));
  expect((await find([Buffer.from(text)], ['moms-1', '19552101'])).ids).toEqual(['moms-1']);
});
