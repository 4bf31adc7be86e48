import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {toPlainText} from './plain-text.ts';
import {worstPieces} from './testing/heavy-markups.ts';
import {harmlessMarkups} from './testing/script-markups.ts';
import {isVisible} from './visible-text.ts';

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
    ['<table><tr><td>a</td><td>b</td></tr></table>', 'a | b'],
    ['<p>Ikke lukket', 'Ikke lukket'],
    ['<ul>\n <li>Et\n <li>To\n <ul><li>Tre</ul>\n</ul>Efter', '- Et\n- To\n  - Tre\n\nEfter'],
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
    ['<select><option>a</select><svg><text>b</text></svg><math>c</math><svg/>d', 'ad'],
    ['<!-- a -->b<![CDATA[c]]><?d?>', 'b'],
    ['a\0b', 'ab'],
    ['', ''],
  ])('%j is %j', (markup, text) => {
    expect(toPlainText(markup)).toBe(text);
  });

  it.each([
    ['<ol start="3"><li>Tre<li>Fire</ol>', '3. Tre\n4. Fire'],
    ['<ol><li>Et<ol type=a><li>a<li>b</ol><li>To</ol>', '1. Et\n  a. a\n  b. b\n2. To'],
    ['<ol><li value="7">Syv</li><li>Otte</li></ol>', '7. Syv\n8. Otte'],
    ['<ol start=3 reversed><li>a<li>b</ol>', '3. a\n2. b'],
    ['<ol reversed><li>a<li>b</ol>', '- a\n- b'],
    ['<ol style="list-style-type: lower-roman" start=4><li>x<li>y</ol>', 'iv. x\nv. y'],
    ['<ol type=A start=26><li>x<li>y</ol>', 'Z. x\nAA. y'],
    ['<ol type=I start=0><li>x<li>y</ol>', '0. x\nI. y'],
    ['10<sup>6</sup> m<sup>2</sup>, CO<sub>2</sub>', '10⁶ m², CO₂'],
    ['x<sup>n+1</sup> og a<sub>i</sub><sup></sup>', 'x^(n+1) og a_i'],
    ['Senest <s>1. marts</s> <del>2. marts</del> 8. marts', 'Senest ~~1. marts~~ ~~2. marts~~ 8. marts'],
    ['Skriv <q>moms</q>', 'Skriv ”moms”'],
    ['<details><summary>Mere</summary>Tekst</details>', 'Mere\n\nTekst'],
    ['<a href="tel:+4572221818">Ring</a>', 'Ring (+4572221818)'],
    [
      '<a href="mailto:a@b.dk?subject=x">Skriv</a>, <a href="mailto:a@b.dk">a@b.dk</a>',
      'Skriv (a@b.dk), a@b.dk',
    ],
    [
      '<figure class="table"><table><thead><tr><th>Periode</th><th>Frist</th></tr></thead><tbody><tr><td><p>1. kvt.</p></td><td><p>1. juni</p></td></tr></tbody></table></figure>',
      'Periode | Frist\n1. kvt. | 1. juni',
    ],
    ['<table><tr><td><p>Et</p><p>To</p></td></tr></table>', 'Et\n\nTo'],
    ['<table><caption>T</caption><tr><td></td><td>x</td><td></td><td>y</td></tr></table>', 'T\n\n| x | | y'],
    ['<pre>a\n b\n\nc</pre>', 'a\nb\n\nc'],
    [
      'Linje 1\r\nLinje 2 &amp; 3\n\nhttps://virk.dk/a\n- x < y\n',
      'Linje 1\nLinje 2 & 3\n\nhttps://virk.dk/a\n- x < y',
    ],
    [
      '<html xmlns:o="urn:schemas-microsoft-com:office:office"><head><style>p{}</style><xml><w:View>Normal</w:View></xml></head><body><p class=MsoNormal>Hej<o:p></o:p></p><!--[if gte mso 9]><xml>x</xml><![endif]--><p class=MsoListParagraph><![if !supportLists]><span>·<span>&nbsp;&nbsp; </span></span><![endif]>Punkt<o:p>&nbsp;</o:p></p>',
      'Hej\n\n· Punkt',
    ],
  ])('keeps the meaning of %j', (markup, text) => {
    expect(toPlainText(markup)).toBe(text);
  });

  it.each([
    ...'&nbsp; &#8203; <p><br></p> <hr> <p>&shy;<b>\u3164</b></p> <script>1</script> <ul><li></li></ul>'.split(
      ' ',
    ),
    ...'<table><tr><td></td><td></td></tr></table> <svg><text>Moms</text></svg> <sup></sup>'.split(' '),
    '<!-- Moms -->',
  ])('shows nothing of %j', markup => {
    expect(isVisible(toPlainText(markup))).toBe(false);
  });

  it('ends the bidirectional controls of the text', () => {
    expect(toPlainText('<p>\u202emoms</p>')).toBe('\u202emoms\u202c');
  });

  it.each([
    ['text', 'a'.repeat(50_000)],
    ['links', `<a href="https://virk.dk/${'a'.repeat(2_000)}">x</a>`.repeat(50)],
    ['list items', '<li>x'.repeat(20_000)],
  ])('is cut off, of %s', (_, markup) => {
    expect(toPlainText(markup)).toHaveLength(bounds.maxPlainTextLength);
  });

  it('is at most as long as its markup, except for numbers of lists and signs for scripts', () => {
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
