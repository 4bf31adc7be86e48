import {describe, expect, it} from 'vitest';

import {toPlainText} from './plain-text.ts';

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
    ['', ''],
  ])('%j is %j', (markup, text) => {
    expect(toPlainText(markup)).toBe(text);
  });

  it('takes markup of any depth', () => {
    expect(toPlainText(`${'<b>'.repeat(3000)}x`)).toBe('x');
  });
});
