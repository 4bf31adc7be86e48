import type {Finding} from './ledger.ts';
import {pause, type Scenario, type StageOptions} from './stage.ts';
import {openTown, type Town} from './town.ts';

/** How many changes have to be acknowledged in a round before the fault. */
const enough = 100;

/** What came of some rounds of one scenario. */
export interface Outcome {
  readonly rounds: number;
  readonly acknowledged: number;
  /** Got a 503, or no response. */
  readonly unknown: number;
  readonly findings: readonly Finding[];
  /** From the end of the fault until all were served again, a figure for each round. */
  readonly seconds: readonly number[];
  /** The longest that a request took to be answered, in seconds. */
  readonly slowest: number;
}

/**
 * In each round everybody works, the fault strikes, and when all are served again, everything is read back.
 *
 * @param tell Is called after each round.
 */
export async function playRounds(
  scenario: Scenario,
  rounds: number,
  options: StageOptions,
  tell: (line: string) => void = () => undefined,
): Promise<Outcome> {
  const stage = await scenario.open(options);
  let town: Town | undefined;
  const seconds: number[] = [];
  try {
    town = await openTown(stage.settings);
    const {ledger} = town;
    while (seconds.length < rounds && !ledger.findings.length) {
      const before = ledger.acknowledged;
      const stopped = new AbortController();
      const working = town.work(stopped.signal, options.rest);
      try {
        await untilWorking(town, before + enough);
        await pause(50 + Math.random() * 400);
        const ended = await stage.strike(town);
        await town.serving();
        seconds.push((performance.now() - ended) / 1000);
      } finally {
        stopped.abort();
        await working;
      }
      await stage.repair();
      await town.check();
      const {acknowledged, unknown} = ledger;
      const second = (seconds.at(-1) ?? 0).toFixed(2);
      tell(
        `${scenario.name} ${seconds.length}/${rounds}: ${acknowledged} acknowledged, ${unknown} unknown, ${second} s`,
      );
    }
    const {acknowledged, unknown, findings, slowest} = ledger;
    return {rounds: seconds.length, acknowledged, unknown, findings, seconds, slowest: slowest / 1000};
  } finally {
    await town?.stop();
    await stage.stop();
  }
}

async function untilWorking({ledger}: Town, count: number): Promise<void> {
  for (let turn = 0; ledger.acknowledged < count && !ledger.findings.length; turn += 1) {
    if (turn === 6_000) throw new Error('Too little is acknowledged, though nothing is wrong yet.');
    await pause(10);
  }
}
