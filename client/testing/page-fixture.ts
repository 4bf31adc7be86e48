import type {LitElement} from 'lit';
import {afterEach, beforeEach, vi} from 'vitest';

const {href} = location;

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
