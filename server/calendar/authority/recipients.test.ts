import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {hasCvrForm, isCvr} from '../../identity/cvr.ts';
import {anyCharacter} from '../../testing/any-character.ts';
import {parseRecipients} from './recipients.ts';

/** Returns different numbers of the right form. */
const numbers = (count: number) => Array.from({length: count}, (_, place) => String(10_000_000 + place));

const space = fc.constantFrom('', '', ' ', '\n', '\u{a0}', ' \t ');
const cvr = fc.constantFrom('24256790', '61056416', '12345674');
const padded = fc.tuple(space, cvr, space).map(([before, number, after]) => before + number + after);

describe('parseRecipients', () => {
  it('returns each company once, in the order in which they are named, without white space', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(padded, {minLength: 1}), async items => {
        const {cvrs, problems} = await parseRecipients(items.join(','), isCvr);
        expect(cvrs).toEqual([...new Set(items.map(item => item.trim()))]);
        expect(problems).toEqual([]);
      }),
    );
  });

  it('finds a problem exactly where an item is not a CVR number', async () => {
    const item = fc.oneof(
      {weight: 5, arbitrary: padded},
      fc.string({unit: anyCharacter, maxLength: 12}),
      space,
    );
    await fc.assert(
      fc.asyncProperty(fc.array(item, {minLength: 1, maxLength: 20}), async items => {
        const text = items.join(',');
        const {problems} = await parseRecipients(text, isCvr);
        const isRight = text === '' || text.split(',').every(part => isCvr(part.trim()));
        expect(problems.length === 0).toBe(isRight);
      }),
    );
  });

  it('interprets only an empty text as all companies', async () => {
    expect(await parseRecipients('', isCvr)).toEqual({cvrs: [], problems: []});
  });

  const blank = 'Must be CVR numbers, or an empty string for all companies. White space is neither.';
  const wrong = (items: string) =>
    `Must be CVR numbers of eight digits, the last one a valid check digit, separated by commas. Not CVR numbers: ${items}.`;
  const empty = (items: string) =>
    `Must not begin or end with a comma, or contain two in a row. Empty items: number ${items}.`;

  it.each([
    [' ', [blank]],
    ['\r\n\t\u{feff}', [blank]],
    [',', [empty('1, 2')]],
    ['24256790,', [empty('2')]],
    [',24256790', [empty('1')]],
    ['24256790, ,61056416', [empty('2')]],
    ['24256791', [wrong('"24256791"')]],
    ['24256790;61056416', [wrong('"24256790;61056416"')]],
    ['\u{202a}24256790\u{202c},24256790\u{200b}', [wrong('"<U+202A>24256790<U+202C>", "24256790<U+200B>"')]],
    ['24256790\n61056416\u{a0}61056416', [wrong('"24256790<U+000A>61056416<U+00A0>61"')]],
    ['x,24256790,x,y', [wrong('"x", "y"')]],
    ['x,,y', [wrong('"x", "y"'), empty('2')]],
    ['æ'.repeat(1000), [wrong(`"${'æ'.repeat(20)}"`)]],
    ['a,b,c,d,e,f,g,h,i,j,k,l', [wrong('"a", "b", "c", "d", "e", "f", "g", "h", "i", "j" and others')]],
    [','.repeat(20), [empty('1, 2, 3, 4, 5, 6, 7, 8, 9, 10 and others')]],
  ])('says what is wrong with %j', async (text, problems) => {
    expect((await parseRecipients(text, isCvr)).problems).toEqual(problems);
  });

  it('stops after the first few invalid items', async () => {
    let checks = 0;
    const text = 'x,'.repeat(1_000_000);
    await parseRecipients(text, () => {
      checks += 1;
      return false;
    });
    expect(checks).toBeLessThan(20);
  });

  it('rejects more companies than the maximum, without duplicates', async () => {
    const three = '10000000,10000001,10000002,10000001';
    expect((await parseRecipients(three, hasCvrForm, 3)).problems).toEqual([]);
    expect((await parseRecipients(`${three},10000003`, hasCvrForm, 3)).problems).toEqual([
      'Must name at most 3 companies.',
    ]);
  });

  it('yields to other work while it parses a long text', async () => {
    let turns = 0;
    let ended = false;
    const count = () => {
      turns += 1;
      if (!ended) setImmediate(count);
    };
    setImmediate(count);
    const {cvrs} = await parseRecipients(numbers(200_000).join(','), hasCvrForm);
    ended = true;
    expect(cvrs).toHaveLength(200_000);
    expect(turns).toBeGreaterThanOrEqual(19);
  });
});
