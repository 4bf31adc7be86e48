// What a journey needs of a browser. `chromium.ts` and `proof/browsers/` implement these types, and `Person` uses them.
// Add a method only if all browsers can do it.

/** What a journey looks for on a page: visible elements that match all given fields. */
export interface Query {
  /** The role that the browser computes, such as `button`. */
  readonly role?: string;
  /** The whole name that the browser computes. Requires `role`. */
  readonly name?: string;
  /** A selector, for elements without a role. */
  readonly selector?: string;
  /** A part of the element's text. */
  readonly text?: string;
  /** A selector of an element that contains the wanted element, such as `dialog`. */
  readonly within?: string;
}

/** An element of a page. Its functions reject when the element has left the page. */
export interface FoundElement {
  /** Clicks the centre of the element with a pointer, with Control held or not. */
  click(withControl?: boolean): Promise<void>;
  /** Runs a function, which must not use anything outside itself, in the page. */
  evaluate<Result>(script: (element: Element) => Result): Promise<Result>;
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
  evaluate<Result, Parameter = undefined>(
    script: (parameter: Parameter) => Result | Promise<Result>,
    parameter?: Parameter,
  ): Promise<Result>;
  /** Prints the page. Returns the PDF; empty in WebKit, whose driver prints nothing. */
  print(): Promise<Uint8Array>;
  /** Returns the text of a frame's page; '' without the frame. */
  frameText(selector: string): Promise<string>;
  /** Returns the errors, warnings and violations of policies that were reported so far. */
  problems(): Promise<readonly string[]>;
  /** Takes a picture of the window, as PNG. */
  screenshot(): Promise<Uint8Array>;
  close(): Promise<void>;
}

/** A running browser. Its tabs share storage. */
export interface Browser {
  openTab(): Promise<Tab>;
  close(): Promise<void>;
}

/** A browser that journeys run in. */
export interface Engine {
  readonly name: string;
  /** Starts the browser. @throws With the command that installs the browser, if it is missing. */
  start(): Promise<Browser>;
}
