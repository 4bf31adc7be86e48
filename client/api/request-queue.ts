/** Runs a limited number of tasks at a time, in their order; those of low priority after all others. */
export class RequestQueue {
  readonly max: number;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingLow: (() => void)[] = [];
  #running = 0;

  /** @param max The maximum number of tasks that run at the same time. */
  constructor(max: number) {
    this.max = max;
  }

  /** Runs a task when fewer than the maximum run, and returns its result. A task must have its own timeout. */
  async run<Result>(task: () => Promise<Result>, isLow = false): Promise<Result> {
    // A completed task passes its slot on directly.
    if (this.#running === this.max)
      await new Promise<void>(resolve => (isLow ? this.#waitingLow : this.#waiting).push(resolve));
    else this.#running += 1;
    try {
      return await task();
    } finally {
      const next = this.#waiting.shift() ?? this.#waitingLow.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }
}
