import fc from 'fast-check';
import {parseFragment} from 'parse5';
import {describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {toPlainText} from './plain-text.ts';
import {findScript} from './script.ts';
import {readStartTags} from './start-tags.ts';
import {pastedDocument, reopenedMarkup, reopenedMarkupOf, worstPieces} from './testing/heavy-markups.ts';
import {harmlessMarkups} from './testing/script-markups.ts';
import {findExcess} from './weight.ts';

describe('findExcess', () => {
  it.each([
    ['elements that are opened again in each paragraph', reopenedMarkup(110, 250), /too many elements/],
    [
      'the same in a list',
      `<p>${'<b><i a><u b><s c>'.repeat(12)}${'<li>x'.repeat(500)}`,
      /too many elements/,
    ],
    ['the same in <select>', `<select>${reopenedMarkup(110, 250)}</select>`, /too many elements/],
    ['the same in <noscript>', `<noscript>${reopenedMarkup(110, 250)}</noscript>`, /too many elements/],
    ['the same after end tags that do not count', unclosed('<marquee></b></marquee>'), /too many elements/],
    ['the same after end tags that are text', unclosed('<textarea></b></textarea>'), /too many elements/],
    ['deep nesting', '<b>'.repeat(bounds.maxMarkupDepth + 1), /deeper than 256 levels/],
    ['many elements in many others', `${'<sup>'.repeat(250)}${'<br>'.repeat(300)}`, /too many elements/],
    ['more elements than a browser lays out quickly', '<br>'.repeat(5_001), /too many elements/],
    ['deep nesting that end tags do not end', '<span><div></span></div>'.repeat(300), /too many elements/],
  ])('refuses %s', (_, markup, message) => {
    expect(findExcess(markup)).toMatch(message);
  });

  it.each(harmlessMarkups)('accepts %j', markup => {
    expect(findExcess(markup)).toBeUndefined();
  });

  it.each([2_000, 10_000, 20_000])('accepts a document of %d characters from a word processor', length => {
    expect(findExcess(pastedDocument(length))).toBeUndefined();
  });

  it('accepts formatting that a few paragraphs leave open', () => {
    expect(
      findExcess(`<p><b><font size=2><i>${'<p>Et afsnit med en sætning i.'.repeat(300)}`),
    ).toBeUndefined();
  });

  it('accepts only markup that expands to few elements, for random markup', () => {
    const markup = fc
      .array(fc.tuple(fc.constantFrom(...worstPieces), fc.integer({min: 1, max: 60})), {maxLength: 12})
      .map(runs => runs.map(([piece, times]) => piece.repeat(times)).join(''));
    fc.assert(
      fc.property(markup, text => {
        fc.pre(findExcess(text) === undefined);
        const html = text.replaceAll('select', 'x-select');
        expect(countElements(html)).toBeLessThanOrEqual(bounds.maxMarkupElements);
      }),
    );
  });

  function unclosed(ineffective: string): string {
    const open = Array.from({length: 60}, (_, place) => `<b a${place}>${ineffective}`).join('');
    return `<p>${open}${'<p>x'.repeat(1_000)}`;
  }
});

/** Counts the elements of parse5's tree. */
function countElements(markup: string): number {
  const waiting = [...parseFragment(markup).childNodes];
  let count = 0;
  for (let node = waiting.pop(); node; node = waiting.pop()) {
    if (!('childNodes' in node)) continue;
    count += 1;
    waiting.push(...node.childNodes, ...('content' in node ? node.content.childNodes : []));
  }
  return count;
}

describe('the cost of markup', () => {
  const shapes = [
    ...worstPieces.map(piece => [piece, (length: number) => piece.repeat(Math.floor(length / piece.length))]),
    ['elements opened again', reopenedMarkupOf],
    ['a pasted document', pastedDocument],
    ['a random text', randomMarkup],
  ] as [string, (length: number) => string][];

  it.each(shapes)('in characters of tags is bounded by the length, for %j', (_, make) => {
    for (const length of [2_000, 4_000, 8_000]) {
      const markup = make(length);
      let read = 0;
      const most = 10_000 + bounds.maxTagReadings * markup.length;
      for (const tag of readStartTags(markup)) {
        read += tag.length;
        // Beyond the bound, the search ends with a rejection.
        if (read > most) break;
      }
      expect(read <= most || findScript(markup) !== undefined).toBe(true);
    }
  });

  it.each([
    ['findScript', findScript],
    ['findExcess', findExcess],
    ['toPlainText', toPlainText],
  ])('of %s grows no faster than the length, for every shape', (_, work) => {
    const allowance = 25;
    for (const [name, make] of shapes) {
      // In this case, the bound holds for any duration of the short markup.
      if (minTime(() => work(make(8_000)), 1) < allowance) continue;
      const [short, long] = [make(2_000), make(8_000)].map(markup => minTime(() => work(markup)));
      // For four times the length, quadratic work takes sixteen times as long. The allowance is for a busy machine.
      expect(long, name).toBeLessThan(10 * (short ?? 0) + allowance);
    }
  });

  /** Returns the minimum of some measurements of processor time in milliseconds: a busy machine affects it less than the mean. */
  function minTime(work: () => unknown, measurements = 3): number {
    const times = Array.from({length: measurements}, () => {
      const start = process.cpuUsage();
      work();
      const {user, system} = process.cpuUsage(start);
      return (user + system) / 1_000;
    });
    return Math.min(...times);
  }

  /** Returns pieces in a fixed pseudo-random order. */
  function randomMarkup(length: number): string {
    let text = '';
    for (let state = 1; text.length < length;) {
      state = (state * 48_271) % 2_147_483_647;
      text += worstPieces[state % worstPieces.length] ?? '';
    }
    return text;
  }
});
