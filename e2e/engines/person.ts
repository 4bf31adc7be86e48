import {setTimeout} from 'node:timers/promises';
import {isDeepStrictEqual} from 'node:util';

import {test, type TestInfo} from 'playwright/test';

import {withTimeout} from '../speech/timeout.ts';
import type {Browser, ElementState, FoundElement, Query, Tab} from './tab.ts';

/** How long, in milliseconds, a person waits for something. A busy machine may need it. */
const waitTimeoutMs = 30_000;
const pollIntervalMs = 50;

/** How long, in milliseconds, a step may take. A browser that never responds ends the step, well before the test's time limit. */
const stepTimeoutMs = 90_000;

/** How long, in milliseconds, a report of a failure may take. The browser may be what failed. */
const reportTimeoutMs = 10_000;

/** What an element is expected to be like: every part that is given must be. */
export interface Expectation extends Partial<Omit<ElementState, 'text' | 'value'>> {
  /** A part of its text. */
  readonly text?: string | RegExp;
  readonly value?: RegExp;
}

/** A person with a browser: does what a person does in one tab, and waits for what a person would wait for. */
export class Person {
  /** Its name. */
  readonly engine: string;
  readonly #browser: Browser;
  readonly #info: TestInfo;
  readonly tab: Tab;
  readonly #others: Person[] = [];
  /** What the person does now, for the report of a hang. */
  #action = '';

  /** @param info The test, which gets a picture of the window when something fails. */
  constructor(engine: string, browser: Browser, tab: Tab, info: TestInfo) {
    this.engine = engine;
    this.#browser = browser;
    this.tab = tab;
    this.#info = info;
  }

  /** Runs a step of a journey. @throws With the engine's and the step's name before what went wrong, after 90 seconds at the latest. */
  async step(name: string, run: () => Promise<void>): Promise<void> {
    this.#action = 'Began.';
    const limited = () =>
      withTimeout(run(), () => `Not done in ${stepTimeoutMs / 1000} seconds. ${this.#action}`, stepTimeoutMs);
    try {
      await test.step(name, limited);
    } catch (error) {
      throw withPrefix(`${this.engine}, step “${name}”: `, error);
    }
  }

  open(url: string): Promise<void> {
    this.#action = `Opened ${url}.`;
    return this.tab.goto(url);
  }

  /** Opens another tab of the same browser, which is closed with the first one. */
  async another(): Promise<Person> {
    const other = new Person(this.engine, this.#browser, await this.#browser.openTab(), this.#info);
    this.#others.push(other);
    return other;
  }

  /** Closes the tabs. */
  async leave(): Promise<void> {
    for (const person of this.#others) await person.leave();
    await this.tab.close();
  }

  press(...keys: string[]): Promise<void> {
    this.#action = `Pressed ${keys.join(', ')}.`;
    return keys.reduce((before, key) => before.then(() => this.tab.press(key)), Promise.resolve());
  }

  /** Types a text into what has the focus. */
  type(text: string): Promise<void> {
    return this.press(...text.split(''));
  }

  /** Waits until an element is visible and as expected. Returns its state. */
  see(query: Query, expected: Expectation = {}): Promise<ElementState> {
    return this.#until(`to see ${describe(query)} ${describe(expected)}`, query, async found => {
      for (const element of found) {
        const state = await element.state();
        if (matches(state, expected)) return state;
      }
      return undefined;
    });
  }

  /** Waits until no such element is visible. */
  async miss(query: Query): Promise<void> {
    await this.#until(`not to see ${describe(query)}`, query, found =>
      Promise.resolve(!found.length || undefined),
    );
  }

  /** Waits until the texts of all such elements are the expected ones. */
  async seeAll(query: Query, texts: readonly string[]): Promise<void> {
    const expected = texts.map(text => text.replace(/\s+/g, ' ').trim());
    await this.#until(
      `to see ${describe(query)} with the texts ${describe(expected)}`,
      query,
      async found => {
        const states = await Promise.all(found.map(element => element.state()));
        return (
          isDeepStrictEqual(
            states.map(({text}) => text),
            expected,
          ) || undefined
        );
      },
    );
  }

  /** Clicks the first such element, once it can be clicked. */
  async click(query: Query): Promise<void> {
    await this.#until(`to click ${describe(query)}`, query, async ([element]) => {
      await element?.click();
      return element;
    });
  }

  /** Presses Tab, or Shift+Tab, until the first such element has the focus. */
  async tabTo(query: Query): Promise<void> {
    await this.#until(`to reach ${describe(query)} by the Tab key`, query, async ([element]) => {
      for (let press = 0; element && press < 60; press += 1) {
        if ((await element.state()).hasFocus) return element;
        await this.tab.press(await element.direction());
      }
      return undefined;
    });
  }

  /** Waits until the URL of the page matches. */
  async arriveAt(url: RegExp): Promise<void> {
    await this.#until(
      `to be at ${url.source}`,
      undefined,
      async () => url.test(await this.tab.url()) || undefined,
    );
  }

  /** Waits until the page of a frame has a text. */
  async seeInFrame(selector: string, text: string): Promise<void> {
    await this.#until(
      `to see “${text}” in a frame`,
      undefined,
      async () => (await this.tab.frameText(selector)).includes(text) || undefined,
    );
  }

  /** Repeats until there is a result. An element that leaves the page is looked up again. */
  async #until<Result>(
    what: string,
    query: Query | undefined,
    attempt: (found: readonly FoundElement[]) => Promise<Result | undefined>,
  ): Promise<Result> {
    this.#action = `Expected ${what}.`;
    const end = Date.now() + waitTimeoutMs;
    let problem = '';
    for (;;) {
      let result: Result | undefined;
      try {
        result = await attempt(query ? await this.tab.find(query) : []);
      } catch (error) {
        problem = (error as Error).message;
      }
      if (result !== undefined) return result;
      if (Date.now() > end) throw await this.#failure(`Expected ${what}. ${problem}`, query);
      await setTimeout(pollIntervalMs);
    }
  }

  async #failure(message: string, query: Query | undefined): Promise<Error> {
    const report = withTimeout(this.#report(query), 'The page could not be described.', reportTimeoutMs);
    return new Error(`${message}\n${await report.catch((error: unknown) => (error as Error).message)}`);
  }

  /** Attaches a picture of the window to the test. Returns the page's URL and its elements of the same kind. */
  async #report(query: Query | undefined): Promise<string> {
    const others = query ? await this.tab.find(ofTheSameKind(query)) : [];
    const texts = await Promise.all(others.slice(0, 20).map(each => each.state().then(describe)));
    await this.#info.attach('window', {body: await this.tab.screenshot(), contentType: 'image/png'});
    return `Its URL is ${await this.tab.url()}. Elements of this kind: ${texts.map(text => `\n${text}`).join('') || 'none.'}`;
  }
}

/** Puts a text before an error's message, in its stack as well. */
function withPrefix(prefix: string, error: unknown): unknown {
  if (!(error instanceof Error)) return new Error(`${prefix}${String(error)}`);
  const message = prefix + error.message;
  error.stack = (error.stack ?? error.message).replace(error.message, () => message);
  error.message = message;
  return error;
}

/** Returns a query without the name and the text. */
function ofTheSameKind({name: _name, text: _text, ...rest}: Query): Query {
  return rest;
}

function matches(state: ElementState, {text, value, ...rest}: Expectation): boolean {
  const hasText =
    text === undefined || (typeof text === 'string' ? state.text.includes(text) : text.test(state.text));
  return (
    hasText &&
    (value === undefined || value.test(state.value)) &&
    Object.entries(rest).every(([key, wanted]) => state[key as keyof ElementState] === wanted)
  );
}

function describe(value: object): string {
  const parts = Object.entries(value).map(
    ([key, each]) => `${key} ${each instanceof RegExp ? each.source : JSON.stringify(each)}`,
  );
  return parts.join(', ');
}
