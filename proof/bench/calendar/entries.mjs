// The deadlines that all calendars show, for the files of this folder. Add a scenario to `scenarios`; the first one is
// used for axe and bytes.

/**
 * A deadline with the field names that most calendars share.
 *
 * @typedef {{id: string, title: string, start: string}} Entry `start` is `yyyy-mm-dd`.
 */

/**
 * A set of entries.
 *
 * @typedef {{name: string, title: string, entries: readonly Entry[]}} Scenario
 */

/** The first month to show, and the next one. */
export const months = {first: '2027-03', next: '2027-04'};

const year = daysBetween('2027-01-01', '2028-01-01');
const march = daysBetween('2027-03-01', '2027-04-01');

/** @type {readonly [Scenario, ...Scenario[]]} */
export const scenarios = [
  {name: 'year-1000', title: '1,000 entries in a year', entries: spread(1_000, year)},
  {name: 'year-10000', title: '10,000 entries in a year', entries: spread(10_000, year)},
  {
    name: 'month-1000',
    title: '1,000 entries in one month, one a day in the others',
    entries: spread(1_000, march).concat(
      spread(
        year.length - march.length,
        year.filter(day => !march.includes(day)),
      ),
    ),
  },
];

/** Returns a text that is visible if a month is shown, but not if only its neighbours are shown. A list begins with the deadlines of the
 * month's first day.
 * @param {string} month @param {'month' | 'list'} view */
export function probeTextOf(month, view) {
  return titleOn(`${month}-${view === 'list' ? '01' : '15'}`);
}

/** Returns `count` entries, evenly distributed over the days.
 * @param {number} count @param {readonly string[]} days @returns {Entry[]} */
function spread(count, days) {
  return Array.from({length: count}, (_, index) => {
    const start = days[Math.floor((index * days.length) / count)] ?? '';
    return {id: `${start}-${index}`, title: titleOn(start), start};
  });
}

/** @param {string} day */
function titleOn(day) {
  return `Moms og lønsum ${day}`;
}

/** @param {string} first @param {string} end The day after the last one. */
function daysBetween(first, end) {
  const days = [];
  for (const day = new Date(first); day < new Date(end); day.setUTCDate(day.getUTCDate() + 1)) {
    days.push(day.toISOString().slice(0, 10));
  }
  return days;
}
