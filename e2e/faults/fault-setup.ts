import type {TestSystem} from './test-system.ts';

/** The infrastructure of a service, and one way in which it fails. */
export interface FaultSetup {
  /** Of the service. */
  readonly settings: NodeJS.ProcessEnv;
  /**
   * Injects the fault while all workloads run, and ends it where an operator would have to.
   *
   * @returns The time from which the service must serve again, of `performance.now()`.
   * @throws Where the service behaves as it must not during the fault.
   */
  inject(system: TestSystem): Promise<number>;
  /** Restores the infrastructure for the next round, once all requests are served again. */
  repair(): Promise<void>;
  stop(): Promise<void>;
}

/** A fault on an engine. */
export interface Scenario {
  /** As `--only` takes it. */
  readonly name: string;
  readonly fault: string;
  readonly engine: string;
  /** Whether the manual promises that nothing acknowledged is lost. */
  readonly promised: boolean;
  open(options: FaultOptions): Promise<FaultSetup>;
}

export interface FaultOptions {
  /** How long, in milliseconds, a store hangs. */
  readonly hang: number;
  /** How many companies a delivery is for whose client vanishes. */
  readonly recipients: number;
  /** How long, in milliseconds, everybody rests between two changes. */
  readonly rest: number;
}

export const noop = (): Promise<void> => Promise.resolve();

export const pause = (milliseconds: number): Promise<void> =>
  new Promise(resolve => setTimeout(resolve, milliseconds));
