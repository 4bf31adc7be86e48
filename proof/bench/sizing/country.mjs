/** What the page about sizing estimates, for the files of this folder: all Danish companies, and how they use the service. Change an assumption here. */
export const country = {
  companies: 850_000,
  /** Deadlines of one company in a year. */
  deadlines: 60,
  /** Share of the companies in which a person opens each deadline and marks it as done, each month. */
  readers: 0.4,
  /** Share of those companies with a person who gets mails before deadlines. */
  mailed: 0.2,
  /** Share of those companies with a person who has a calendar link. */
  linked: 0.1,
  /** Number of accountants. Each gets mails and has a calendar link. */
  accountants: 3_000,
  /** Companies of an accountant. */
  clients: 200,
  /** Deadlines to all companies in a year. */
  broadcasts: 52,
  /** Years until passed deadlines are pruned. */
  years: 3,
  /** Companies that receive the same deadline. */
  recipients: 85_000,
  forms: 20_000,
  /** The share of a month's visits in its busiest hour. */
  peak: 0.05,
};

/** Returns the number of stored records after all years. */
export function recordsOf() {
  const {companies, deadlines, readers, mailed, linked, accountants} = country;
  const {broadcasts, years, recipients, forms} = country;
  const received = companies * deadlines * years;
  return {
    deadlines: Math.round(received / recipients) + broadcasts * years,
    recipients: received,
    marks: received * readers,
    reads: received * readers,
    dashboards: companies * readers,
    reminders: companies * readers * mailed,
    links: companies * readers * linked,
    accountants,
    forms,
  };
}
