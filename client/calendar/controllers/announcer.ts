import type {ReactiveControllerHost} from 'lit';

/** The time that screen readers need for the days of another month: they drop what is announced among many changes. */
const changesTimeMs = 150;

/** Puts a text into a live region a moment after the changes that it is about, and again when the same text is announced again. */
export class Announcer {
  readonly #host: ReactiveControllerHost;
  #announcement: unknown;
  #text = '';
  #spoken = '';
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(host: ReactiveControllerHost) {
    this.#host = host;
  }

  /**
   * Returns the content of the live region: '' until it is time for the text.
   *
   * @param announcement Identifies what is announced: another object is another announcement, whatever its text.
   */
  contentFor(announcement: object, text: string): string {
    if (announcement !== this.#announcement || text !== this.#text) {
      this.#announcement = announcement;
      this.#text = text;
      this.#spoken = '';
      clearTimeout(this.#timer);
      this.#timer = setTimeout(() => {
        this.#spoken = text;
        this.#host.requestUpdate();
      }, changesTimeMs);
    }
    return this.#spoken;
  }
}
