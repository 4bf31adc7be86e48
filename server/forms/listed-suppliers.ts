import {memoize} from '../memoize.ts';
import type {Portal} from '../portal/portal.ts';

/**
 * Returns the organisations whose forms are shown: suppliers and authorities in the portal file, and those that a supplier acts for. Anyone with
 * a certificate may store variants of version 2.
 */
export const suppliersOf = memoize(
  ({suppliers, authorities}: Portal): ReadonlySet<string> =>
    new Set([
      ...suppliers.keys(),
      ...authorities.keys(),
      ...[...suppliers.values()].flatMap(({paaVegneAf}) => paaVegneAf),
    ]),
);
