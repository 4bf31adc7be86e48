/** How many days before each deadline a calendar app reminds of it, until the person chooses another number. */
export const defaultReminderDays = 7;
