import {create} from './dom.ts';
import {settings} from './settings.ts';

const locales = {da: 'da-DK', en: 'en-GB'};

/** Returns the day some days from today. Moves a weekend to the Friday before it in the past, otherwise to the Monday after it. */
export function workday(daysFromToday: number): Date {
  const date = new Date();
  date.setHours(12, 0, 0, 0);
  date.setDate(date.getDate() + daysFromToday);
  const step = daysFromToday < 0 ? -1 : 1;
  while (date.getDay() % 6 === 0) date.setDate(date.getDate() + step);
  return date;
}

/** Parses `dd-MM-yyyy`. Returns noon of the day. */
export function parseDate(text: string): Date {
  const [day = 0, month = 0, year = 0] = text.split('-').map(Number);
  return new Date(year, month - 1, day, 12);
}

/** Formats a date in the language of the page: `24. november 2026`. */
export function formatDate(
  date: Date,
  options: Intl.DateTimeFormatOptions = {day: 'numeric', month: 'long', year: 'numeric'},
): string {
  return new Intl.DateTimeFormat(locales[settings.lang], options).format(date);
}

export function timeElement(date: Date, options?: Intl.DateTimeFormatOptions): HTMLTimeElement {
  return create('time', {datetime: isoDate(date)}, formatDate(date, options));
}

export function formatNumber(amount: number): string {
  return new Intl.NumberFormat(locales[settings.lang]).format(amount);
}

/** Formats `yyyy-mm-dd`. */
export function isoDate(date: Date): string {
  const twoDigits = (part: number) => String(part).padStart(2, '0');
  return `${date.getFullYear()}-${twoDigits(date.getMonth() + 1)}-${twoDigits(date.getDate())}`;
}
