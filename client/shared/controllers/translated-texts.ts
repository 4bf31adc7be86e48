import type {ReactiveController, ReactiveControllerHost} from 'lit';

/**
 * Lets an element change its texts in a translated page. Chrome and Edge replace each text node by a `<font>`, but Lit keeps its text nodes, and
 * finds the place of others by them. Restores Lit's nodes, with the translation in them, before it renders.
 */
export class TranslatedTexts implements ReactiveController {
  readonly #host: ReactiveControllerHost & Element;
  /** The text nodes of Lit, by what has replaced them. */
  readonly #originals = new Map<ChildNode, Text>();
  readonly #observer = new MutationObserver(records => this.#note(records));

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
      if (!this.#host.shadowRoot?.contains(replacement)) continue;
      text.data = replacement.textContent ?? '';
      replacement.replaceWith(text);
    }
    this.#originals.clear();
    this.#observer.takeRecords();
  }

  #note(records: readonly MutationRecord[]): void {
    for (const {addedNodes, removedNodes, previousSibling, nextSibling} of records) {
      const [removed] = removedNodes as NodeListOf<ChildNode>;
      const added = addedNodes[0] ?? [previousSibling, nextSibling].find(node => node?.nodeName === 'FONT');
      const text = removed && (this.#originals.get(removed) ?? (removed instanceof Text && removed));
      if (added && text) this.#originals.set(added as ChildNode, text);
    }
  }
}
