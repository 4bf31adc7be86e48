import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {bounds} from '../limits/bounds.ts';
import {toPlainText} from './plain-text.ts';
import {worstPieces} from './testing/heavy-markups.ts';
import {harmlessMarkups} from './testing/script-markups.ts';

describe('the plain text of markup', () => {
  it.each([
    ['Ren tekst', 'Ren tekst'],
    ['<p>Min beskrivelse opdateret</p>\n', 'Min beskrivelse opdateret'],
    ['<p>Et</p><p>To</p>', 'Et\n\nTo'],
    ['En<br>to<br/>tre', 'En\nto\ntre'],
    ['<ul><li>Et</li><li>To</li></ul>', '- Et\n- To'],
    ['<b>Fed</b> og <i>kursiv</i>', 'Fed og kursiv'],
    ['<a href="https://virk.dk">Virk</a>', 'Virk (https://virk.dk)'],
    ['<a href="https://virk.dk">https://virk.dk</a>', 'https://virk.dk'],
    ['<a href="javascript:alert(1)">Virk</a>', 'Virk'],
    ['a &lt; b &amp; c &aelig;', 'a < b & c æ'],
    ['<script>alert(1)</script><style>p{}</style>Tekst', 'Tekst'],
    ['<p>  Meget \n\n  luft  </p>', 'Meget luft'],
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a b'],
    ['<p>Ikke lukket', 'Ikke lukket'],
    ['<ul>\n <li>Et\n <li>To\n <ul><li>Tre</ul>\n</ul>Efter', '- Et\n- To\n\n- Tre\n\nEfter'],
    ['<ul><li><p>Et</p><li><br>To</ul>', '- Et\n- To'],
    ['<ul><li></li></ul>Efter', 'Efter'],
    ['<p>Et</p> <p> </p><br><p>To</p>', 'Et\n\nTo'],
    ['Et<br><br><br>To', 'Et\n\nTo'],
    ['<a href="https://virk.dk">Virk', 'Virk (https://virk.dk)'],
    [
      '<a href="https://a.dk">A<a href="https://b.dk"><b>https://b.dk</b></a>',
      'A (https://a.dk)https://b.dk',
    ],
    ['<a href="https://virk.dk?a=1&amp;b=2">Se <b>her</b></a>!', 'Se her (https://virk.dk?a=1&b=2)!'],
    ['<object><object>a</object>b</object>c<template><p>d</template>e', 'ce'],
    ['<style></style><noscript>a<b></noscript>b<title>c</title>', 'b'],
    ['<style>p > a { content: "</b>" }</style>a', 'a'],
    ['<textarea><b>a</b></textarea>', '<b>a</b>'],
    ['<select><option>a</select><svg><text>b</text></svg>', 'ab'],
    ['<!-- a -->b<![CDATA[c]]><?d?>', 'b'],
    ['a\0b', 'ab'],
    ['', ''],
  ])('%j is %j', (markup, text) => {
    expect(toPlainText(markup)).toBe(text);
  });

  it.each([
    ['text', 'a'.repeat(50_000)],
    ['links', `<a href="https://virk.dk/${'a'.repeat(2_000)}">x</a>`.repeat(50)],
    ['list items', '<li>x'.repeat(20_000)],
  ])('is cut off, of %s', (_, markup) => {
    expect(toPlainText(markup)).toHaveLength(bounds.maxPlainTextLength);
  });

  it('is at most as long as its markup', () => {
    const pieces = [...worstPieces, ...harmlessMarkups];
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pieces), {maxLength: 30}), all => {
        const markup = all.join('');
        expect(toPlainText(markup).length).toBeLessThanOrEqual(markup.length);
      }),
    );
  });

  it('accepts markup of any depth', () => {
    expect(toPlainText(`${'<b>'.repeat(3000)}x`)).toBe('x');
  });
});
