// The events that all elements share: models, `session.ts` and `tavle-app.ts` fire them, and scripts of portal pages
// listen. You can add a field or a value of `Operation`. Keep the names of events and fields, which pages use.

/** Fired after an element has loaded or reloaded its data. The manual lists events and their properties from the classes (`npm run docs`). */
export class TavleLoadEvent extends Event {
  constructor() {
    super('tavle-load', {bubbles: true, composed: true});
  }
}

/** What failed: loading, saving, showing an app's content, or a step of mails and calendar links. */
export type Operation = 'load' | 'save' | 'app' | 'subscribe';

/** Fired after something failed and the element has shown it. */
export class TavleErrorEvent extends Event {
  readonly operation: Operation;
  /** The app's name, for `app` and for a dashboard's `save`. */
  readonly app: string | undefined;
  /** The deadline's number, for a calendar's `save`, and for a `load` of one deadline. */
  readonly fristId: number | undefined;
  /** CVR number of the company, for a failure of one company. */
  readonly cvr: string | undefined;
  readonly cause: unknown;

  constructor(
    operation: Operation,
    cause: unknown,
    {app, fristId, cvr}: {app?: string; fristId?: number; cvr?: string} = {},
  ) {
    super('tavle-error', {bubbles: true, composed: true});
    this.operation = operation;
    this.cause = cause;
    this.app = app;
    this.fristId = fristId;
    this.cvr = cvr;
  }
}

declare global {
  interface HTMLElementEventMap {
    'tavle-load': TavleLoadEvent;
    'tavle-error': TavleErrorEvent;
  }
}
