const outward = {bubbles: true, composed: true};

/** Fired before the user's wish to turn an app on or off is followed. `preventDefault()` leaves the app as it is. */
export class TavleBeforeToggleEvent extends Event {
  /** The app's name. */
  readonly app: string;
  /** Whether the app is about to be turned on. */
  readonly activated: boolean;

  constructor(app: string, activated: boolean) {
    super('tavle-before-toggle', {...outward, cancelable: true});
    this.app = app;
    this.activated = activated;
  }
}

/** Fired when the user's change is saved. */
export class TavleToggleEvent extends Event {
  /** The app's name. */
  readonly app: string;
  /** Whether the app is on now. */
  readonly activated: boolean;

  constructor(app: string, activated: boolean) {
    super('tavle-toggle', outward);
    this.app = app;
    this.activated = activated;
  }
}

/** Fired each time the states of the apps are read. */
export class TavleLoadEvent extends Event {
  constructor() {
    super('tavle-load', outward);
  }
}

/** `load`: the states could not be read; `save`: a change could not be saved; `app`: an app's content failed. */
export type FailedOperation = 'load' | 'save' | 'app';

/** Fired when something failed. The user is told already. */
export class TavleErrorEvent extends Event {
  readonly operation: FailedOperation;
  /** What was thrown: an `ApiError`, or whatever `getToken` or the app threw. */
  readonly cause: unknown;
  /** The app's name; nothing when `operation` is `load`. */
  readonly app: string | undefined;

  constructor(operation: FailedOperation, cause: unknown, app?: string) {
    super('tavle-error', outward);
    this.operation = operation;
    this.cause = cause;
    this.app = app;
  }
}

/**
 * For an app's content to dispatch on itself when it can't go on. Content without this class at hand dispatches
 * `Object.assign(new Event('tavle-app-error', {bubbles: true}), {cause})`.
 */
export class TavleAppErrorEvent extends Event {
  readonly cause: unknown;

  constructor(cause: unknown) {
    super('tavle-app-error', outward);
    this.cause = cause;
  }
}

declare global {
  interface HTMLElementEventMap {
    'tavle-before-toggle': TavleBeforeToggleEvent;
    'tavle-toggle': TavleToggleEvent;
    'tavle-load': TavleLoadEvent;
    'tavle-error': TavleErrorEvent;
    'tavle-app-error': Event & {readonly cause?: unknown};
  }
}
