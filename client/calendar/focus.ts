/** Where the focus goes in the calendar, also when what had it is gone. */
export class Focus {
  readonly #find: (selector: string) => HTMLElement | null;

  /** @param find Gives the first such element of the calendar's own, if it is rendered. */
  constructor(find: (selector: string) => HTMLElement | null) {
    this.#find = find;
  }

  get isOnDay(): boolean {
    return this.#day?.matches(':focus') ?? false;
  }

  readonly onDay = () => this.#day?.focus();

  /** The day that is chosen, or where there is no month, the heading. */
  readonly onPlace = () => (this.#day ?? this.#title)?.focus();

  /** When a failure or the list has taken the place of the month. */
  readonly onWhatReplacesDay = () => {
    if (!this.#day) (this.#retry ?? this.#title)?.focus();
  };

  readonly onWhatReplacesRetry = () => {
    if (!this.#retry) this.onPlace();
  };

  get #day(): HTMLElement | null {
    return this.#find('td[tabindex="0"]');
  }

  get #title(): HTMLElement | null {
    return this.#find('#title');
  }

  get #retry(): HTMLElement | null {
    return this.#find('.failure button');
  }
}
