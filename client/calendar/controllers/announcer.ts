import type {ReactiveControllerHost} from 'lit';

/** The time that screen readers need for the days of another month: Orca needs 300 ms, and drops announcements in between. */
const changesTimeMs = 500;

/**
 * Returns a function that returns the content of a live region: '' until a moment after the announced changes were rendered. Its parameters
 * are an object that identifies the announcement, also among those with the same text, and the text.
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
