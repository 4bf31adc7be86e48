/** Where the focus goes in the calendar, also when what had it is gone. */
export class Focus {
  readonly #find: (selector: string) => Iterable<HTMLElement>;

  /** @param find Gives such elements of the calendar's own, as far as they are rendered. */
  constructor(find: (selector: string) => Iterable<HTMLElement>) {
    this.#find = find;
  }

  readonly onDay = () => this.#day?.focus();

  /**
   * What the dialog shows; else what to do about a failure, the day that is chosen, or where there is no month, the heading, and
   * far below it the first deadline in sight: the page stays where it is.
   */
  get place(): HTMLElement | undefined {
    return (
      this.#first('dialog[open] [role="heading"]') ??
      this.#first('.failure button') ??
      this.#day ??
      [...this.#find('#title, .agenda .entry')].find(isBelowTop) ??
      this.#first('#title')
    );
  }

  get #day(): HTMLElement | undefined {
    return this.#first('td[tabindex="0"]');
  }

  #first(selector: string): HTMLElement | undefined {
    return [...this.#find(selector)][0];
  }
}

function isBelowTop(element: HTMLElement): boolean {
  return element.getBoundingClientRect().top >= 0;
}
