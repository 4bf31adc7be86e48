import {expect, test} from 'vitest';

import {formatDate} from '../server/time/dates.ts';
import {companies} from './companies.ts';
import {deadlinesBetween} from './deadlines.ts';

/** Returns the dates of 2027 on which a company has a deadline with a title. */
function daysOf(company: keyof typeof companies, title: string): string {
  return deadlinesBetween('2027-01-01', '2027-12-31')
    .filter(
      ({overskrift, modtagere}) =>
        overskrift.startsWith(`${title}: `) && modtagere.includes(companies[company].cvr),
    )
    .map(({dato}) => formatDate(dato).slice(0, 5))
    .join(' ');
}

test.each([
  ['machines', 'Moms', '25-01 25-02 30-03 26-04 25-05 25-06 17-08 25-08 27-09 25-10 25-11 27-12'],
  ['bakery', 'Moms', '01-03 01-06 01-09 01-12'],
  ['boats', 'Moms', '01-03 01-09'],
  [
    'bakery',
    'A-skat og AM-bidrag',
    '18-01 10-02 10-03 12-04 10-05 10-06 12-07 10-08 10-09 11-10 10-11 10-12',
  ],
  [
    'machines',
    'A-skat og AM-bidrag',
    '29-01 26-02 31-03 30-04 31-05 30-06 30-07 31-08 30-09 29-10 30-11 30-12',
  ],
  [
    'machines',
    'EU-salg uden moms',
    '25-01 25-02 30-03 26-04 25-05 25-06 26-07 25-08 27-09 25-10 25-11 27-12',
  ],
  ['bakery', 'Acontoskat', '01-02 22-03 22-11'],
  ['boats', 'Acontoskat', ''],
  ['bakery', 'Årsrapport', '30-06'],
  ['machines', 'Intrastat', '15-01 12-02 12-03 14-04 19-05 14-06 14-07 13-08 14-09 14-10 12-11 14-12'],
  ['boats', 'ATP-bidrag', '08-02 10-05 09-08 08-11'],
] as const)('%s has %s on the official dates of 2027', (company, title, days) => {
  expect(daysOf(company, title)).toBe(days);
});

test('names the period of a deadline, also across the new year', () => {
  const found = deadlinesBetween('2026-11-25', '2027-03-01').map(
    ({dato, overskrift}) => `${dato} ${overskrift}`,
  );
  expect(found).toEqual(
    expect.arrayContaining([
      '2026-11-30 A-skat og AM-bidrag: november 2026',
      '2026-12-01 Moms: 3. kvartal 2026',
      '2027-01-18 A-skat og AM-bidrag: december 2026',
      '2027-01-25 Moms: december 2026',
      '2027-02-01 Acontoskat: frivillig 3. rate 2026',
      '2027-02-08 ATP-bidrag: 4. kvartal 2026',
      '2027-03-01 Moms: 4. kvartal 2026',
      '2027-03-01 Moms: 2. halvår 2026',
    ]),
  );
});

test('never returns two deadlines with the same title and date', () => {
  const names = deadlinesBetween('2026-01-01', '2036-12-31').map(
    ({dato, overskrift}) => `${dato} ${overskrift}`,
  );
  expect(new Set(names).size).toBe(names.length);
});
