import {TavleAppErrorEvent} from './events.ts';

/**
 * The content of an app's `<template>` while the app is active, in the app's light DOM.
 *
 * Inserting custom elements does not throw their errors: the browser reports them to the window, and Lit to a promise. Watches both, so
 * that an app can report its own errors.
 */
export class AppContent {
  readonly #app: Element;
  readonly #failed: (cause: unknown) => void;
  #shown: HTMLElement | undefined;

  /** @param failed Called after content that failed was removed. */
  constructor(app: Element, failed: (cause: unknown) => void) {
    this.#app = app;
    this.#failed = failed;
  }

  /** Renders the content again, if the app has a template. */
  show(): void {
    this.remove();
    const template = this.#app.querySelector<HTMLTemplateElement>(':scope > template');
    if (!template) return;

    const content = document.createElement('div');
    content.className = 'tavle-app-content';
    content.addEventListener(TavleAppErrorEvent.type, event => this.#fail(content, event.cause));
    this.#shown = content;
    const [error] = reportedErrors(() => {
      content.append(document.importNode(template.content, true));
      this.#app.append(content);
    });
    if (error !== undefined) {
      this.#fail(content, error);
      return;
    }
    for (const element of content.querySelectorAll<Element & {updateComplete?: unknown}>('*')) {
      Promise.resolve(element.updateComplete).catch((cause: unknown) => this.#fail(content, cause));
    }
  }

  remove(): void {
    this.#shown?.remove();
    this.#shown = undefined;
  }

  #fail(content: HTMLElement, cause: unknown): void {
    if (this.#shown !== content) return;
    this.remove();
    this.#failed(cause);
  }
}

/** Runs `action` and returns the errors that the window reported. */
function reportedErrors(action: () => void): unknown[] {
  const errors: unknown[] = [];
  const note = (event: ErrorEvent) => void errors.push(event.error ?? event.message);
  addEventListener('error', note, {capture: true});
  try {
    action();
  } finally {
    removeEventListener('error', note, {capture: true});
  }
  return errors;
}
