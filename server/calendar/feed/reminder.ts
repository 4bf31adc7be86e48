import {wholeNumber} from '../../operations/parameters.ts';

/** The maximum reminder, in days. */
const maxReminderDays = 60;

/** The parameter `paamindelse`. @param what The events that the reminders are for. */
export const reminder = (what: string) =>
  wholeNumber(1, maxReminderDays, ' of days')
    .optional()
    .meta({
      description: `Number of days before ${what} at which to remind, at 9:00 Danish time. Default: no reminder.`,
      example: 7,
    });
