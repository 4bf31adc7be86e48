import {useKey} from './gestures.ts';

/**
 * Undoes the last change on Ctrl+Z or Cmd+Z, unless it is pressed in a field. For the calendar, the dashboard and `<tavle-editorial>`.
 *
 * @param undo Returns whether there was something to undo.
 */
export function undoOnKey(host: HTMLElement, undo: () => boolean): void {
  host.addEventListener('keydown', event => {
    const {key, ctrlKey, metaKey, shiftKey, altKey} = event;
    const isUndo = key === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
    const [target] = event.composedPath() as HTMLElement[];
    const isField = target?.isContentEditable === true || target?.matches('input, textarea, select');
    // An element inside this one may have handled the key.
    if (isUndo && !event.defaultPrevented && !isField && undo()) useKey(event);
  });
}
