/** A client that sends changes and knows the expected state after them. `test-system.ts` runs all workloads; each is in a file of this folder. */
export interface Workload {
  /** Sends one change, and returns whether it was acknowledged. */
  step(): Promise<boolean>;
  /** Compares the stored state with the expected one, while no workload runs. */
  check(): Promise<void>;
}
