/** A calendar day as `yyyy-mm-dd`: no time, no zone. Compares as text. */
export type IsoDate = string;

const copenhagen = new Intl.DateTimeFormat('en-CA', {
  timeZone: 'Europe/Copenhagen',
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
});

/** Returns the current day in Denmark. */
export function today(now: Date = new Date()): IsoDate {
  return copenhagen.format(now);
}

export const datePattern = /^(\d{2})-(\d{2})-(\d{4})$/;

/** Parses exactly `dd-MM-yyyy`; `undefined` for any other text and for invalid dates. */
export function parseDate(text: string): IsoDate | undefined {
  const [, day, month, year] = datePattern.exec(text) ?? [];
  if (day === undefined || month === undefined || year === undefined) return undefined;
  const date = `${year}-${month}-${day}`;
  const milliseconds = Date.parse(`${date}T00:00:00Z`);
  const exists = !Number.isNaN(milliseconds) && new Date(milliseconds).toISOString().startsWith(date);
  return exists ? date : undefined;
}

/** Formats as `dd-MM-yyyy`. */
export function formatDate(date: IsoDate): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${day}-${month}-${year}`;
}

/** Formats as `yyyymmdd`, for indexes and calendar apps. */
export function compactDate(date: IsoDate): string {
  return date.replaceAll('-', '');
}

export function addDays(date: IsoDate, days: number): IsoDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10);
}
