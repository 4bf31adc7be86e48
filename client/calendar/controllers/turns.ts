import type {ReactiveController, ReactiveControllerHost} from 'lit';

// Renders long lists in turns, for the views of `<tavle-calendar>`, which pass each list that can be long through
// `take`. `tavle-calendar.ts` creates it. You can change the length of a turn. A turn must stay short, since it blocks
// the page.

/** The number of entries that a turn adds: 20 ms of work. */
const turnLength = 100;

/** Renders long lists in turns: a day may have 10,000 deadlines, which would block the page for seconds. */
export class Turns implements ReactiveController {
  readonly #host: ReactiveControllerHost;
  #length = turnLength;
  #longest = 0;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
    host.addController(this);
  }

  /** Returns the items of a list that are rendered now. The others follow. */
  readonly take = <Item>(items: readonly Item[]): readonly Item[] => {
    this.#longest = Math.max(this.#longest, items.length);
    return items.slice(0, this.#length);
  };

  hostUpdate(): void {
    this.#longest = 0;
  }

  hostUpdated(): void {
    if (this.#longest <= turnLength) this.#length = turnLength;
    if (this.#longest <= this.#length || this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      this.#length += turnLength;
      this.#host.requestUpdate();
    });
  }
}
