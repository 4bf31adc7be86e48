import fc from 'fast-check';
import {describe, expect, it} from 'vitest';
import {
  addDays,
  addMonths,
  daysBetween,
  dueIn,
  endOfWeek,
  firstDate,
  fromApiDate,
  includes,
  isDate,
  type IsoDate,
  lastDate,
  lastOfMonth,
  mergePeriods,
  monthOf,
  monthsBefore,
  monthsFrom,
  type Period,
  periodOf,
  startOfWeek,
  toApiDate,
  today,
  toUtc,
  weekday,
  weekNumber,
  weeksOf,
  weeksPeriod,
  yearPeriod,
  yearStart,
} from './dates.ts';
import {frist as da} from '../../texts/da.ts';
import {frist as en} from '../../texts/en.ts';

const anyDate = fc.integer({min: toUtc(firstDate) / 86_400_000, max: toUtc(lastDate) / 86_400_000});
const toDate = (day: number): IsoDate => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** Checks a property for every date of the calendar. */
function forAnyDate(holds: (date: IsoDate) => boolean): void {
  fc.assert(fc.property(anyDate, day => holds(toDate(day))));
}

describe('a date', () => {
  it.each(['2026-12-01', '2028-02-29', '1900-01-01', '2199-12-31'])('accepts %s', text => {
    expect(isDate(text)).toBe(true);
  });

  it.each(['', 'today', '2026-02-29', '2026-13-01', '01-12-2026', '2026-12-1', '1899-12-31', '2200-01-01'])(
    'rejects %j',
    text => {
      expect(isDate(text)).toBe(false);
    },
  );

  it.each([
    ['2026-11-20T22:59:59Z', '2026-11-20'],
    ['2026-11-20T23:00:00Z', '2026-11-21'],
    ['2026-06-20T21:59:59Z', '2026-06-20'],
    ['2026-06-20T22:00:00Z', '2026-06-21'],
    // The nights of clock changes.
    ['2026-03-28T23:00:00Z', '2026-03-29'],
    ['2026-03-29T21:59:59Z', '2026-03-29'],
    ['2026-10-24T22:00:00Z', '2026-10-25'],
    ['2026-10-25T22:59:59Z', '2026-10-25'],
  ])('%s is the day %s in Denmark', (now, date) => {
    expect(today(new Date(now))).toBe(date);
  });

  it('is converted to the API’s format and back', () => {
    expect(toApiDate('2026-12-01')).toBe('01-12-2026');
    forAnyDate(date => fromApiDate(toApiDate(date)) === date);
  });
});

describe('adding', () => {
  it.each([
    ['2026-03-28', 1, '2026-03-29'],
    ['2026-03-29', 1, '2026-03-30'],
    ['2026-10-25', 1, '2026-10-26'],
    ['2026-12-31', 1, '2027-01-01'],
    ['2028-03-01', -1, '2028-02-29'],
    ['1900-01-01', -1, '1900-01-01'],
    ['2199-12-31', 7, '2199-12-31'],
  ])('to %s %d days gives %s', (date, days, sum) => {
    expect(addDays(date, days)).toBe(sum);
  });

  it.each([
    ['2026-01-31', 1, '2026-02-28'],
    ['2028-02-29', 12, '2029-02-28'],
    ['2026-12-15', 1, '2027-01-15'],
    ['2026-01-15', -1, '2025-12-15'],
    ['2026-03-31', -13, '2025-02-28'],
    ['1900-01-20', -1, '1900-01-01'],
    ['2199-12-01', 12, '2199-12-31'],
  ])('to %s %d months gives %s', (date, months, sum) => {
    expect(addMonths(date, months)).toBe(sum);
  });

  it('days and then subtracting them returns the same date', () => {
    forAnyDate(date => date === lastDate || addDays(addDays(date, 1), -1) === date);
  });
});

describe('a week', () => {
  it.each([
    ['2026-11-21', 47],
    ['2026-12-31', 53],
    ['2027-01-01', 53],
    ['2027-01-03', 53],
    ['2027-01-04', 1],
    ['2024-12-30', 1],
    ['2021-01-03', 53],
  ])('%s is in number %d', (date, number) => {
    expect(weekNumber(date)).toBe(number);
  });

  it('is from Monday to Sunday, with the same number for all days', () => {
    forAnyDate(date => {
      const monday = startOfWeek(date);
      const sunday = endOfWeek(date);
      const edge = monday === firstDate || sunday === lastDate;
      const whole = weekday(monday) === 0 && weekday(sunday) === 6 && addDays(monday, 6) === sunday;
      return edge || (whole && weekNumber(monday) === weekNumber(date) && weekNumber(date) <= 53);
    });
  });
});

describe('a month', () => {
  it.each([
    ['2027-02', 4],
    ['2026-12', 5],
    ['2026-08', 6],
  ])('%s touches %d weeks', (month, count) => {
    expect(weeksOf(month)).toHaveLength(count);
  });

  it('is covered by exactly the whole weeks that it touches', () => {
    forAnyDate(date => {
      const month = monthOf(date);
      const weeks = weeksOf(month);
      const days = weeks.flat();
      const gapless = days.every(
        (day, place) => !place || toUtc(day) - toUtc(days[place - 1] ?? '') === 86_400_000,
      );
      const touched = weeks.every(week => week.some(day => monthOf(day) === month));
      return gapless && touched && days.includes(`${month}-01`) && days.includes(lastOfMonth(month));
    });
  });
});

describe('a period', () => {
  const start = '2026-01-01';
  const anyPeriod = fc
    .tuple(fc.nat(60), fc.nat(10))
    .map(([first, length]): Period => ({from: addDays(start, first), to: addDays(start, first + length)}));

  it('merges periods into disjoint, ordered ones with gaps between them that cover the same days', () => {
    fc.assert(
      fc.property(fc.array(anyPeriod), periods => {
        const united = mergePeriods(periods);
        const days = Array.from({length: 75}, (_, day) => addDays(start, day));
        const isSame = days.every(
          day =>
            united.filter(one => includes(one, day)).length ===
            Number(periods.some(one => includes(one, day))),
        );
        const hasGaps = united.every(
          ({from}, place) => !place || addDays(united[place - 1]?.to ?? '', 1) < from,
        );
        return isSame && hasGaps;
      }),
    );
  });

  it.each([
    ['2026-11-23', 3, '2026-08-01', '2026-11-22'],
    ['2026-12-01', 3, '2026-09-01', '2026-11-30'],
    ['2027-01-31', 24, '2025-01-01', '2027-01-30'],
  ])('counts back from %s by %d months to %s – %s', (day, months, from, to) => {
    expect(monthsBefore(day, months)).toEqual({from, to});
  });

  it('returns the weeks that a month touches, within the calendar', () => {
    expect(weeksPeriod('2026-12')).toEqual({from: '2026-11-30', to: '2027-01-03'});
    // 31 December 2199 is a Tuesday.
    expect(weeksPeriod('2199-12')).toEqual({from: '2199-11-25', to: '2199-12-31'});
  });
});

describe('a year', () => {
  it.each([
    ['1900-01', 365],
    ['2026-01', 365],
    ['2026-11', 365],
    ['2027-03', 366],
    ['2199-11', 61],
  ])('the months from %s on have each of their days once', (start, count) => {
    const days = monthsFrom(start).flatMap(month =>
      weeksOf(month)
        .flat()
        .filter(day => includes(periodOf(month), day)),
    );
    const {from, to} = yearPeriod(start);
    expect(days.every(isDate)).toBe(true);
    expect([days.at(0), days.at(-1), new Set(days).size]).toEqual([from, to, count]);
  });

  it.each([
    ['2026-11-25', '2026-11'],
    ['2026-11-01', '2026-11'],
    ['2027-10-31', '2026-11'],
    ['2027-11-01', '2027-11'],
    ['2026-10-31', '2025-11'],
    ['1900-01-01', '1900-01'],
    ['2199-12-31', '2199-11'],
  ])('the year that shows %s in November 2026 begins with %s', (day, start) => {
    expect(yearStart(day, '2026-11-25')).toBe(start);
    expect(includes(yearPeriod(start), day)).toBe(true);
  });
});

it.each([
  [-400, 'Udløbet', 'Passed', false],
  [-1, 'Udløbet', 'Passed', false],
  [0, 'I dag', 'Today', true],
  [1, 'I morgen', 'Tomorrow', true],
  [2, 'om 2 dage', 'in 2 days', true],
  [7, 'om 7 dage', 'in 7 days', true],
  [8, 'om 8 dage', 'in 8 days', false],
  [13, 'om 13 dage', 'in 13 days', false],
  [14, 'om 2 uger', 'in 2 weeks', false],
  [20, 'om 2 uger', 'in 2 weeks', false],
  [21, 'om 3 uger', 'in 3 weeks', false],
  [62, 'om 8 uger', 'in 8 weeks', false],
  [63, 'om 2 måneder', 'in 2 months', false],
  [91, 'om 2 måneder', 'in 2 months', false],
  [92, 'om 3 måneder', 'in 3 months', false],
  [730, 'om 23 måneder', 'in 23 months', false],
  [731, 'om 2 år', 'in 2 years', false],
])('a date %d days from today is due "%s", in English "%s", soon: %j', (days, danish, english, isSoon) => {
  const due = dueIn(addDays('2026-11-22', days), '2026-11-22');
  expect(da.due(due.unit, due.count)).toBe(danish);
  expect(en.due(due.unit, due.count)).toBe(english);
  expect(due.isSoon).toBe(isSoon);
});

it('counts days across clock changes', () => {
  expect(daysBetween('2026-03-28', '2026-03-30')).toBe(2);
  expect(daysBetween('2026-10-26', '2026-10-24')).toBe(-2);
});
