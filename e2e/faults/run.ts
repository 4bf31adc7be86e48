import {readFileSync, writeFileSync} from 'node:fs';
import {parseArgs} from 'node:util';

import {type Outcome, playRounds} from './rounds.ts';
import {scenarios} from './scenarios.ts';
import type {Scenario} from './stage.ts';

const manual = 'docs/operate/faults.md';
const table = /(<!-- faults -->\n\n)([^]*?)(\n<!-- end -->)/;

/** Reports an error; the other scenarios go on. */
type Played = readonly [scenario: Scenario, outcome: Outcome | Error];

/**
 * `npm run faults -- [--rounds 20] [--only name,name] [--jobs 1] [--hang 30] [--write]`: plays scenarios, some at a time, and prints
 * a table; `--write` puts its rows into that of the manual, in place of those of the same faults.
 *
 * @returns The exit code.
 */
export async function runFaults(
  parameters: readonly string[],
  print: (text: string) => void,
): Promise<number> {
  const {values} = parseArgs({
    args: [...parameters],
    options: {
      rounds: {type: 'string', default: '20'},
      only: {type: 'string'},
      jobs: {type: 'string', default: '1'},
      hang: {type: 'string', default: '30'},
      write: {type: 'boolean', default: false},
    },
  });
  const names = values.only?.split(',') ?? scenarios.map(({name}) => name);
  const unknown = names.filter(name => !scenarios.some(scenario => scenario.name === name));
  if (unknown.length) throw new Error(`No such scenario: ${unknown.join(', ')}.`);
  const hang = Number(values.hang);
  const asked = scenarios.filter(({name}) => names.includes(name));

  const played = await inParallel(asked, Number(values.jobs), async scenario => {
    const outcome = await playRounds(
      scenario,
      Number(values.rounds),
      {hang: hang * 1000, recipients: 100_000, rest: 0},
      print,
    ).catch((error: unknown) => error as Error);
    print(
      outcome instanceof Error ? `${scenario.name}: ${String(outcome.stack)}` : describe(scenario, outcome),
    );
    return [scenario, outcome] as const;
  });

  const text = toTable(played);
  print(`\n${text}`);
  if (values.write) {
    const before = readFileSync(manual, 'utf8');
    const put = (_: string, start: string, old: string, end: string) => start + mergeRows(old, played) + end;
    writeFileSync(manual, before.replace(table, put));
  }
  return played.every(isGood) ? 0 : 1;
}

function isGood([{promised}, outcome]: Played): boolean {
  if (outcome instanceof Error) return false;
  return outcome.findings.every(({violation}) => violation === 'lost' && !promised);
}

function describe({name}: Scenario, {findings, slowest}: Outcome): string {
  const found = findings.map(({violation, what}) => `\n  ${violation}: ${what}`).join('');
  return `${name}: longest answer ${slowest.toFixed(1)} s, findings: ${findings.length}${found}`;
}

async function inParallel<Item, Result>(
  items: readonly Item[],
  lanes: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const lane = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({length: lanes}, lane));
  return results;
}

const head = [
  ...['Fault', 'Engine', 'Rounds', 'Acknowledged', 'Outcome unknown', 'Lost', 'Half', 'Seen by others'],
  'Seconds until serving: median, worst',
];

function toTable(played: readonly Played[]): string {
  return toText([head, head.map(() => '---'), ...played.map(toRow)]);
}

/** The rows of the manual with those that were played in the place of older ones, in the order of the scenarios. */
function mergeRows(old: string, played: readonly Played[]): string {
  const nameOf = ([fault, engine]: readonly string[]) => `${fault}, ${engine}`;
  const cells = old.split('\n').map(line =>
    line
      .split('|')
      .slice(1, -1)
      .map(cell => cell.trim()),
  );
  const rows = new Map([...cells, ...played.map(toRow)].map(row => [nameOf(row), row]));
  const ordered = scenarios.map(({fault, engine}) => rows.get(nameOf([fault, engine])) ?? []);
  return toText([head, head.map(() => '---'), ...ordered.filter(row => row.length)]);
}

function toText(rows: readonly (readonly string[])[]): string {
  return rows.map(cells => `| ${cells.join(' | ')} |\n`).join('');
}

function toRow([{fault, engine, promised}, outcome]: Played): string[] {
  if (outcome instanceof Error) return [fault, engine, 'failed', ...Array.from({length: 6}, () => '–')];
  const {rounds, acknowledged, unknown, findings, seconds} = outcome;
  const count = (violation: string) => String(findings.filter(each => each.violation === violation).length);
  const lost = `${count('lost')}${promised ? '' : ' (not promised)'}`;
  const sorted = [...seconds].sort((one, other) => one - other);
  const times = [sorted[Math.floor(sorted.length / 2)], sorted.at(-1)].map(time => (time ?? NaN).toFixed(1));
  return [
    ...[fault, engine, String(rounds), String(acknowledged), String(unknown), lost],
    ...[count('half'), count('wrong party'), times.join(', ')],
  ];
}
