// Creates and removes the content of an app's `<template>`, for `tavle-app.ts`. Here you can change how content is
// copied, or how its failures are found. Leave other children of the app as they are: the page owns them.
import {warnOnce} from '../shared/property.ts';
import {isApp} from './parts.ts';

const className = 'tavle-app-content';

/** Any change of a template's content. */
const anyChange = {childList: true, subtree: true, characterData: true, attributes: true};

/**
 * The content of an app's `<template>` while the app is active, for `tavle-app.ts`. It is in the app's light DOM, and is created again when
 * another script removes it, and when the template is added, replaced or changed.
 *
 * Inserting custom elements does not throw their errors: the browser reports them to the window, and Lit to a promise. This class watches both,
 * so that an app reports the errors of its content.
 */
export class AppContent {
  readonly #app: HTMLElement;
  readonly #failed: (cause: unknown) => void;
  readonly #observer = new MutationObserver(records => this.#update(records));
  #template: HTMLTemplateElement | null = null;
  #shown: HTMLElement | undefined;

  /** @param failed Called after content that failed was removed. */
  constructor(app: HTMLElement, failed: (cause: unknown) => void) {
    this.#app = app;
    this.#failed = failed;
    app.addEventListener('tavle-app-error', event => {
      // Ignores events of apps in the content.
      if (event.composedPath().find(node => isApp(node as Element)) === app) this.#fail(event.cause);
    });
  }

  #fail(cause: unknown): void {
    this.remove();
    this.#failed(cause);
  }

  /** Renders the content again, if the app has a template. */
  show(): void {
    this.remove();
    this.#observer.observe(this.#app, {childList: true});
    const template = this.#findTemplate();
    this.#template = template;
    if (!template) return;

    this.#observer.observe(template, anyChange);
    this.#observer.observe(template.content, anyChange);
    const content = document.createElement('div');
    content.className = className;
    this.#shown = content;
    const fail = (cause: unknown) => {
      if (this.#shown === content) this.#fail(cause);
    };
    let error: ErrorEvent | undefined;
    const note = (event: ErrorEvent) => void (error ??= event);
    addEventListener('error', note, true);
    content.append(...this.#copyOf(template));
    this.#app.append(content);
    removeEventListener('error', note, true);
    if (error) fail(error.error ?? error.message);
    for (const element of content.querySelectorAll<Element & {updateComplete?: unknown}>('*')) {
      Promise.resolve(element.updateComplete).catch(fail);
    }
  }

  remove(): void {
    this.#observer.disconnect();
    this.#shown = undefined;
    this.removeCopies();
  }

  /** Removes content that was copied with the app: `cloneNode`, `innerHTML` and history caches also copy rendered content. */
  removeCopies(): void {
    for (const child of this.#app.querySelectorAll(`:scope > .${className}`))
      if (child !== this.#shown) child.remove();
  }

  #findTemplate(): HTMLTemplateElement | null {
    return this.#app.querySelector<HTMLTemplateElement>(':scope > template');
  }

  #update(records: readonly MutationRecord[]): void {
    const isChanged =
      this.#findTemplate() !== this.#template || records.some(({target}) => target !== this.#app);
    // A script that morphs the page may have removed the content, or have made another element of it.
    const isMissing =
      this.#template && (this.#shown?.parentNode !== this.#app || this.#shown.className !== className);
    if (isChanged || isMissing) this.show();
  }

  /**
   * Returns a copy of a template's content. React and Angular add children to the `<template>` itself: these are copied without properties and
   * listeners.
   */
  #copyOf({content, childNodes}: HTMLTemplateElement): Node[] {
    const warning = 'children of <template> are copied without properties and listeners.';
    if (childNodes.length)
      warnOnce(
        this.#app,
        'template',
        `<tavle-app name="${this.#app.getAttribute('name') ?? ''}">: ${warning}`,
      );
    return [...content.childNodes, ...childNodes].map(node => document.importNode(node, true));
  }
}
