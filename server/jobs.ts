import type {Logger} from 'pino';

import type {Metrics} from './http/metrics.ts';
import {createRefusalLog} from './logs/refusal-log.ts';
import {StoreUnavailable} from './store/engine.ts';

/* Runs the background jobs of `service.ts`, which lists them: add a job there. The metrics have the result of each job
 * by its name. Several processes may run the same job at the same time. A failed job must not stop the service. */

/** Work that each process of the service does without a request. */
export interface Job {
  /** The label in the metrics. */
  readonly name: string;
  readonly periodMs: number;
  /** A failure is counted and logged, and the next period tries again. */
  readonly run: () => unknown;
}

/**
 * Runs each job of `service.ts` once in its period, unless its previous run continues. The metrics have the result of the last run of each job. Logs
 * failures, except those of the store: requests fail then as well, and the log has their reason.
 *
 * @returns A function that ends the periods.
 */
export function startJobs(jobs: readonly Job[], metrics: Metrics, log: Logger): () => void {
  const logOnce = createRefusalLog(log);
  const [failures, succeeded] = [new Map<string, number>(), new Map<string, number>()];
  const timers = jobs.map(({name, periodMs, run}) => {
    let isRunning = false;
    failures.set(name, 0);
    async function runOnce(): Promise<void> {
      if (isRunning) return;
      isRunning = true;
      try {
        await run();
        succeeded.set(name, 1);
      } catch (error) {
        if (!(error instanceof StoreUnavailable))
          logOnce(name, 'error', {job: name, err: error}, 'a background job failed');
        succeeded.set(name, 0);
        failures.set(name, (failures.get(name) ?? 0) + 1);
      }
      isRunning = false;
    }
    return setInterval(() => void runOnce(), periodMs).unref();
  });
  metrics.watch(
    'tavle_job_succeeded',
    '1 if the last run of a background job succeeded.',
    () => succeeded,
    'job',
  );
  metrics.watchTotal('tavle_job_failures_total', 'Failed runs of background jobs.', () => failures, 'job');
  return () => timers.forEach(timer => clearInterval(timer));
}
