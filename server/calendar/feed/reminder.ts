import {z} from 'zod';

import {FieldCheck} from '../../http/response/problem.ts';
import type {Parameter} from '../../operations/operation.ts';

/** The maximum reminder, in days. */
const maxReminderDays = 60;

/** @param what The events that the reminders are for. */
export const reminder = (what: string): Parameter => ({
  name: 'paamindelse',
  in: 'query',
  description: `Number of days before ${what} at which to remind, at 9:00 Danish time. Default: no reminder.`,
  schema: z.int().min(1).max(maxReminderDays),
  example: 7,
});

/** Parses `paamindelse=7`; `undefined` if omitted. @throws {Problem} 400 */
export function parseReminder(query: string): number | undefined {
  const text = new URLSearchParams(query).get('paamindelse');
  if (text === null) return undefined;
  const days = /^\d{1,2}$/.test(text) ? Number(text) : NaN;
  const check = new FieldCheck();
  const message = `Must be a whole number of days from 1 to ${maxReminderDays}.`;
  check.require(days >= 1 && days <= maxReminderDays, 'paamindelse', message);
  check.orThrow();
  return days;
}
