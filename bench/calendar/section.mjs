import {show, table} from '../page/format.mjs';
import {median} from '../support/numbers.mjs';
import {scenarios} from './entries.mjs';
import {findingRows} from './findings-table.mjs';
import {goalsOf} from './goals.mjs';
import {lowerBound, medians, ratioToBest, ratioToLowerBound} from './medians.mjs';

const whole = (/** @type {number} */ value) => show(value);

/** @type {readonly {figure: import('./medians.mjs').Figure, title: string, show: (value: number) => string}[]} */
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

/** @param {import('../run-one.mjs').Result<typeof import('./measure.mjs').measure>} result @returns {import('../page/page.mjs').Section} */
export function describe({tools, data}) {
  const twoFrames = median(data.frames);
  const pairs = data.results[scenarios[0].name]?.[lowerBound]?.firstInPage.length ?? 0;
  return {
    title: 'Browser: the calendar and its peers',
    goals: goalsOf(data, twoFrames / 2),
    values: {
      bytes: Object.entries(data.bytes).map(([name, {hasOpened, ...own}]) => ({
        name,
        ...own,
        hasDialog: hasOpened ? 'yes' : 'no',
      })),
      twoFrames,
      scenarios: scenarios
        .map(({name, title}) => describeScenario(title, medians(data.results, name)))
        .join('\n'),
      axe: tools['axe-core'],
      findings: findingRows(data.findings),
      rounds: data.rounds,
      pairs,
    },
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
