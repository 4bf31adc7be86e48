import {picture, show, table} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';
import {chartsOf} from './charts.mjs';
import {scenarios} from './entries.mjs';
import {findingsTable} from './findings-table.mjs';
import {goalsOf} from './goals.mjs';
import {lowerBound, medians, ratioToBest, ratioToLowerBound} from './medians.mjs';

/**
 * @typedef {import('./measure.mjs').CalendarData} CalendarData
 * @typedef {import('./medians.mjs').Figure} Figure
 */

const whole = (/** @type {number} */ value) => show(value);

/** @type {readonly {figure: Figure, title: string, show: (value: number) => string}[]} */
const columns = [
  {figure: 'first', title: 'first month, ms', show: whole},
  {figure: 'next', title: 'next month, ms', show: whole},
  {figure: 'work', title: 'its work, ms', show: whole},
  {figure: 'list', title: 'list, ms', show: whole},
  {figure: 'firstInPage', title: 'first month without a network, ms', show: whole},
  {figure: 'nextInPage', title: 'next month without a network, ms', show: whole},
  {figure: 'listInPage', title: 'list without a network, ms', show: whole},
  {figure: 'elements', title: 'DOM elements', show: whole},
  {figure: 'heap', title: 'heap, MB', show: value => show(value / 1e6, 1)},
];

/** @param {import('../run-one.mjs').Result<CalendarData>} result @returns {import('../page/page.mjs').Section} */
export function describe({tools, data}) {
  const charts = chartsOf(data);
  const twoFrames = median(data.frames);
  const pairs = data.results[scenarios[0]?.name ?? '']?.[lowerBound]?.firstInPage.length ?? 0;
  return {
    title: 'Browser: the calendar and its peers',
    charts: Object.values(charts),
    goals: goalsOf(data, twoFrames / 2),
    text: `
\`<tavle-calendar>\` of the built embed file, FullCalendar, EventCalendar, Schedule-X and Kalendus show the same
deadlines: March 2027 on an empty page, then April, and on another page the list of March. The peers are bundled with Vite, each with only the
shown views, and run with their defaults except for the first month, Danish, weeks that begin on Monday, and, where supported, week numbers and three
entries per day.

### Bytes

The scripts and style sheets of a visit, with gzip: of a page with a month, and of one where a person has opened a deadline as well. Tavle loads the
sanitiser of the authorities' texts then.

${picture(charts.bytes)}
${bytesTable(data.bytes)}
### Time and memory

${picture(charts.first)}
${picture(charts.next)}
${picture(charts.heap)}
A time ends with the second frame after the request, or with the first later frame in which a deadline in the middle of the month is in
the page. Two empty frames take ${whole(twoFrames)} ms, which is the minimum. For the next month, the table therefore also has the work of the page's main
thread. The peers get all deadlines in their format before the measurement.

Tavle and plain DOM request the deadlines. They are measured twice. With a network, a service on the same machine responds: this is what a page waits
for, and most of it is the service's time. Without a network, a function of the page responds immediately: this is the time of the element itself.
The peers' times are the same in both. The next month is requested after half a second, in which Tavle has prefetched it; an earlier request would wait for the service. Heap is the memory
after both months, without garbage and without the peers' deadlines, compared with a page without a calendar. "To the best peer" is Tavle's figure divided by the lowest figure of the peers.

"Plain DOM" is not a calendar but a lower bound: a script that requests the same deadlines and creates the month or the list with the DOM
API, for this page alone, with the same deadlines and about as many elements as Tavle's. It does not prefetch.

${scenarios.map(({name, title}) => describeScenario(title, medians(data.results, name))).join('\n')}
### Accessibility

${picture(charts.findings)}
axe-core ${tools['axe-core']}, with all of its rules, on a page of 1280 × 900 with a heading and a \`main\` around the calendar, light, showing the
1,000 deadlines of a year; dialogs and menus were closed. Rules with a star are best practices of axe, the others belong to WCAG. Automated checks find only
some problems: [Accessibility statement](../explain/accessibility.md) lists the other tests of Tavle.

${findingsTable(data.findings)}
### Notes

- Where supported, weeks have numbers and days three entries. EventCalendar shows as many entries as fit, puts all into the page, and
  shows one per day in the next month, without a link to the others.
- Kalendus has no list and no limit. It lays out all-day entries only for the month in which they were set, so it gets
  them again for the next month. It puts entries with a time into the page for the whole year.
- Schedule-X's list has all deadlines, those of the other peers one month, Tavle's and plain DOM's a page of at most 50. Schedule-X's bytes include the polyfill that it requires.
- "Tavle" is the script with all elements, the dashboard and the forms included.
- Schedule-X and Kalendus have a dialog or a menu for an entry. FullCalendar and EventCalendar only have a popover with the further
  entries of a day, which is part of their bytes: a page with them brings its own dialog.

Medians of ${data.rounds} rounds, with a new page for each figure; without a network, of ${pairs} measurements of Tavle and of plain DOM. Views that took more than two seconds were measured once.
`,
  };
}

/** @param {CalendarData['bytes']} bytes */
function bytesTable(bytes) {
  const kB = (/** @type {number} */ value) => show(value / 1000, 1);
  return table(
    ['Calendar', 'month, kB', 'month and an opened deadline, kB', 'has a dialog for it'],
    Object.entries(bytes).map(([name, {month, opened, hasOpened}]) => [
      name,
      kB(month),
      kB(opened),
      hasOpened ? 'yes' : 'no',
    ]),
  );
}

/** @param {string} title @param {ReturnType<typeof medians>} figures */
function describeScenario(title, figures) {
  const ratios = columns.map(({figure}) => `**${show(ratioToBest(figures, figure), 2)}**`);
  const overLowerBound = columns.map(({figure}) => {
    const ratio = ratioToLowerBound(figures, figure);
    return Number.isNaN(ratio) ? 'none' : show(ratio, 2);
  });
  const rows = [...figures].map(([name, own]) => [
    name,
    ...columns.map(column => (Number.isNaN(own[column.figure]) ? 'none' : column.show(own[column.figure]))),
  ]);
  const head = ['Calendar', ...columns.map(column => column.title)];
  return `#### ${title}\n\n${table(head, [
    ...rows,
    ['**Tavle to the best peer**', ...ratios],
    ['Tavle to plain DOM', ...overLowerBound],
  ])}`;
}
