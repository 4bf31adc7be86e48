// What a person does and sees in a tab, for the journeys, which run in several browsers. Add an action as a method. Use
// only functions of `Tab`, which each browser implements.
import {inspect, isDeepStrictEqual} from 'node:util';

import {expect, test} from 'playwright/test';

import type {FoundElement, Query, Tab} from '../engines/tab.ts';

/** The maximum time, in milliseconds, that a person waits for something. A busy machine may need this long. */
const waiting = {timeout: 30_000, intervals: [50]};

/** The maximum duration of a step, in milliseconds. If the browser never responds, the step ends before the test's time limit. */
const stepTimeoutMs = 90_000;

/** The state of an element at a moment. */
interface ElementState {
  /** The element's text, trimmed, with single spaces. */
  readonly text: string;
  /** The value of a field; '' for other elements. */
  readonly value: string;
  readonly isChecked: boolean;
  readonly hasFocus: boolean;
}

/** The expected state of an element: all given fields must match. */
export interface Expectation extends Partial<Omit<ElementState, 'text' | 'value'>> {
  /** A part of the element's text. */
  readonly text?: string;
  readonly value?: RegExp;
}

/** A person with a browser: does what a person does in one tab, and waits for what a person would wait for. */
export class Person {
  readonly tab: Tab;

  constructor(tab: Tab) {
    this.tab = tab;
  }

  /** Runs a step of a journey. @throws After 90 seconds at the latest. */
  step(name: string, run: () => Promise<unknown>): Promise<unknown> {
    return test.step(name, run, {timeout: stepTimeoutMs});
  }

  open(url: string): Promise<void> {
    return this.tab.goto(url);
  }

  async press(...keys: string[]): Promise<void> {
    for (const key of keys) await this.tab.press(key);
  }

  /** Waits until an element is visible and as expected. Returns its state. */
  see(query: Query, expected: Expectation = {}): Promise<ElementState> {
    return until(async () => {
      const states = await this.#states(query);
      const seen = states.find(state => matches(state, expected));
      if (!seen) throw new Error(`Expected ${inspect({...query, expected})} in ${inspect(states)}.`);
      return seen;
    });
  }

  /** Waits until no such element is visible. */
  miss(query: Query): Promise<void> {
    return this.seeAll(query, []);
  }

  /** Waits until all such elements together have exactly these texts. */
  seeAll(query: Query, texts: readonly string[]): Promise<void> {
    const expected = texts.map(text => text.replace(/\s+/g, ' ').trim());
    return until(async () => {
      const found = (await this.#states(query)).map(({text}) => text);
      if (!isDeepStrictEqual(found, expected))
        throw new Error(`${inspect(query)}: expected ${inspect(expected)}, found ${inspect(found)}.`);
    });
  }

  /** Clicks the first such element, with Control held or not. */
  click(query: Query, withControl = false): Promise<void> {
    return until(async () => (await this.#first(query)).click(withControl));
  }

  /** Presses Tab, or Shift+Tab, until the first such element has the focus. */
  tabTo(query: Query): Promise<void> {
    return until(async () => {
      const element = await this.#first(query);
      for (let press = 0; press < 60; press += 1) {
        const key = await element.evaluate(keyTowards);
        if (key === '') return;
        await this.tab.press(key);
      }
      throw new Error(`The Tab key did not reach ${inspect(query)}.`);
    });
  }

  /** Waits until the URL of the page matches. */
  async arriveAt(url: RegExp): Promise<void> {
    await expect.poll(() => this.tab.url(), waiting).toMatch(url);
  }

  /** Waits until the page of a frame has a text. */
  async seeInFrame(selector: string, text: string): Promise<void> {
    await expect.poll(() => this.tab.frameText(selector), waiting).toContain(text);
  }

  async #states(query: Query): Promise<ElementState[]> {
    return Promise.all((await this.tab.find(query)).map(element => element.evaluate(stateOf)));
  }

  async #first(query: Query): Promise<FoundElement> {
    const [element] = await this.tab.find(query);
    if (!element) throw new Error(`Did not find ${inspect(query)}.`);
    return element;
  }
}

/** Waits until an attempt has a result. An element that leaves the page is looked up again. @throws The error of the last attempt. */
async function until<Result>(attempt: () => Promise<Result>): Promise<Result> {
  const results: Result[] = [];
  await expect(async () => void results.push(await attempt())).toPass(waiting);
  return results[0] as Result;
}

function matches(state: ElementState, {text = '', value = /^/, ...rest}: Expectation): boolean {
  const isEqual = Object.entries(rest).every(([key, wanted]) => state[key as keyof ElementState] === wanted);
  return isEqual && state.text.includes(text) && value.test(state.value);
}

/** Runs in the page. @throws When the element has left the page. */
function stateOf(element: Element): ElementState {
  if (!element.isConnected) throw new Error('The element has left the page.');
  const {checked, value} = element as Partial<HTMLInputElement>;
  return {
    text: element.textContent.replace(/\s+/g, ' ').trim(),
    value: value ?? '',
    isChecked: checked ?? element.getAttribute('aria-checked') === 'true',
    hasFocus: (element.getRootNode() as Document | ShadowRoot).activeElement === element,
  };
}

/** Returns the key that leads from the focused element towards another one in the rendered page; '' if the target has the focus. Runs in the page. */
function keyTowards(target: Element): 'Tab' | 'Shift+Tab' | '' {
  if (!target.isConnected) throw new Error('The element has left the page.');
  if ((target.getRootNode() as Document | ShadowRoot).activeElement === target) return '';
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const order: Element[] = [];
  const visit = (element: Element) => {
    order.push(element);
    const assigned = element instanceof HTMLSlotElement ? element.assignedElements() : [];
    for (const child of assigned.length ? assigned : (element.shadowRoot ?? element).children) visit(child);
  };
  visit(document.documentElement);
  return focused !== document.body && focused && order.indexOf(focused) > order.indexOf(target)
    ? 'Shift+Tab'
    : 'Tab';
}
