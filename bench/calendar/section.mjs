import {picture, show, table} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';
import {chartsOf} from './charts.mjs';
import {scenarios} from './entries.mjs';
import {findingsTable} from './findings-table.mjs';
import {goalsOf} from './goals.mjs';
import {medians, ratioToBest, ratioToLowerBound} from './medians.mjs';

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
  {figure: 'elements', title: 'DOM elements', show: whole},
  {figure: 'heap', title: 'heap, MB', show: value => show(value / 1e6, 1)},
];

/** @param {import('../run-one.mjs').Result<CalendarData>} result @returns {import('../page/page.mjs').Section} */
export function describe({tools, data}) {
  const charts = chartsOf(data);
  const twoFrames = median(data.frames);
  return {
    title: 'Browser: the calendar and its peers',
    charts: Object.values(charts),
    goals: goalsOf(data, twoFrames / 2),
    text: `
\`<tavle-calendar>\` of the built embed file, FullCalendar, EventCalendar, Schedule-X and Kalendus show the same
deadlines: March 2027 on an empty page, then April, and on another page the list of March. The peers are bundled with Vite, each with the views
that are shown and nothing else, and run with their defaults except for the first month, Danish, weeks that begin on Monday, week numbers and three
entries a day where they have a setting for it.

### Bytes

What a page with a month loads of script and style sheets.

${picture(charts.bytes)}
### Time and memory

${picture(charts.first)}
${picture(charts.next)}
${picture(charts.heap)}
A time ends with the second frame after the calendar was asked, or with the first later one in which a deadline in the middle of the month is in
the page. Two frames alone take ${whole(twoFrames)} ms, less than which nothing can take; so of the next month the work of the page's main
thread is given, too. The peers get all deadlines in their own format before the time begins; Tavle reads those of the first month, and of
the list, within it, from a service on the same machine. The next month is asked for when the first one has been shown for half a second, in which Tavle
has prefetched it; a person who turns at once waits for the service, as with the first one. Heap is what is held after both months, without garbage and without the peers' deadlines, over a page
without a calendar. "To the best peer" is Tavle's figure divided by the lowest of the other calendars'.

"Plain DOM" is not a calendar but a lower bound: a script that reads the same deadlines from the same service and creates the same month with DOM
calls, for this page alone. It has no list and does not read ahead.

${scenarios.map(({name, title}) => describeScenario(title, medians(data.results, name))).join('\n')}
### Accessibility

${picture(charts.findings)}
axe-core ${tools['axe-core']}, with all of its rules, on a page of 1280 × 900 with a heading and a \`main\` around the calendar, light, showing the
1,000 deadlines of a year; dialogs and menus were closed. Rules with a star are axe's advice, the others belong to WCAG. A program finds a part of
what matters only: [Accessibility statement](../explain/accessibility.md) lists what else was tested of Tavle.

${findingsTable(data.findings)}
### What else there is to know

- Weeks have numbers and days three entries where a calendar can. EventCalendar has as many as fit, puts all into the page, and
  shows one a day in the next month, without a word of the others.
- Kalendus has no list and no limit. Entries of whole days it lays out for the six weeks of the month in which it got them, so it is handed
  them again for the next month. Entries with a time, which deadlines are not, it puts into the page for the whole year.
- Schedule-X's list holds all deadlines there are, the others' one month. Its bytes include the polyfill that it asks for.
- Tavle's bytes include the dashboard, and leave out what is loaded on demand: dialogs, the year, changing the order of apps, the sanitiser.

Medians of ${data.rounds} rounds, a new page for each figure; what took more than two seconds was measured once.
`,
  };
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
