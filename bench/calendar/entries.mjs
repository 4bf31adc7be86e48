/**
 * A deadline, in the words that most calendars share.
 *
 * @typedef {{id: string, title: string, start: string}} Entry `start` is `yyyy-mm-dd`.
 */

/**
 * What a calendar is filled with.
 *
 * @typedef {{name: string, title: string, entries: readonly Entry[]}} Scenario
 */

/** The month that every calendar shows first, and the one after it. */
export const months = {first: '2027-03', next: '2027-04'};

const year = daysBetween('2027-01-01', '2028-01-01');
const march = daysBetween('2027-03-01', '2027-04-01');

/** @type {readonly Scenario[]} */
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

/** A text that is on the screen when a month is, and never when only its neighbours are.
 * @param {string} month */
export function markOf(month) {
  return titleOn(`${month}-15`);
}

/** As many entries as are asked for, evenly over the days.
 * @param {number} count @param {readonly string[]} days @returns {Entry[]} */
function spread(count, days) {
  return Array.from({length: count}, (_, place) => {
    const start = days[Math.floor((place * days.length) / count)] ?? '';
    return {id: `${start}-${place}`, title: titleOn(start), start};
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
