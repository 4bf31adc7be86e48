import type {ReactiveControllerHost} from 'lit';

/**
 * Lets an element change its texts in a translated page. Chrome and Edge replace each text node by a `<font>`. Firefox moves the nodes of a block of text,
 * and removes the comments between them. Lit finds its places by these nodes, so they are moved back before it renders. A text
 * that a `<font>` replaced keeps its translation; those of a block get their own text again, and Firefox translates them again.
 */
export function allowTranslation(host: ReactiveControllerHost & Element): void {
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
  // An authority's markup is not rendered by Lit. Extensions add style sheets.
  if ((target as Partial<Element>).closest?.('.markup') || added?.nodeName === 'STYLE') return;
  const translation = added?.nodeName === 'FONT' && added.textContent;
  if (translation && removed instanceof Text) removed.data = translation;
  for (const node of addedNodes) (node as ChildNode).remove();
  for (const node of removedNodes)
    target.insertBefore(node, nextSibling?.parentNode === target ? nextSibling : null);
}
