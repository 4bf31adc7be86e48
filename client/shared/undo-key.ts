/** Whether this is Ctrl+Z or Cmd+Z, pressed where it is not about a text that is being written. */
export function isUndoKey(event: KeyboardEvent): boolean {
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  return isUndo && !isEditable(event);
}

function isEditable(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
