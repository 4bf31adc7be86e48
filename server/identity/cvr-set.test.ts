import fc from 'fast-check';
import {expect, it} from 'vitest';

import {CvrSet} from './cvr.ts';

const number = fc.oneof(
  fc.integer({min: 10_000_000, max: 99_999_999}),
  fc.integer({min: 10_009_990, max: 10_010_010}),
);

it('contains exactly the added numbers, and reports new ones', () => {
  fc.assert(
    fc.property(
      fc.array(number.map(String), {maxLength: 200}),
      fc.array(number.map(String)),
      (added, others) => {
        const set = new CvrSet();
        const model = new Set<string>();
        for (const cvr of added) {
          expect(set.add(cvr)).toBe(!model.has(cvr));
          model.add(cvr);
        }
        for (const cvr of [...added, ...others]) expect(set.has(cvr)).toBe(model.has(cvr));
      },
    ),
  );
});
