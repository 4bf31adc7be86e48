import fc from 'fast-check';
import {expect, it} from 'vitest';

import {newStore} from '../testing/store.ts';
import {startReading} from './merged-indexes.ts';
import {companyIndex, everyoneIndex} from './records.ts';

const cvrs = ['10000001', '10000002', '10000003'];

it('yields each member once, in order, with its companies, however many each company has', async () => {
  const store = await newStore();
  let round = 0;
  const member = fc.integer({min: 1, max: 400}).map(id => `20270101:${String(id).padStart(16, '0')}:d`);
  const one = fc.uniqueArray(member, {maxLength: 150});
  await fc.assert(
    fc.asyncProperty(
      fc.tuple(one, one, one),
      fc.uniqueArray(member, {maxLength: 60}),
      async (own, common) => {
        round += 1;
        const names = cvrs.map(cvr => `${cvr}-${round}`);
        const toAll = common.map(text => text.replace(':d', `:all${round}`));
        await store.addEntries([
          ...own.flatMap((members, place) =>
            members.map(text => ({index: companyIndex(names[place] ?? ''), member: text})),
          ),
          ...toAll.map(text => ({index: everyoneIndex, member: text})),
        ]);
        const windows = startReading(store, names, {from: '2027', to: '2028'});
        const read = async () => {
          const found: [string, readonly string[] | undefined][] = [];
          for await (const groups of windows())
            found.push(
              ...groups.map(({member: text, companies}) => [text, companies] as [string, typeof companies]),
            );
          return found;
        };
        const expected = [
          ...[...new Set(own.flat())].map(text => [
            text,
            names.filter((_, place) => own[place]?.includes(text)),
          ]),
          ...toAll.map(text => [text, undefined]),
        ].sort(([a], [b]) => (String(a) < String(b) ? -1 : 1));
        expect(await read()).toEqual(expected);
        // Reads the kept first window.
        expect(await read()).toEqual(expected);
        await store.removeEntries(toAll.map(text => ({index: everyoneIndex, member: text})));
      },
    ),
  );
});
