import {LitElement} from 'lit';
import {expect, onTestFinished, vi} from 'vitest';
import {commands, page} from 'vitest/browser';

const {href} = location;

/** Sets parameters of the page's URL until the test ends. */
export function setUrl(values: Record<string, string>): void {
  const url = new URL(href);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  history.replaceState(null, '', url);
}

/** Returns the parameters of the page's URL. */
export const parameters = () => Object.fromEntries(new URL(location.href).searchParams);

/** Sets the clock to noon of a day. */
export function setToday(day: string): void {
  vi.useFakeTimers({toFake: ['Date'], now: new Date(`${day}T12:00:00+01:00`)});
}

export const button = (name: string | RegExp) => page.getByRole('button', {name});

/** The first live region of announcements. */
export const status = () => page.getByRole('status').first();

/** The first live region of failures. */
export const alert = () => page.getByRole('alert').first();

/** Adds an element, and resolves when it has loaded and rendered. */
export async function opened<Element extends LitElement>(add: () => Element): Promise<Element> {
  const loaded = new Promise(resolve => addEventListener('tavle-load', resolve, {capture: true, once: true}));
  const element = add();
  await loaded;
  await element.updateComplete;
  return element;
}

/** Returns the focused element, in any shadow root. */
export function focused(): Element | null {
  let element = document.activeElement;
  while (element?.shadowRoot?.activeElement) element = element.shadowRoot.activeElement;
  return element;
}

export function setColours(colours: 'light' | 'dark'): void {
  const {style} = document.documentElement;
  style.colorScheme = colours;
  // What the browser paints there anyway; axe takes nothing for white.
  style.background = 'Canvas';
}

/** In the first frame an element learns of its room, in the next ones it follows. */
export async function rendered(): Promise<void> {
  for (let frame = 0; frame < 3; frame += 1) await new Promise(resolve => requestAnimationFrame(resolve));
}

/** Returns the states of an element, each with a new service. */
export function withService<Service>(
  create: () => Service,
  states: Record<string, (service: Service) => Promise<unknown>>,
): Record<string, () => Promise<unknown>> {
  return Object.fromEntries(Object.entries(states).map(([state, bring]) => [state, () => bring(create())]));
}

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

/** Retries an expectation until it succeeds. */
export function eventually<Result>(expectation: () => Result | Promise<Result>): Promise<Result> {
  return vi.waitFor(expectation, {timeout: 30_000, interval: 20});
}

/** Waits until an element shows that it is loading, which it does after a second. */
export function showsLate({shadowRoot}: Element): Promise<void> {
  return eventually(() => {
    const late = shadowRoot?.querySelector('.late');
    expect(late && getComputedStyle(late).opacity).toBe('1');
  });
}

/** Resolves when an element and its children have rendered, including their markup. */
export async function settled<Element extends LitElement>(element: Element): Promise<Element> {
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise(resolve => setTimeout(resolve));
    for (const each of [element, ...element.children])
      if (each instanceof LitElement) await each.updateComplete;
  }
  return element;
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
