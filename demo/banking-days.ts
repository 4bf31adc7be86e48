// The days on which Danish banks are open, for the dates in `deadlines.ts`. Correct `bankHolidays` if a law changes.
// Dates are texts, `yyyy-mm-dd`, in UTC: the time zone of the machine must not change them.
import {addDays, type IsoDate} from '../server/time/dates.ts';

/** Returns the date, or the next banking day if it is a Saturday, a Sunday or a bank holiday. */
export function bankingDay(date: IsoDate): IsoDate {
  return isBankingDay(date) ? date : bankingDay(addDays(date, 1));
}

/** Returns all banking days of a month, in order. @param month 1 to 12. */
export function bankingDays(year: number, month: number): IsoDate[] {
  const days: IsoDate[] = [];
  for (let date = day(year, month, 1); Number(date.slice(5, 7)) === month; date = addDays(date, 1)) {
    if (isBankingDay(date)) days.push(date);
  }
  return days;
}

/** Formats `yyyy-mm-dd`. @param month 1 to 12. */
export function day(year: number, month: number, dayOfMonth: number): IsoDate {
  return new Date(Date.UTC(year, month - 1, dayOfMonth)).toISOString().slice(0, 10);
}

function isBankingDay(date: IsoDate): boolean {
  const weekday = new Date(date).getUTCDay();
  return weekday !== 0 && weekday !== 6 && !bankHolidays(Number(date.slice(0, 4))).includes(date);
}

/** The days on which Danish banks are closed, apart from weekends. */
function bankHolidays(year: number): IsoDate[] {
  const easter = easterSunday(year);
  // Maundy Thursday, Good Friday, Easter Monday, Ascension Day and the day after it, Whit Monday.
  const movable = [-3, -2, 1, 39, 40, 50].map(days => addDays(easter, days));
  const fixed = ['01-01', '06-05', '12-24', '12-25', '12-26', '12-31'].map(each => `${year}-${each}`);
  return [...movable, ...fixed];
}

/** Returns Easter Sunday, by the Gregorian computus of Meeus, Jones and Butcher. */
function easterSunday(year: number): IsoDate {
  const a = year % 19;
  const b = Math.floor(year / 100);
  const c = year % 100;
  const d = (19 * a + b - Math.floor(b / 4) - Math.floor((b - Math.floor((b + 8) / 25) + 1) / 3) + 15) % 30;
  const e = (32 + 2 * (b % 4) + 2 * Math.floor(c / 4) - d - (c % 4)) % 7;
  const f = d + e - 7 * Math.floor((a + 11 * d + 22 * e) / 451) + 114;
  return day(year, Math.floor(f / 31), (f % 31) + 1);
}
