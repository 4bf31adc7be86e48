import type {CSSResult, ReactiveControllerHost} from 'lit';

import {ApiError} from '../api/api.ts';
import {reasonOf} from '../api/reason.ts';
import {TavleErrorEvent} from '../events.ts';
import type {Reason} from '../localize/shared-strings.ts';

/** A module that is loaded on first use, once for all elements of the page. */
export class Part<Exports> {
  readonly #load: () => Promise<Exports>;
  #loading: Promise<void> | undefined;
  /** `undefined` until the module is loaded. */
  exports: Exports | undefined;
  /** Why the last attempt to load the module failed. */
  error: ApiError | undefined;

  constructor(load: () => Promise<Exports>) {
    this.#load = load;
  }

  /** The reason of `error` for a person. */
  get failure(): Reason | undefined {
    return this.error && reasonOf(this.error);
  }

  /** Loads the module unless it is loaded. Retries after a failure. Does not throw. */
  load(): Promise<void> {
    this.error = undefined;
    return (this.#loading ??= this.#load().then(
      exports => {
        this.exports = exports;
      },
      (cause: unknown) => {
        this.error = new ApiError(0, 'A part of the element could not be loaded.', cause);
        this.#loading = undefined;
      },
    ));
  }

  /** Loads the module unless it is loaded, and returns its exports. @throws {ApiError} If it can't be loaded. */
  async loadExports(): Promise<Exports> {
    if (!this.exports) await this.load();
    if (!this.exports) throw this.error ?? new ApiError(0, 'It is missing.');
    return this.exports;
  }

  /** Loads the module for an element, and renders the element before and after the load. */
  async loadFor(host: ReactiveControllerHost & Element): Promise<void> {
    const loaded = this.load();
    host.requestUpdate();
    await loaded;
    host.requestUpdate();
    if (this.error) host.dispatchEvent(new TavleErrorEvent('load', this.error));
  }

  /** Prefetches the module. Does nothing after a failure. */
  readonly prefetch = (): void => {
    if (!this.error) void this.load();
  };
}

/** Adds a style sheet to an element once. */
export function addStyles({shadowRoot}: Element, {styleSheet}: CSSResult): void {
  const sheets = shadowRoot?.adoptedStyleSheets;
  if (styleSheet && !sheets?.includes(styleSheet)) sheets?.push(styleSheet);
}
