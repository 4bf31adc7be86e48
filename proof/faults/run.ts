import {spawnSync} from 'node:child_process';
import {readFileSync, writeFileSync} from 'node:fs';
import {availableParallelism} from 'node:os';
import {parseArgs} from 'node:util';

import {markdownTable} from '../../scripts/markdown-table.mjs';
import {type Outcome, runRounds} from './rounds.ts';
import {scenarios} from './scenarios.ts';
import type {Scenario} from './fault-setup.ts';

const manual = 'docs/operate/faults.md';
const marked = /(<!-- faults -->)[^]*(<!-- end -->)/;

/** The outcome of a scenario. A scenario that throws does not stop the others. */
type ScenarioResult = readonly [scenario: Scenario, outcome: Outcome | Error];

/**
 * `npm run proof -- faults [--rounds 20] [--only name,name] [--jobs 1] [--hang 30] [--write]`: runs scenarios, `jobs` at a time, and prints
 * a table. `--write` writes the table of all scenarios into the manual, with the day and the commit.
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
  if (unknown.length) throw new Error(`Unknown scenarios: ${unknown.join(', ')}.`);
  if (values.write && values.only) throw new Error('--write is for all scenarios.');
  const hang = Number(values.hang);
  const selected = scenarios.filter(({name}) => names.includes(name));

  const results = await runConcurrently(selected, Number(values.jobs), async scenario => {
    const outcome = await runRounds(
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

  const text = toTable(results);
  print(`\n${text}`);
  if (values.write) {
    const {stdout: commit} = spawnSync('git', ['rev-parse', '--short', 'HEAD'], {encoding: 'utf8'});
    const measured = `Measured on ${new Date().toISOString().slice(0, 10)}, commit ${commit.trim()}, on ${availableParallelism()} busy cores:`;
    writeFileSync(manual, readFileSync(manual, 'utf8').replace(marked, `$1\n\n${measured}\n\n${text}\n$2`));
  }
  return results.every(isPassed) ? 0 : 1;
}

function isPassed([{promised}, outcome]: ScenarioResult): boolean {
  if (outcome instanceof Error) return false;
  return outcome.findings.every(({violation}) => violation === 'lost' && !promised);
}

function describe({name}: Scenario, {findings, slowest}: Outcome): string {
  const found = findings.map(({violation, what}) => `\n  ${violation}: ${what}`).join('');
  return `${name}: maximum response time ${slowest.toFixed(1)} s, findings: ${findings.length}${found}`;
}

async function runConcurrently<Item, Result>(
  items: readonly Item[],
  jobs: number,
  work: (item: Item) => Promise<Result>,
): Promise<Result[]> {
  const results: Result[] = [];
  const waiting = [...items.entries()];
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) results[next[0]] = await work(next[1]);
  };
  await Promise.all(Array.from({length: jobs}, worker));
  return results;
}

const head = [
  ...['Fault', 'Engine', 'Rounds', 'Acknowledged', 'Outcome unknown', 'Lost', 'Half', 'Seen by others'],
  'Seconds until serving: median, worst',
];

function toTable(results: readonly ScenarioResult[]): string {
  return markdownTable([head, ...results.map(toRow)]);
}

function toRow([{fault, engine, promised}, outcome]: ScenarioResult): string[] {
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
