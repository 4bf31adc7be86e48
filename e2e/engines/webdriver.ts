import {patternOf} from './pattern.ts';
import {
  directionTo,
  findCandidates,
  prepareClick,
  readProblems,
  stateOf,
  watchForProblems,
} from './page-scripts.ts';
import type {Browser, FoundElement, Query, Tab} from './tab.ts';

/** The commands of W3C WebDriver that journeys need, in Marionette's names, each with its HTTP request. */
export const commands = {
  'WebDriver:ExecuteScript': ['POST', '/execute/sync'],
  'WebDriver:GetComputedLabel': ['GET', '/element/{id}/computedlabel'],
  'WebDriver:GetComputedRole': ['GET', '/element/{id}/computedrole'],
  'WebDriver:GetCurrentURL': ['GET', '/url'],
  'WebDriver:GetWindowHandle': ['GET', '/window'],
  'WebDriver:CloseWindow': ['DELETE', '/window'],
  'WebDriver:Navigate': ['POST', '/url'],
  'WebDriver:NewWindow': ['POST', '/window/new'],
  'WebDriver:PerformActions': ['POST', '/actions'],
  'WebDriver:SetWindowRect': ['POST', '/window/rect'],
  'WebDriver:SwitchToFrame': ['POST', '/frame'],
  'WebDriver:SwitchToWindow': ['POST', '/window'],
  'WebDriver:TakeScreenshot': ['GET', '/screenshot'],
} as const;
export type Command = keyof typeof commands;

/** A session of a browser, however its commands are sent. */
export interface Session {
  /** What a new tab is: browsers don't run the timers of tabs that can't be seen, and not each driver brings one to the front. */
  readonly tabType: 'tab' | 'window';
  /** @throws With the error that the browser responds with. */
  send(command: Command, parameters?: object): Promise<unknown>;
  /** Prints the page of the current tab. */
  print(): Promise<void>;
  /** Gives the current tab the keyboard. */
  focus(): Promise<void>;
  close(): Promise<void>;
}

/** In pixels, with what is around the page. */
const windowSize = {width: 1280, height: 1000};

/** How WebDriver writes an element in JSON. */
type Reference = Record<string, string>;

const keys: Readonly<Record<string, string>> = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  Space: ' ',
  PageUp: '\uE00E',
  PageDown: '\uE00F',
  End: '\uE010',
  Home: '\uE011',
  ArrowLeft: '\uE012',
  ArrowUp: '\uE013',
  ArrowRight: '\uE014',
  ArrowDown: '\uE015',
};

/** A browser that W3C WebDriver drives. One tab is at work at a time; a command to another one brings that to the front. */
export class WebDriverBrowser implements Browser {
  readonly #session: Session;
  /** The tab that the browser began with. It stays open: commands need one. */
  readonly #first: string;
  #current: string;

  private constructor(session: Session, first: string) {
    this.#session = session;
    this.#first = first;
    this.#current = first;
  }

  static async of(session: Session): Promise<WebDriverBrowser> {
    return new WebDriverBrowser(session, (await session.send('WebDriver:GetWindowHandle')) as string);
  }

  async openTab(): Promise<Tab> {
    // The current tab may have been closed.
    await this.#select(this.#first);
    const type = this.#session.tabType;
    const {handle} = (await this.#session.send('WebDriver:NewWindow', {type})) as {handle: string};
    await this.#bringToFront(handle);
    await this.#session.send('WebDriver:SetWindowRect', windowSize);
    return new WebDriverTab(this.#session, () => this.#bringToFront(handle));
  }

  close(): Promise<void> {
    return this.#session.close();
  }

  async #bringToFront(handle: string): Promise<void> {
    if (this.#current === handle) return;
    await this.#select(handle);
    await this.#session.focus();
  }

  async #select(handle: string): Promise<void> {
    await this.#session.send('WebDriver:SwitchToWindow', {handle, focus: true});
    this.#current = handle;
  }
}

class WebDriverTab implements Tab {
  readonly #session: Session;
  readonly #activate: () => Promise<void>;

  /** @param activate Brings the tab to the front. */
  constructor(session: Session, activate: () => Promise<void>) {
    this.#session = session;
    this.#activate = activate;
  }

  async goto(url: string): Promise<void> {
    await this.#send('WebDriver:Navigate', {url});
    await this.#run(watchForProblems);
  }

  async url(): Promise<string> {
    return (await this.#send('WebDriver:GetCurrentURL')) as string;
  }

  async find(query: Query): Promise<FoundElement[]> {
    const {name} = query;
    const pattern =
      name === undefined || name instanceof RegExp ? name : new RegExp(`^${patternOf(name).source}$`);
    const plain = {...query, name: pattern && {source: pattern.source, flags: pattern.flags}};
    const candidates = (await this.#run(findCandidates, plain)) as unknown as Reference[];
    const found: FoundElement[] = [];
    for (const candidate of candidates) {
      if (await this.#matches(candidate, query.role, pattern)) found.push(this.#element(candidate));
    }
    return found;
  }

  async press(key: string): Promise<void> {
    const values = key.split('+').map(each => keys[each] ?? each);
    const actions = [
      ...values.map(value => ({type: 'keyDown', value})),
      ...values.toReversed().map(value => ({type: 'keyUp', value})),
    ];
    await this.#send('WebDriver:PerformActions', {actions: [{type: 'key', id: 'keyboard', actions}]});
  }

  evaluate<Parameter, Result>(
    script: (parameter: Parameter) => Result | Promise<Result>,
    parameter?: Parameter,
  ): Promise<Result> {
    return this.#run(script, parameter);
  }

  async print(): Promise<void> {
    await this.#activate();
    await this.#session.print();
  }

  async frameText(selector: string): Promise<string> {
    const [frame] = (await this.#run(findCandidates, {selector})) as unknown as Reference[];
    if (!frame) return '';
    await this.#send('WebDriver:SwitchToFrame', {id: frame, element: idOf(frame)});
    try {
      return await this.#run(() => document.body.innerText);
    } finally {
      await this.#send('WebDriver:SwitchToFrame', {id: null});
    }
  }

  problems(): Promise<readonly string[]> {
    return this.#run(readProblems);
  }

  async resize(width: number, height: number): Promise<void> {
    await this.#send('WebDriver:SetWindowRect', {width, height});
    const [innerWidth, innerHeight] = await this.#run(() => [window.innerWidth, window.innerHeight] as const);
    const rect = {width: 2 * width - innerWidth, height: 2 * height - innerHeight};
    await this.#send('WebDriver:SetWindowRect', rect);
  }

  async screenshot(): Promise<Buffer> {
    return Buffer.from((await this.#send('WebDriver:TakeScreenshot', {full: false})) as string, 'base64');
  }

  async close(): Promise<void> {
    await this.#send('WebDriver:CloseWindow');
  }

  #element(reference: Reference): FoundElement {
    return {
      state: () => this.#run(stateOf, reference),
      direction: () => this.#run(directionTo, reference),
      click: async () => {
        const covered = await this.#run(prepareClick, reference);
        if (covered) throw new Error(`It can't be clicked: ${covered}`);
        const actions = [
          {type: 'pointerMove', origin: reference, x: 0, y: 0, duration: 0},
          {type: 'pointerDown', button: 0},
          {type: 'pointerUp', button: 0},
        ];
        const mouse = {type: 'pointer', id: 'mouse', parameters: {pointerType: 'mouse'}, actions};
        await this.#send('WebDriver:PerformActions', {actions: [mouse]});
      },
    };
  }

  async #matches(reference: Reference, role?: string, name?: RegExp): Promise<boolean> {
    const id = idOf(reference);
    if (role !== undefined && (await this.#send('WebDriver:GetComputedRole', {id})) !== role) return false;
    if (!name) return true;
    const label = (await this.#send('WebDriver:GetComputedLabel', {id})) as string;
    return name.test(label.replace(/\s+/g, ' ').trim());
  }

  async #run<Result>(
    script: (parameter: never) => Result | Promise<Result>,
    parameter?: unknown,
  ): Promise<Result> {
    const source = `return (${script.toString()})(arguments[0])`;
    const args = [parameter ?? null];
    return (await this.#send('WebDriver:ExecuteScript', {script: source, args})) as Result;
  }

  async #send(command: Command, parameters: object = {}): Promise<unknown> {
    await this.#activate();
    return this.#session.send(command, parameters);
  }
}

function idOf(reference: Reference): string {
  return Object.values(reference)[0] ?? '';
}
