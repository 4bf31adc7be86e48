import {setTimeout as pause} from 'node:timers/promises';

import type {Finding} from './expected-state.ts';
import type {FaultOptions, Scenario} from './fault-setup.ts';
import {openTestSystem, type TestSystem} from './test-system.ts';

/* Runs a fault several times while the workloads change data, for `run.ts` and `faults.spec.ts`. Add a figure of a scenario to `Outcome`. */

/** The number of acknowledged changes in a round before the fault. */
const minChanges = 100;

/** The result of some rounds of a scenario. */
export interface Outcome {
  readonly rounds: number;
  readonly acknowledged: number;
  /** The number of changes with a 503 or no response. */
  readonly unknown: number;
  readonly findings: readonly Finding[];
  /** The time from the end of the fault until all requests were served, for each round. */
  readonly seconds: readonly number[];
  /** The maximum response time in seconds. */
  readonly slowest: number;
}

/**
 * In each round, runs all workloads and injects the fault. Checks the stored state when all requests are served again.
 *
 * @param report Called after each round.
 */
export async function runRounds(
  scenario: Scenario,
  rounds: number,
  options: FaultOptions,
  report: (line: string) => void = () => undefined,
): Promise<Outcome> {
  const setup = await scenario.open(options);
  let system: TestSystem | undefined;
  const seconds: number[] = [];
  try {
    system = await openTestSystem(setup.settings);
    const {expected} = system;
    while (seconds.length < rounds && !expected.findings.length) {
      const before = expected.acknowledged;
      const stopped = new AbortController();
      const working = system.work(stopped.signal, options.rest);
      try {
        await waitForChanges(system, before + minChanges);
        await pause(50 + Math.random() * 400);
        const ended = await setup.inject(system);
        await system.serving();
        seconds.push((performance.now() - ended) / 1000);
      } finally {
        stopped.abort();
        await working;
      }
      await setup.repair?.();
      await system.check();
      const {acknowledged, unknown} = expected;
      const second = (seconds.at(-1) ?? 0).toFixed(2);
      report(
        `${scenario.name} ${seconds.length}/${rounds}: ${acknowledged} acknowledged, ${unknown} unknown, ${second} s`,
      );
    }
    // Other scenarios may lose acknowledged changes, and index entries with them.
    if (scenario.promised) await system.checkRepair();
    const {acknowledged, unknown, findings, slowest} = expected;
    return {rounds: seconds.length, acknowledged, unknown, findings, seconds, slowest: slowest / 1000};
  } finally {
    await system?.stop();
    await setup.stop?.();
  }
}

async function waitForChanges({expected}: TestSystem, count: number): Promise<void> {
  for (let turn = 0; expected.acknowledged < count && !expected.findings.length; turn += 1) {
    if (turn === 6_000) throw new Error('Too few changes were acknowledged before the fault was injected.');
    await pause(10);
  }
}
