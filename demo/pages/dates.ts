// Dates and numbers in the language of the page, for the apps, mails, registry and panel of the demo. Add a format
// here. Use `say` for the language, since people can switch it at any time.
import {html} from 'lit';

import {say} from './settings.ts';

/** Returns the day some days from today. Instead of a day of a weekend, returns the Friday before if the day is in the past, otherwise the Monday after. */
export function workday(daysFromToday: number): Date {
  const date = new Date();
  date.setHours(12, 0, 0, 0);
  date.setDate(date.getDate() + daysFromToday);
  const step = daysFromToday < 0 ? -1 : 1;
  while (date.getDay() % 6 === 0) date.setDate(date.getDate() + step);
  return date;
}

/** Formats `yyyy-mm-dd`, as Swedish does. */
export function isoDate(date: Date): string {
  return date.toLocaleDateString('sv-SE');
}

/** Formats a date in the language of the page: `24. november 2026`. */
export function formatDate(date: Date, timeZone?: string): string {
  return date.toLocaleDateString(locale(), {dateStyle: 'long', timeZone});
}

/** Formats a date and a time: `24. november 2026 kl. 08.00`. */
export function formatTime(date: Date): string {
  return date.toLocaleString(locale(), {dateStyle: 'long', timeStyle: 'short'});
}

export function renderDate(date: Date) {
  return html`<time datetime=${isoDate(date)}>${formatDate(date)}</time>`;
}

export function formatNumber(number: number): string {
  return number.toLocaleString(locale());
}

function locale(): string {
  return say('da-DK', 'en-GB');
}
