// The events of the dashboard, for scripts of portal pages: `dashboard-model.ts` fires them, and an app's content fires
// the last one. You can add a field. Keep all names, which pages use. Then run `npm run docs` for the manual.

/**
 * Fired before an app is turned on or off. Call `preventDefault()` to cancel the change. Public, as `docs/reference/element-dashboard.md`
 * documents it.
 */
export class TavleBeforeToggleEvent extends Event {
  readonly app: string;
  readonly activated: boolean;

  constructor(app: string, activated: boolean) {
    super('tavle-before-toggle', {bubbles: true, composed: true, cancelable: true});
    this.app = app;
    this.activated = activated;
  }
}

/** Public. Fired after an app was turned on or off and the service has stored it. */
export class TavleToggleEvent extends Event {
  readonly app: string;
  readonly activated: boolean;

  constructor(app: string, activated: boolean) {
    super('tavle-toggle', {bubbles: true, composed: true});
    this.app = app;
    this.activated = activated;
  }
}

/** Public. Fired after the person has changed the order of the apps and the service has stored it. */
export class TavleOrderEvent extends Event {
  /** Names of apps, the first one first; also those of apps that this page lacks. */
  readonly apps: readonly string[];

  constructor(apps: readonly string[]) {
    super('tavle-order', {bubbles: true, composed: true});
    this.apps = apps;
  }
}

/** Public. Dispatched by the content of an app to report that it failed; its app then shows an error with a retry. */
export class TavleAppErrorEvent extends Event {
  readonly cause: unknown;

  constructor(cause?: unknown) {
    super('tavle-app-error', {bubbles: true, composed: true});
    this.cause = cause;
  }
}

declare global {
  interface HTMLElementEventMap {
    'tavle-before-toggle': TavleBeforeToggleEvent;
    'tavle-toggle': TavleToggleEvent;
    'tavle-order': TavleOrderEvent;
    'tavle-app-error': TavleAppErrorEvent;
  }
}
