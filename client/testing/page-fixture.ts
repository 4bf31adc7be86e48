import type {LitElement} from 'lit';
import {afterEach, beforeEach, vi} from 'vitest';
import {page} from 'vitest/browser';

const {href} = location;

/** Sets parameters of the page's URL until the test ends. */
export function setUrl(values: Record<string, string>): void {
  const url = new URL(href);
  for (const [name, value] of Object.entries(values)) url.searchParams.set(name, value);
  history.replaceState(null, '', url);
}

/** Returns the parameters of the page's URL. */
export const parameters = () => Object.fromEntries(new URL(location.href).searchParams);

beforeEach(() => {
  document.documentElement.lang = 'da';
});
afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
  document.body.removeAttribute('style');
  for (const name of ['style', 'dir']) document.documentElement.removeAttribute(name);
  history.replaceState(null, '', href);
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

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
