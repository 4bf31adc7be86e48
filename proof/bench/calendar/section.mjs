import {median, show, table, under} from '../page/format.mjs';
import {scenarios} from './entries.mjs';

/**
 * A measurement of a calendar: milliseconds, numbers and bytes. Figures whose names end with `InPage` are without a network.
 *
 * @typedef {'first' | 'next' | 'work' | 'list' | 'elements' | 'heap' | 'firstInPage' | 'nextInPage' | 'listInPage'} Figure
 * @typedef {{[figure in Figure]?: number[]}} Figures The measurements of each round.
 * @typedef {Record<string, Record<string, Figures>>} Results By scenario, then by calendar. Tavle is the first calendar.
 */

/** The name of the rendering that is a lower bound of the time, not a peer. */
export const lowerBound = 'Plain DOM';

/** @type {readonly [figure: Figure, title: string][]} */
const columns = [
  ['first', 'first month, ms'],
  ['next', 'next month, ms'],
  ['work', 'its work, ms'],
  ['list', 'list, ms'],
  ['firstInPage', 'first month without a network, ms'],
  ['nextInPage', 'next month without a network, ms'],
  ['listInPage', 'list without a network, ms'],
  ['elements', 'DOM elements'],
  ['heap', 'heap, MB'],
];

const impacts = ['critical', 'serious', 'moderate', 'minor'];

/** @typedef {Awaited<ReturnType<typeof import('./measure.mjs').measure>>} Data */

/** Returns the goals and the values for `section.md`, for `write-page.mjs`. Add a figure that the page needs to `values`.
 * @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../write-page.mjs').Section} */
export function describe({tools, data}) {
  const twoFrames = median(data.frames);
  const {results} = data;
  return {
    title: 'Browser: the calendar and its peers',
    goals: goalsOf(data, twoFrames / 2),
    values: {
      bytes: Object.entries(data.bytes).map(([name, {hasOpened, ...own}]) => ({
        ...{name, hasDialog: hasOpened ? 'yes' : 'no'},
        ...own,
      })),
      twoFrames,
      scenarios: scenarios.map(({name, title}) => describeScenario(title, results[name] ?? {})).join('\n'),
      axe: tools['axe-core'],
      findings: Object.entries(data.findings).flatMap(([name, {month, list}]) => [
        {name, view: 'month', ...summary(month)},
        {name, view: 'list', ...summary(list)},
      ]),
      rounds: data.rounds,
      pairs: results[scenarios[0].name]?.[lowerBound]?.firstInPage?.length,
    },
  };
}

/** Returns the goals with the results of the scenarios.
 * @param {Data} data @param {number} frame Milliseconds. @returns {import('../write-page.mjs').Goal[]} */
function goalsOf({results, bytes, findings}, frame) {
  const measured = scenarios.map(({name}) => results[name] ?? {});
  /** @param {string} goal @param {number} max @param {(calendars: Record<string, Figures>) => number} ratioOf */
  const ratioGoal = (goal, max, ratioOf) => {
    // Compares the ratios as shown.
    const ratios = measured.map(calendars => Number(ratioOf(calendars).toFixed(2)));
    return {
      goal: `Calendar, ${goal}`,
      reached: ratios.map(ratio => show(ratio, 2)).join(', '),
      met: ratios.every(ratio => ratio <= max),
    };
  };
  /** @param {string} goal @param {number} max @param {Figure} figure @param {number} [unit] */
  const toBest = (goal, max, figure, unit) =>
    ratioGoal(goal, max, calendars => ratioToBest(calendars, figure, unit));
  /** @param {string} view @param {number} max @param {Figure} figure */
  const toLowerBound = (view, max, figure) =>
    ratioGoal(`${view} without a network: at most ${max} times plain DOM’s time`, max, calendars =>
      ratioToLowerBound(calendars, figure),
    );
  const elements = measured.map(calendars => medianOf(Object.values(calendars)[0], 'elements'));
  const size = Object.values(bytes)[0]?.month ?? NaN;
  const [own] = Object.values(findings);
  const rules = (own?.month.length ?? NaN) + (own?.list.length ?? NaN);
  return [
    toBest('first month: at most half of the best peer’s time', 0.5, 'first'),
    toBest('list: at most half of the best peer’s time', 0.5, 'list'),
    toBest('next month: no more frames than the fastest peer', 1, 'next', frame),
    toBest('heap: at most half of the best peer’s', 0.5, 'heap'),
    toLowerBound('first month', 1.4, 'firstInPage'),
    toLowerBound('list', 1.6, 'listInPage'),
    toLowerBound('next month', 1.3, 'nextInPage'),
    {
      goal: 'Calendar, a month: fewer than 900 DOM elements',
      reached: elements.map(count => show(count)).join(', '),
      met: elements.every(count => count < 900),
    },
    under('The script `/embed/tavle.js`: under 47 kB with gzip', size / 1000, 47, 1, ' kB'),
    {goal: 'Calendar: axe finds no broken rule', reached: String(rules), met: rules === 0},
  ];
}

/** @param {string} title @param {Record<string, Figures>} calendars */
function describeScenario(title, calendars) {
  const rows = Object.entries(calendars).map(([name, own]) => [
    name,
    ...columns.map(([figure]) => {
      const value = medianOf(own, figure);
      return figure === 'heap' ? show(value / 1e6, 1) : show(value, 0);
    }),
  ]);
  const toBest = columns.map(([figure]) => `**${show(ratioToBest(calendars, figure), 2)}**`);
  const toLowerBound = columns.map(([figure]) => show(ratioToLowerBound(calendars, figure), 2));
  const ratios = [
    ['**Tavle to the best peer**', ...toBest],
    ['Tavle to plain DOM', ...toLowerBound],
  ];
  return `#### ${title}\n\n<!-- chart: "first month, ms", "list, ms" by "Calendar" -->\n\n${table(['Calendar', ...columns.map(([, name]) => name)], [...rows, ...ratios])}`;
}

/** @param {readonly import('./measure.mjs').Finding[]} found */
function summary(found) {
  const groups = impacts.flatMap(impact => {
    const some = found.filter(finding => finding.impact === impact);
    const rules = some.map(({rule, nodes, isAdvice}) => `\`${rule}\`${isAdvice ? '*' : ''} ${show(nodes)}`);
    return some.length ? [`${impact}: ${rules.join(', ')}`] : [];
  });
  return {
    rules: found.length,
    places: found.reduce((sum, {nodes}) => sum + nodes, 0),
    which: groups.join('; ') || 'none',
  };
}

/** Returns the median of a figure; `NaN` if it is missing. @param {Figures | undefined} figures @param {Figure} figure */
function medianOf(figures, figure) {
  return median(figures?.[figure] ?? []);
}

/** Returns Tavle's figure divided by the lowest figure of the peers.
 * @param {Record<string, Figures>} calendars @param {Figure} figure
 * @param {number} [unit] Rounds to multiples, such as frames: users do not see smaller differences. */
function ratioToBest({[lowerBound]: _, ...calendars}, figure, unit) {
  const [own = NaN, ...others] = Object.values(calendars).map(figures =>
    unit === undefined ? medianOf(figures, figure) : Math.round(medianOf(figures, figure) / unit),
  );
  return own / Math.min(...others);
}

/** Returns Tavle's figure divided by that of the lower bound.
 * @param {Record<string, Figures>} calendars @param {Figure} figure */
function ratioToLowerBound(calendars, figure) {
  return medianOf(Object.values(calendars)[0], figure) / medianOf(calendars[lowerBound], figure);
}
