/** One who makes changes, and knows what has to be there after them. */
export interface Workload {
  /** Makes one change; resolves to whether it was acknowledged. */
  step(): Promise<boolean>;
  /** Reads everything back, while nobody changes anything. */
  check(): Promise<void>;
}
