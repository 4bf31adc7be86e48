import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** The languages of the elements. */
export type Language = 'da' | 'en';

type Host<Strings> = ReactiveControllerHost & Element & {strings: Partial<Strings>};

const hosts = new Set<ReactiveControllerHost>();

/** The observer of all elements of the page: `lang` may change on any ancestor. A server that imports this module has none. */
let observer: MutationObserver | undefined;

/** Provides an element with its texts in the language of its closest ancestor with `lang`, and renders it again when that changes. */
export class Localize<Strings> implements ReactiveController {
  readonly #host: Host<Strings>;
  readonly #dictionaries: Record<Language, Strings>;

  constructor(host: Host<Strings>, dictionaries: Record<Language, Strings>) {
    this.#host = host;
    this.#dictionaries = dictionaries;
    host.addController(this);
  }

  /** The language of the element; Danish if it is neither Danish nor English. */
  get language(): Language {
    return /^en(-|$)/i.test(languageOf(this.#host)) ? 'en' : 'da';
  }

  /** The texts of the language, or those that the host has in their place. */
  get strings(): Strings {
    return {...this.#dictionaries[this.language], ...this.#host.strings};
  }

  hostConnected(): void {
    if (!hosts.size) {
      observer = new MutationObserver(() => {
        for (const host of hosts) host.requestUpdate();
      });
      observer.observe(document, {attributeFilter: ['lang'], subtree: true});
    }
    hosts.add(this.#host);
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
