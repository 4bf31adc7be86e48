import type {ReactiveController, ReactiveControllerHost} from 'lit';

interface Restored {
  readonly replacement: ChildNode;
  readonly text: Text;
  readonly data: string;
  /** The node inside the replacement that contained the text. */
  readonly holder: ParentNode | null;
}

/**
 * Lets an element change its texts in a translated page. Chrome and Edge replace each text node by a `<font>`, but Lit keeps its text nodes, and
 * finds the place of others by them. Restores Lit's nodes while it renders, and then the translations of texts that have not changed.
 */
export class TranslatedTexts implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  /** The text nodes of Lit, by what has replaced them. */
  readonly #originals = new Map<ChildNode, Text>();
  readonly #observer = new MutationObserver(records => this.#note(records));
  #restored: Restored[] = [];

  constructor(host: ReactiveControllerHost & Element) {
    this.#host = host;
    host.addController(this);
  }

  hostConnected(): void {
    const {shadowRoot} = this.#host;
    if (shadowRoot) this.#observer.observe(shadowRoot, {childList: true, subtree: true});
  }

  hostUpdate(): void {
    this.#note(this.#observer.takeRecords());
    for (const [replacement, text] of this.#originals) {
      if (this.#host.shadowRoot?.contains(replacement)) {
        this.#restored.push({replacement, text, data: text.data, holder: text.parentNode});
        replacement.replaceWith(text);
      } else this.#originals.delete(replacement);
    }
  }

  hostUpdated(): void {
    for (const {replacement, text, data, holder} of this.#restored) {
      if (!text.isConnected || text.data !== data) continue;
      text.replaceWith(replacement);
      holder?.append(text);
    }
    this.#restored = [];
    // Lit's own changes.
    this.#observer.takeRecords();
  }

  #note(records: readonly MutationRecord[]): void {
    for (const {addedNodes, removedNodes, previousSibling, nextSibling} of records) {
      const [removed] = removedNodes as NodeListOf<ChildNode>;
      const added = addedNodes[0] ?? [previousSibling, nextSibling].find(node => node?.nodeName === 'FONT');
      const text =
        removed && (this.#originals.get(removed) ?? (removed instanceof Text ? removed : undefined));
      if (added && text && !this.#originals.has(added as ChildNode))
        this.#originals.set(added as ChildNode, text);
    }
  }
}
