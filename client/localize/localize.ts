import type {ReactiveController, ReactiveControllerHost} from 'lit';

/** What the elements speak. */
export type Language = 'da' | 'en';

type Host<Strings> = ReactiveControllerHost & Element & {strings: Partial<Strings>};

const hosts = new Set<ReactiveControllerHost>();

/** One observer for all elements of the page; a `lang` may change on any ancestor. A server that imports this has none. */
let observer: MutationObserver | undefined;

/** Gives an element its texts in the language that it stands in, and renders it anew when that changes. */
export class Localize<Strings> implements ReactiveController {
  readonly #host: Host<Strings>;
  readonly #dictionaries: Record<Language, Strings>;

  constructor(host: Host<Strings>, dictionaries: Record<Language, Strings>) {
    this.#host = host;
    this.#dictionaries = dictionaries;
    host.addController(this);
  }

  /** Danish where the language is neither Danish nor English. */
  get language(): Language {
    return /^en(-|$)/i.test(languageOf(this.#host)) ? 'en' : 'da';
  }

  /** Single texts of the host go before those of the language. */
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

/** The `lang` of the element or of its closest ancestor that has one, across shadow roots; else ''. */
function languageOf(element: Element): string {
  const named = element.closest('[lang]');
  if (named) return named.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : '';
}
