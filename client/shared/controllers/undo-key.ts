import type {ReactiveControllerHost} from 'lit';

import {listen} from './listen.ts';

/**
 * Undoes the last change on Ctrl+Z or Cmd+Z, unless it is pressed in a field.
 *
 * @param undo Returns whether there was something to undo.
 */
export function undoOnKey(host: ReactiveControllerHost & EventTarget, undo: () => boolean): void {
  listen(host, host, 'keydown', (event: KeyboardEvent) => {
    // An element inside this one may have handled the key.
    if (!event.defaultPrevented && isUndoKey(event) && undo()) event.preventDefault();
  });
}

function isUndoKey(event: KeyboardEvent): boolean {
  const isUndo = event.key === 'z' && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;
  return isUndo && !isEditable(event);
}

function isEditable(event: Event): boolean {
  const [target] = event.composedPath();
  return (
    target instanceof HTMLElement && (target.isContentEditable || target.matches('input, textarea, select'))
  );
}
