// The language and the texts of an element, for `public-element.ts` and `tavle-app.ts`, and so for all elements. Here
// you can change how the language is found or texts are loaded; the texts are in `texts/`. Pages replace texts by key
// (`strings`): a wrong replacement must not stop an element.
import {type CSSResult, LitElement, type ReactiveController, type ReactiveControllerHost} from 'lit';

import {listen} from '../shared/controllers/listen.ts';
import {warnOfInvalid} from '../shared/property.ts';
import type * as texts from '../texts/en.ts';
import type {Language} from '../texts/keys.ts';

/** Elements that share texts. */
export type Feature = 'calendar' | 'dashboard' | 'editorial' | 'forms' | 'frist';

/** The English texts, loaded on first use since most pages are Danish. Shared by all elements of the page. */
export const english = {
  /** By feature; `undefined` until they are loaded. */
  texts: undefined as typeof texts | undefined,
  /** Whether the last attempt to load them failed. */
  hasFailed: false,
  /** Loads the texts. Does not throw. */
  async load(): Promise<void> {
    english.hasFailed = false;
    try {
      english.texts = await import('../texts/en.ts');
    } catch {
      english.hasFailed = true;
    }
  },
};

type Host<Strings> = ReactiveControllerHost & Element & {strings: Partial<Strings>};

/**
 * Provides an element with its texts in the language of its closest ancestor with `lang`, and renders it again when the language changes. Loads
 * the English texts on first use. If that fails, the texts are Danish until the element is reconnected or the browser is online again.
 */
export class Localize<Strings> implements ReactiveController {
  readonly #host: Host<Strings>;
  readonly #danish: Strings;
  readonly #feature: Feature;
  /** Observes the `lang` attributes of the page and of the shadow roots around the host. */
  readonly #observer = new MutationObserver(() => this.#host.requestUpdate());

  /** @param feature The key of the English texts. */
  constructor(host: Host<Strings>, danish: Strings, feature: Feature) {
    this.#host = host;
    this.#danish = danish;
    this.#feature = feature;
    host.addController(this);
    allowTranslation(host);
    listen(host, window, 'online', () => this.#retry());
  }

  /** The language of the texts; Danish if the element's language is neither Danish nor English, or the English texts are missing. */
  get language(): Language {
    return this.#isEnglish && english.texts ? 'en' : 'da';
  }

  /** The texts of the language, with the host's replacements. */
  get strings(): Strings {
    const texts = this.language === 'en' ? english.texts?.[this.#feature] : this.#danish;
    const invalid: string[] = [];
    const merged = mergeTexts(texts as Strings & object, this.#host.strings, name => invalid.push(name));
    if (invalid.length) warnOfInvalid(this.#host, 'strings', invalid.join(', '));
    return merged;
  }

  /** Loads the texts of the language. `undefined`: they are loaded or failed to load. */
  get loading(): Promise<void> | undefined {
    return this.#isEnglish && !english.texts && !english.hasFailed ? english.load() : undefined;
  }

  get #isEnglish(): boolean {
    return /^en(-|$)/i.test(languageOf(this.#host));
  }

  #retry(): void {
    english.hasFailed = false;
    this.#host.requestUpdate();
  }

  hostConnected(): void {
    for (let node: Node | undefined = this.#host; node; node = (node as Partial<ShadowRoot>).host) {
      node = node.getRootNode();
      this.#observer.observe(node, {attributeFilter: ['lang'], subtree: true});
    }
    this.#retry();
  }

  /** Sets `lang` in the shadow root if the page's language differs or is missing (WCAG 3.1.2). */
  hostUpdated(): void {
    const {language} = this;
    const isOther = !languageOf(this.#host).toLowerCase().startsWith(language);
    for (const child of this.#host.shadowRoot?.children ?? []) {
      if (isOther) child.setAttribute('lang', language);
      else child.removeAttribute('lang');
    }
  }

  hostDisconnected(): void {
    this.#observer.disconnect();
  }
}

/** An element whose texts are in the language of the page. */
export abstract class LocalizedElement<Strings> extends LitElement {
  protected readonly localize: Localize<Strings>;
  /** Texts that replace built-in ones. */
  abstract strings: Partial<Strings>;

  /** @param danish The Danish texts. @param feature Selects the English ones. */
  constructor(danish: Strings, feature: Feature) {
    super();
    this.localize = new Localize(this, danish, feature);
  }

  /**
   * Renders into a child of the shadow root, which `styles/tokens.ts` gives a width: a style of the page for the element does not reach this child.
   */
  protected override createRenderRoot(): HTMLElement | DocumentFragment {
    const root = document.createElement('div');
    root.className = 'root';
    const isElsewhere = this.ownerDocument !== document;
    const shadow = isElsewhere
      ? this.attachShadow((this.constructor as typeof LitElement).shadowRootOptions)
      : super.createRenderRoot();
    if (isElsewhere) this.adoptedCallback();
    shadow.append(root);
    return root;
  }

  /** Called when the page moves the element (`moveBefore`). Keeps what is shown, also an open dialog, but the language may be another one. */
  connectedMoveCallback(): void {
    this.requestUpdate();
  }

  /**
   * Called when the element is in another document, such as another window. Copies its style sheets, since those of the first document have no
   * effect there.
   */
  adoptedCallback(): void {
    const {shadowRoot, ownerDocument} = this;
    const {CSSStyleSheet} = ownerDocument.defaultView ?? window;
    if (!shadowRoot) return;
    shadowRoot.adoptedStyleSheets = (this.constructor as typeof LitElement).elementStyles.map(style => {
      const sheet = new CSSStyleSheet();
      sheet.replaceSync((style as CSSResult).cssText);
      return sheet;
    });
  }

  /** Waits for the texts of another language. */
  protected override async scheduleUpdate(): Promise<void> {
    const {loading} = this.localize;
    if (loading) await loading;
    await super.scheduleUpdate();
  }
}

/** Returns the `lang` of the element or its closest ancestor, across shadow roots; otherwise ''. Frameworks write a missing value as the texts `undefined` or `null`. */
function languageOf(element: Element): string {
  const named = element.closest('[lang]:not([lang=undefined], [lang=null])');
  if (named) return named.getAttribute('lang') ?? '';
  const root = element.getRootNode();
  return root instanceof ShadowRoot ? languageOf(root.host) : '';
}

type Texts = Record<string, unknown>;
type TextFunction = (...values: unknown[]) => unknown;

/**
 * Returns built-in texts with a page's replacements, also those of names without a built-in text. If a function of the page throws or does not
 * return a text, uses the built-in text.
 *
 * @param onInvalid Called with the name of a replacement that is ignored because its type is wrong.
 */
function mergeTexts<BuiltIn extends object, Replacements extends object>(
  texts: BuiltIn,
  replacements: Replacements,
  onInvalid: (name: string) => void,
): BuiltIn & Replacements {
  const merged = {...texts} as Texts;
  for (const [name, text] of Object.entries<unknown>(replacements as Texts)) {
    const builtIn = merged[name] ?? text;
    if (text === undefined) continue;
    if (text === null || typeof text !== typeof builtIn) onInvalid(name);
    else if (typeof text === 'function' && text !== builtIn)
      merged[name] = guard(text as TextFunction, builtIn as TextFunction);
    else merged[name] = typeof text === 'object' ? mergeTexts(builtIn as Texts, text, onInvalid) : text;
  }
  return merged as BuiltIn & Replacements;
}

const guard =
  (replacement: TextFunction, builtIn: TextFunction): TextFunction =>
  (...values) => {
    try {
      const text = replacement(...values);
      if (typeof text === 'string') return text;
    } catch {
      // The page's own code has failed.
    }
    return builtIn(...values);
  };

/**
 * Lets an element change its texts in a translated page. Chrome and Edge replace each text node by a `<font>`. Firefox moves the nodes of a
 * block of text, and removes the comments between them. Lit finds its places by these nodes, so they are moved back before Lit renders. A node
 * that a `<font>` replaced gets the translation. The nodes of a block get the original text again, and Firefox translates them again.
 */
function allowTranslation(host: ReactiveControllerHost & Element): void {
  /** Changes by others since the last rendering. */
  let records: MutationRecord[] = [];
  // A translated list of thousands of deadlines has more records than a call may have arguments.
  const observer = new MutationObserver(added => void (records = records.concat(added)));
  host.addController({
    hostConnected() {
      if (host.shadowRoot)
        observer.observe(host.shadowRoot, {childList: true, subtree: true, characterDataOldValue: true});
    },
    hostUpdate() {
      records.concat(observer.takeRecords()).reverse().forEach(undo);
      records = [];
    },
    hostUpdated() {
      observer.takeRecords();
    },
  });
}

function undo({
  target,
  addedNodes,
  removedNodes,
  previousSibling,
  nextSibling,
  oldValue,
}: MutationRecord): void {
  const [added = previousSibling] = addedNodes;
  const [removed] = removedNodes;
  // Firefox changes the text of a block while its nodes are removed.
  if (!target.parentNode && target instanceof Text) target.data = oldValue ?? '';
  // Ignores an authority's markup, which Lit does not render, and style sheets, which extensions add.
  if ((target as Partial<Element>).closest?.('.markup') || added?.nodeName === 'STYLE') return;
  const translation = added?.nodeName === 'FONT' && added.textContent;
  if (translation && removed instanceof Text) removed.data = translation;
  for (const node of addedNodes) (node as ChildNode).remove();
  for (const node of removedNodes)
    target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null);
}
