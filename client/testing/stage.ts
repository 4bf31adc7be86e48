import {LitElement} from 'lit';

import {until} from './person.ts';

/* The clock, the network and waits for elements, for the files `…-states.ts` and tests. Add only helpers that also work without Vitest. */

const {Date: RealDate, fetch: realFetch} = globalThis;

/** Sets the clock to noon of a day. */
export function setToday(day: string): void {
  const noon = RealDate.parse(`${day}T12:00:00+01:00`);
  globalThis.Date = class extends RealDate {
    constructor(...parts: unknown[]) {
      super(...((parts.length ? parts : [noon]) as [number]));
    }
    static override now = () => noon;
    static override [Symbol.hasInstance](value: unknown): boolean {
      return value instanceof RealDate;
    }
  } as DateConstructor;
}

/** Makes the browser report that there is no connection. */
export function disconnect(): void {
  Object.defineProperty(navigator, 'onLine', {configurable: true, value: false});
}

/** Restores the page's clock, network and connection. */
export function restorePage(): void {
  Object.assign(globalThis, {Date: RealDate, fetch: realFetch});
  Reflect.deleteProperty(navigator, 'onLine');
}

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
  // Sets the colour that the browser paints by default: axe treats a missing background as white.
  style.background = 'Canvas';
}

/** Waits for three frames: in the first one, an element measures its width, and in the next ones, it renders. */
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

/** Waits until an element shows that it is loading, which it does after a second. */
export function showsLate({shadowRoot}: Element): Promise<unknown> {
  return until(() => {
    const late = shadowRoot?.querySelector('.late');
    return late && getComputedStyle(late).opacity === '1';
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
