import type {ReactiveController, ReactiveControllerHost} from 'lit';

import {listen} from '../shared/controllers/listen.ts';
import {Part} from '../shared/part.ts';

/** Elements that have their texts in common. */
type Feature = 'calendar' | 'dashboard' | 'forms';

export type Language = 'da' | 'en';

type Host<Strings> = ReactiveControllerHost & Element & {strings: Partial<Strings>};

/** The English texts: most pages are Danish. */
export const english = new Part(() => import('./en.ts'));

/** Elements that have `lang` from their {@link Localize}. */
const marked = new WeakSet<Element>();

const hosts = new Set<ReactiveControllerHost>();

/** The observer of all elements of the page: `lang` may change on any ancestor. A server that imports this module has none. */
let observer: MutationObserver | undefined;

/**
 * Provides an element with its texts in the language of its closest ancestor with `lang`, and renders it again when that changes.
 * Loads the English texts when they are first needed. If that fails, the texts are Danish until the element is put into the page again
 * or the browser is online again.
 */
export class Localize<Strings> implements ReactiveController {
  readonly #host: Host<Strings>;
  readonly #danish: Strings;
  readonly #feature: Feature;

  /** @param feature Whose English texts the element has. */
  constructor(host: Host<Strings>, danish: Strings, feature: Feature) {
    this.#host = host;
    this.#danish = danish;
    this.#feature = feature;
    host.addController(this);
    listen(host, window, 'online', () => this.#retry());
  }

  /** The language of the texts; Danish if that of the element is neither Danish nor English, or the English texts are missing. */
  get language(): Language {
    return this.#isEnglish && english.exports ? 'en' : 'da';
  }

  /** The texts of the language, or those that the host has in their place. */
  get strings(): Strings {
    const texts = this.language === 'en' ? english.exports?.[this.#feature] : this.#danish;
    return {...(texts as Strings), ...this.#host.strings};
  }

  /** Loads the texts of the language. `undefined`: they are loaded, or could not be. */
  get loading(): Promise<void> | undefined {
    return this.#isEnglish && !english.exports && !english.error ? english.load() : undefined;
  }

  get #isEnglish(): boolean {
    return /^en(-|$)/i.test(languageOf(this.#host));
  }

  #retry(): void {
    english.error = undefined;
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    if (!hosts.size) {
      observer = new MutationObserver(() => {
        for (const host of hosts) host.requestUpdate();
      });
      observer.observe(document, {attributeFilter: ['lang'], subtree: true});
    }
    hosts.add(this.#host);
    this.#retry();
  }

  /** Marks the element's inside as Danish or English where the page is in another language, or in none (WCAG 3.1.2). */
  hostUpdated(): void {
    const {language} = this;
    const isOther = !languageOf(this.#host).toLowerCase().startsWith(language);
    for (const child of this.#host.shadowRoot?.children ?? []) {
      if (isOther && !child.hasAttribute('lang')) marked.add(child);
      if (!marked.has(child)) continue;
      if (isOther) child.setAttribute('lang', language);
      else child.removeAttribute('lang');
    }
  }

  hostDisconnected(): void {
    hosts.delete(this.#host);
    if (!hosts.size) observer?.disconnect();
  }
}

/** Returns the `lang` of the element or of its closest ancestor that has one, across shadow roots; otherwise ''. */
function languageOf(element: Element): string {
  const named = element.closest('[lang]');
  if (named) return named.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : '';
}
