import type {ReactiveControllerHost} from 'lit';

import {listen} from './listen.ts';
import {sessionEnd} from './session.ts';

// Reloads an element when its data may be outdated, for `PublicElement`. Add an occasion as another `listen` here, or
// change the delays. Keep channel names and messages: tabs may have other versions of the script.

type Host = ReactiveControllerHost &
  Element & {refresh(): Promise<void>; revalidate(isQuiet: boolean): Promise<boolean>};

/** The delays before the retries of a failed reload. Failures are silent, except for that of the last retry. */
const retriesMs = [5_000, 15_000, 60_000];

/** The minimum time between two reloads when a person, or the connection, keeps coming back. */
const returnIntervalMs = 5_000;

/**
 * Reloads its element when the data may be stale: the element is reconnected, the page is visible again, the browser is online again, the session of
 * another element has ended, or another element of the same channel and service URL has saved a change, in this tab or another.
 *
 * Messages to other tabs contain no data: another person may be signed in there. Those tabs may have another version of the script, so channel
 * names and messages must not change.
 */
export class RevalidationController {
  readonly #host: Host;
  readonly #url: () => string;
  #channel: BroadcastChannel | undefined;
  /** Reloads silently. Retries a reload that has failed. */
  readonly reload: () => void;
  /** Whether a reload by the person is running. */
  isRetrying = false;

  /**
   * @param url Returns the base URL of the service.
   * @param channelName The same for elements that show the same data: pages may define an element with another tag name.
   */
  constructor(host: Host, url: () => string, channelName: string) {
    this.#host = host;
    this.#url = url;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const reloadAgain = async (failures: number) => {
      clearTimeout(timer);
      const delay = retriesMs[failures];
      if ((await host.revalidate(delay !== undefined)) || delay === undefined) return;
      clearTimeout(timer);
      timer = setTimeout(() => void reloadAgain(failures + 1), delay);
    };
    const reload = (this.reload = () => void reloadAgain(0));
    const onReturn = atMostOnce(returnIntervalMs, reload);
    host.addController({
      hostConnected: () => {
        try {
          this.#channel = new BroadcastChannel(channelName);
          this.#channel.onmessage = ({data}) => {
            if (data === url()) reload();
          };
        } catch {
          // Firefox has no channels where it blocks cookies.
        }
        // Does nothing before the element has data to reload.
        reload();
      },
      hostDisconnected: () => {
        clearTimeout(timer);
        this.#channel?.close();
        this.#channel = undefined;
      },
    });
    listen(host, document, 'visibilitychange', () => {
      if (document.visibilityState === 'visible') onReturn();
    });
    listen(host, window, 'pageshow', ({persisted}: PageTransitionEvent) => {
      if (persisted) onReturn();
    });
    listen(host, document, sessionEnd, ({detail}: CustomEvent) => {
      if (detail !== host) onReturn();
    });
    listen(host, window, 'online', onReturn);
  }

  /** Reloads for the person. Does nothing while such a reload is running. */
  readonly retry = (): void => {
    if (this.isRetrying) return;
    const setRetrying = (isRetrying: boolean) => {
      this.isRetrying = isRetrying;
      this.#host.requestUpdate();
    };
    setRetrying(true);
    void this.#host.refresh().finally(() => setRetrying(false));
  };

  /** Reloads the other elements of the channel, in all tabs. */
  notifyTabs(): void {
    this.#channel?.postMessage(this.#url());
  }
}

/** Returns a function that runs an action now, or when the interval since the last run has ended. */
function atMostOnce(intervalMs: number, action: () => void): () => void {
  let next = -Infinity;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const run = () => {
    next = performance.now() + intervalMs;
    timer = undefined;
    action();
  };
  return () => {
    timer ??= setTimeout(run, Math.max(0, next - performance.now()));
  };
}
