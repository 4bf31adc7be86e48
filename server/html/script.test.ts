import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {findScript} from './script.ts';
import {harmlessMarkups, scriptMarkups} from './testing/script-markups.ts';

describe('findScript', () => {
  it('is tested with at least 200 attacks', () => {
    expect(new Set(scriptMarkups).size).toBeGreaterThanOrEqual(200);
    expect(new Set(scriptMarkups).size).toBe(scriptMarkups.length);
  });

  it.each(scriptMarkups)('finds script in %j', markup => {
    expect(findScript(markup)).toEqual(expect.any(String));
  });

  it.each(harmlessMarkups)('finds no script in %j', markup => {
    expect(findScript(markup)).toBeUndefined();
  });

  it.each([
    ['<img src=x onerror=hit()>', 'the attribute onerror'],
    ['<p><a HREF="javascript:hit()">x</a>', 'the attribute href'],
    ['<ScRiPt>', 'the element <script>'],
    ['<a title="x', 'a quotation mark that is not closed in <a>'],
    [`<p on${'x'.repeat(100)}>`, `the attribute on${'x'.repeat(28)}…`],
  ])('names what it finds in %j', (markup, found) => {
    expect(findScript(markup)).toBe(found);
  });

  const pieces = fc.array(
    fc.constantFrom(
      ...['<p>', '</p>', '<b>', '</b>', '<ul><li>', 'tekst', '<a href="/x">', '</a>', '<svg>', '</svg>'],
      ...[
        '<select>',
        '</select>',
        '<style>',
        '</style>',
        '<textarea>',
        '</title>',
        '<!--',
        '-->',
        '<![CDATA[',
      ],
      ...[
        '<p title="',
        "<p title='",
        '">',
        "'>",
        '<noscript>',
        '</noscript>',
        '<template>',
        '<math><mi>',
        '<',
      ],
    ),
    {maxLength: 12},
  );

  it('finds an attack at any position', () => {
    const complete = scriptMarkups.filter(markup => !findScript(markup)?.startsWith('a quotation mark'));
    fc.assert(
      fc.property(pieces, pieces, fc.constantFrom(...complete), (before, after, attack) => {
        expect(findScript([...before, attack, ...after].join(''))).toBeDefined();
      }),
    );
  });

  it('finds no script in markup without attributes and forbidden elements', () => {
    fc.assert(
      fc.property(pieces, all => {
        const markup = all.filter(piece => !piece.includes('title=')).join('');
        expect(findScript(markup)).toBeUndefined();
      }),
    );
  });
});
