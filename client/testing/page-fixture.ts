// What a test reads and sets of the page around an element: URL, live regions, preferences, time. Add a helper here if
// the tests of several elements need it. For helpers that must also work without Vitest, see `stage.ts`.
import {onTestFinished, vi} from 'vitest';
import {commands, page} from 'vitest/browser';

export * from './stage.ts';

const {href} = location;

/** Sets parameters of the page's URL until the test ends. */
export function setUrl(values: Record<string, string>): void {
  const url = new URL(href);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  history.replaceState(null, '', url);
}

/** Returns the parameters of the page's URL. */
export const parameters = () => Object.fromEntries(new URL(location.href).searchParams);

export const button = (name: string | RegExp) => page.getByRole('button', {name});

/** The first live region of announcements. */
export const status = () => page.getByRole('status').first();

/** The first live region of failures. */
export const alert = () => page.getByRole('alert').first();

/** A visitor's preferences; see Playwright's `page.emulateMedia`. */
export interface Media {
  colorScheme?: 'light' | 'dark';
  forcedColors?: 'active' | 'none';
  reducedMotion?: 'reduce' | 'no-preference';
  media?: 'print' | 'screen';
}

declare module 'vitest/browser' {
  interface BrowserCommands {
    emulateMedia: (media: Media) => Promise<void>;
  }
}

/** Emulates a visitor's preferences until the test ends. */
export function emulateMedia(media: Media): Promise<void> {
  onTestFinished(() =>
    commands.emulateMedia({
      colorScheme: 'light',
      forcedColors: 'none',
      reducedMotion: 'no-preference',
      media: 'screen',
    }),
  );
  return commands.emulateMedia(media);
}

/** Returns whether the browser would ask a person who leaves the page. */
export function asksBeforeLeaving(): boolean {
  const leaving = new Event('beforeunload');
  Object.defineProperty(leaving, 'returnValue', {value: false, writable: true});
  dispatchEvent(leaving);
  return Reflect.get(leaving, 'returnValue');
}

/** Retries an expectation until it succeeds. */
export function eventually<Result>(expectation: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(expectation, {timeout: 30_000, interval: 20});
}

/** Lets fake timers run for some seconds, with the tasks that responses need in between. */
export async function pass(seconds: number): Promise<void> {
  for (let half = 0; half < seconds * 2; half += 1) {
    await vi.advanceTimersByTimeAsync(500);
    const {port1, port2} = new MessageChannel();
    await new Promise(resolve => {
      port1.onmessage = resolve;
      port2.postMessage('');
    });
    port1.close();
  }
}
