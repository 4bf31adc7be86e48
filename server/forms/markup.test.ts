import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {holdsScript} from './markup.ts';

describe('markup', () => {
  it.each([
    '',
    'Ren tekst med 1 < 2 & "citat"',
    '<p>Tekst <b>fed</b></p><ul><li>Punkt</li></ul>',
    '<a href="https://virk.dk">Virk</a> <a href="mailto:a@b.dk">Skriv</a> <a href="/side?on=1">Side</a>',
    '<img src="https://virk.dk/a.png" alt="onclick=">',
    '<p class="onload">javascript: er et sprog</p>',
    '&lt;script&gt;',
    '<!-- <script> -->',
  ])('%j is taken', markup => {
    expect(holdsScript(markup)).toBe(false);
  });

  it.each([
    '<script>alert(1)</script>',
    '<SCRIPT SRC=//evil.example>',
    '<p onclick="x()">a</p>',
    '<img src=x onerror=alert(1)>',
    '<svg onload=alert(1)>',
    '<svg><script>alert(1)</script></svg>',
    '<a href="javascript:alert(1)">a</a>',
    '<a href=" java\tscript:alert(1)">a</a>',
    '<a href="&#106;avascript:alert(1)">a</a>',
    '<a href="JaVaScRiPt:alert(1)">a</a>',
    '<a href="vbscript:x">a</a>',
    '<a href="data:text/html,<script>alert(1)</script>">a</a>',
    '<svg><a xlink:href="javascript:alert(1)"><text>a</text></a></svg>',
    '<svg><animate attributeName="href" values="javascript:alert(1)"/></svg>',
    '<form action="javascript:alert(1)"><button>a</button></form>',
    '<button formaction="javascript:alert(1)">a</button>',
    '<iframe src="https://evil.example"></iframe>',
    '<iframe srcdoc="<p>a</p>"></iframe>',
    '<object data="x.swf"></object>',
    '<embed src="x.swf">',
    '<base href="https://evil.example/">',
    '<meta http-equiv="refresh" content="0;url=javascript:alert(1)">',
    '<link rel="stylesheet" href="https://evil.example/x.css">',
    '<template><script>alert(1)</script></template>',
    '<math><mtext><script>alert(1)</script></mtext></math>',
    '"><script>alert(1)</script>',
    '<details open ontoggle=alert(1)>',
  ])('%j is not', markup => {
    expect(holdsScript(markup)).toBe(true);
  });

  it('is refused with script in it, wherever that stands', () => {
    const piece = fc.constantFrom(
      '<p>',
      '</p>',
      '<b>',
      '</b>',
      '<ul><li>',
      'tekst',
      '<a href="/x">',
      '</a>',
      '<svg>',
      '</svg>',
    );
    fc.assert(
      fc.property(fc.array(piece, {maxLength: 12}), fc.nat(12), (pieces, place) => {
        const inside = [...pieces.slice(0, place), '<img src=x onerror=alert(1)>', ...pieces.slice(place)];
        expect(holdsScript(inside.join(''))).toBe(true);
      }),
    );
  });
});
