import type {ReactiveControllerHost} from 'lit';

/**
 * Lets an element change its texts in a translated page. Chrome and Edge replace each text node by a `<font>`, but Lit keeps its text nodes, and
 * finds the place of others by them. Restores Lit's nodes, with the translation in them, before it renders.
 */
export function allowTranslation(host: ReactiveControllerHost & Element): void {
  /** The text nodes of Lit, by what has replaced them. */
  const originals = new Map<ChildNode, Text>();
  const note = (records: readonly MutationRecord[]) => {
    for (const {addedNodes, removedNodes, previousSibling, nextSibling} of records) {
      const [removed] = removedNodes as NodeListOf<ChildNode>;
      const added = addedNodes[0] ?? [previousSibling, nextSibling].find(node => node?.nodeName === 'FONT');
      const text = removed && (originals.get(removed) ?? (removed instanceof Text && removed));
      if (added && text) originals.set(added as ChildNode, text);
    }
  };
  const observer = new MutationObserver(note);
  host.addController({
    hostConnected() {
      if (host.shadowRoot) observer.observe(host.shadowRoot, {childList: true, subtree: true});
    },
    hostUpdate() {
      note(observer.takeRecords());
      for (const [replacement, text] of originals) {
        if (!host.shadowRoot?.contains(replacement)) continue;
        text.data = replacement.textContent ?? '';
        replacement.replaceWith(text);
      }
      originals.clear();
      observer.takeRecords();
    },
  });
}
