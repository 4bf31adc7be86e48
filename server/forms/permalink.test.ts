import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {anyCharacter} from '../testing/any-character.ts';
import {permalinkOf} from './permalinks.ts';

describe('a permalink', () => {
  it.each([
    ['Anmeld jordflytning', 'Anmeld_jordflytning'],
    ['Overførsel af ferie', 'Overfoersel_af_ferie'],
    ['Ærø Økologi Ålborg', 'Aeroe_Oekologi_Aalborg'],
    ['  Tilskud – til «grøn» energi (2026)! ', 'Tilskud_til_groen_energi_2026'],
    ['Café Ü', 'Cafe_U'],
    ['A\u030arsrapport', 'Aarsrapport'],
    ['Straße in Łódź, Þingvellir', 'Strasse_in_Lodz_Thingvellir'],
    ['申請', 'formular'],
    ['---', 'formular'],
  ])('of %j is %s', (title, permalink) => {
    expect(permalinkOf(title)).toBe(permalink);
  });

  it('is valid in any URL, whatever the title', () => {
    fc.assert(
      fc.property(fc.string({unit: anyCharacter}), title => {
        expect(permalinkOf(title)).toMatch(/^[A-Za-z0-9]+(_[A-Za-z0-9]+)*$/);
      }),
    );
  });
});
