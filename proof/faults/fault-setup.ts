import type {TestSystem} from './test-system.ts';

/** The infrastructure of a service, and how to inject a fault into it. Each file with a fault returns one; `rounds.ts` uses it. */
export interface FaultSetup {
  /** The service's settings. Default: an embedded store in the directory of the test system. */
  readonly settings?: NodeJS.ProcessEnv;
  /**
   * Injects the fault while all workloads run, and repairs what an operator would have to repair.
   *
   * @returns The time, as `performance.now()`, from which the service must serve again.
   * @throws When the service misbehaves during the fault.
   */
  inject(system: TestSystem): Promise<number>;
  /** Restores the infrastructure for the next round, once all requests are served again. */
  repair?(): Promise<void>;
  stop?(): Promise<void>;
}

/** A fault on an engine. */
export interface Scenario {
  /** The value for `--only`. */
  readonly name: string;
  readonly fault: string;
  readonly engine: string;
  /** Whether the manual promises that no acknowledged change is lost. */
  readonly promised: boolean;
  open(options: FaultOptions): FaultSetup | Promise<FaultSetup>;
}

export interface FaultOptions {
  /** The duration of a hanging store in milliseconds. */
  readonly hang: number;
  /** The number of recipients of a delivery whose client disconnects. */
  readonly recipients: number;
  /** The pause between two changes of a workload in milliseconds. */
  readonly rest: number;
}
