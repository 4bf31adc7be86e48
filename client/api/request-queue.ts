/** Runs tasks, some at a time, in the order in which they came; those of low priority after all others. */
export class RequestQueue {
  readonly max: number;
  readonly #waiting: (() => void)[] = [];
  readonly #waitingLow: (() => void)[] = [];
  #running = 0;

  /** @param max The maximum number of tasks that run at the same time. */
  constructor(max: number) {
    this.max = max;
  }

  /** Runs a task as soon as there is room for it, and returns its result. A task must end by itself. */
  async run<Result>(task: () => Promise<Result>, isLow = false): Promise<Result> {
    // A task that ends passes its place on, so that none can take it in between.
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
