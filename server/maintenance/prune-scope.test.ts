import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {commands} from '../cli/commands.ts';
import {pruneKinds} from '../pruning.ts';
import {parsePruneScope} from './prune-scope.ts';

const now = new Date('2026-03-31T12:00:00Z');
const parse = (kind?: string, age?: string) => parsePruneScope(kind, age, now);

describe('the scope of tavle prune', () => {
  it('is everything with a retention by default', () => {
    expect(parse()).toEqual({});
  });

  it.each([
    ['deadlines', undefined, undefined],
    ['feeds', undefined, undefined],
    ['deadlines', '1y', '2025-03-31T12:00:00.000Z'],
    ['deadlines', '366d', '2025-03-30T12:00:00.000Z'],
    ['forms', '18m', '2024-10-01T12:00:00.000Z'],
    ['marks', '400d', '2025-02-24T12:00:00.000Z'],
    ['dashboards', '5y', '2021-03-31T12:00:00.000Z'],
  ])('of --kind %s --older-than %s ends at %s', (kind, age, before) => {
    const scope = parse(kind, age);
    expect(scope.kinds).toEqual([kind]);
    expect(scope.before?.toISOString()).toBe(before);
  });

  it.each([
    [
      'deadline',
      undefined,
      'Unknown kind "deadline". The kinds are: dashboards, deadlines, feeds, forms, keys, marks. Did you mean "deadlines"?',
    ],
    ['', undefined, 'Unknown kind "". The kinds are: dashboards, deadlines, feeds, forms, keys, marks.'],
    [undefined, '5y', '--older-than needs --kind: kinds are kept for different times.'],
    [
      'dashboards',
      undefined,
      'The kind "dashboards" has no default retention: set an age with --older-than 5y.',
    ],
    ['feeds', '5y', 'The kind "feeds" has one retention, which --older-than can\'t change.'],
    ['keys', '5y', 'The kind "keys" has one retention, which --older-than can\'t change.'],
    ['deadlines', '364d', '--older-than 364d is too short for the kind "deadlines": at least 1y.'],
    ['forms', '11m', '--older-than 11m is too short for the kind "forms": at least 1y.'],
    ['marks', '1y', '--older-than 1y is too short for the kind "marks": at least 400d.'],
    ['deadlines', '5', '"5" is not an age: write days, months or years, such as 400d, 18m or 5y.'],
    ['deadlines', '0y', '"0y" is not an age: write days, months or years, such as 400d, 18m or 5y.'],
    ['deadlines', '9999y', '"9999y" is not an age: write days, months or years, such as 400d, 18m or 5y.'],
  ])('is rejected for --kind %s --older-than %s', (kind, age, message) => {
    expect(() => parse(kind, age)).toThrow(message);
  });

  it('is at least a year old for any arguments', () => {
    const year = Date.parse('2025-03-31T12:00:00Z');
    const kind = fc.constantFrom(...pruneKinds, 'all');
    const age = fc.oneof(fc.string(), fc.stringMatching(/^-?\d{1,6}[dmyDMY ]$/));
    fc.assert(
      fc.property(kind, age, (each, text) => {
        try {
          expect(parse(each, text).before?.getTime()).toBeLessThanOrEqual(year);
        } catch (error) {
          expect(error).toHaveProperty('name', 'CommandError');
        }
      }),
    );
  });
});

it('the help of --kind lists every kind', () => {
  const help = commands.prune?.options?.find(([option]) => option.startsWith('--kind'))?.[1];
  expect(help).toContain(pruneKinds.join(', '));
});
