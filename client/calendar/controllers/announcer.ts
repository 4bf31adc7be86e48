import type {ReactiveControllerHost} from 'lit';

/** The time that screen readers need for the days of another month: Orca drops what is announced among many changes, and needs 300 ms for them. */
const changesTimeMs = 500;

/**
 * Returns a function that returns the content of a live region: '' until the changes that a text is about were rendered a moment ago. It
 * takes what identifies the announcement, which is another object for another one even of the same text, and the text.
 */
export function createAnnouncer(
  host: ReactiveControllerHost,
): (announcement: object, text: string) => string {
  let last: object | undefined;
  let isSpoken = false;
  let timer = 0;
  const speak = () => {
    isSpoken = true;
    host.requestUpdate();
  };
  return (announcement, text) => {
    if (announcement !== last) {
      last = announcement;
      isSpoken = false;
      clearTimeout(timer);
      timer = window.setTimeout(speak, changesTimeMs);
    }
    return isSpoken ? text : '';
  };
}
