/** What a journey looks for on a page: every part that is given must match, and only visible elements do. */
export interface Query {
  /** The role that the browser computes, such as `button`. */
  readonly role?: string;
  /** The whole name that the browser computes, or a pattern of it. */
  readonly name?: string | RegExp;
  /** A selector, for what has no role. */
  readonly selector?: string;
  /** A part of the element's text. */
  readonly text?: string;
  /** A selector of an element that contains it, such as `dialog`. */
  readonly within?: string;
}

/** An element as it is at a moment. */
export interface ElementState {
  /** Its text, without white space around and with single spaces inside. */
  readonly text: string;
  /** The value of a field; '' for other elements. */
  readonly value: string;
  readonly isChecked: boolean;
  readonly hasFocus: boolean;
}

/** An element of a page. It may have left the page since it was found: its functions reject then. */
export interface FoundElement {
  state(): Promise<ElementState>;
  /** Clicks its centre with a pointer. */
  click(): Promise<void>;
  /** Returns which key moves the focus towards it. */
  direction(): Promise<'Tab' | 'Shift+Tab'>;
}

/** A tab of a browser. */
export interface Tab {
  goto(url: string): Promise<void>;
  url(): Promise<string>;
  /** Returns the elements that match now, in the order of the page. */
  find(query: Query): Promise<readonly FoundElement[]>;
  /** Presses a key with its modifiers, in Playwright's names: `Control+Home`. */
  press(key: string): Promise<void>;
  /** Runs a function, which must not use anything outside itself, in the page. */
  evaluate<Result>(script: () => Result | Promise<Result>): Promise<Result>;
  evaluate<Parameter, Result>(
    script: (parameter: Parameter) => Result | Promise<Result>,
    parameter: Parameter,
  ): Promise<Result>;
  /** Prints the page, and resolves afterwards. */
  print(): Promise<void>;
  /** Returns the text of a frame's page; '' without the frame. */
  frameText(selector: string): Promise<string>;
  /** Returns the errors, warnings and violations of policies since the page was loaded. */
  problems(): Promise<readonly string[]>;
  /** Gives the page this room, in CSS pixels. */
  resize(width: number, height: number): Promise<void>;
  /** Takes a picture of the window, as PNG. */
  screenshot(): Promise<Buffer>;
  close(): Promise<void>;
}

/** A browser that runs. Its tabs share what a browser shares. */
export interface Browser {
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** A browser that journeys run in. */
export interface Engine {
  readonly name: string;
  /** Starts it. @param directory An empty one, for its profile. @throws With what to install, if it is missing. */
  start(directory: string): Promise<Browser>;
}
