/** The default number of days before a deadline at which a calendar app reminds of it. */
export const defaultReminderDays = 7;
