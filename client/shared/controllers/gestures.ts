// Distinguishes clicks and keys of the browser from those of an element, for the elements and their controllers. Add a
// check here if two elements need it. Leave the browser's own keys alone, such as Ctrl+click on a link.

/** Whether a modifier key is held, which gives a click or another key a meaning for the browser. */
export const isModified = ({altKey, ctrlKey, metaKey, shiftKey}: MouseEvent | KeyboardEvent): boolean =>
  altKey || ctrlKey || metaKey || shiftKey;

/**
 * Whether the browser uses a click because a key is held: it opens a link in another tab, or extends a selection. On a button, a held key has no
 * such meaning.
 */
export const isBrowsers = (click: MouseEvent): boolean =>
  isModified(click) && !(click.target as Element).closest('button');

/** The distance, in px, after which a press that selects text is not a click. */
const selectionDistance = 2;

/**
 * Watches presses in a host.
 *
 * @returns A function that returns whether a click ends the selection of a text that is not a button's.
 */
export function watchSelection(host: HTMLElement): (click: MouseEvent) => boolean {
  let press: PointerEvent | undefined;
  host.addEventListener('pointerdown', event => (press = event), true);
  return ({target, x, y}) => {
    const distance = press ? Math.hypot(x - press.x, y - press.y) : 0;
    press = undefined;
    // In a shadow root, `isCollapsed` is wrong, but `type` is right in all browsers. In Chromium and WebKit, a click
    // keeps an older selection, so the distance counts.
    const isSelecting = distance > selectionDistance && getSelection()?.type === 'Range';
    return isSelecting && !(target as Element).closest('button');
  };
}

/** Hides a key that an element has used from the browser and the page. */
export function useKey(event: KeyboardEvent): void {
  keep(event);
  if (event.key !== 'Escape') return;
  // A held Escape repeats after it has closed something, and some modals close when it is released.
  const keepRest = (next: KeyboardEvent) => {
    if (next.key !== 'Escape') return;
    if (next.repeat || next.type === 'keyup') keep(next);
    if (!next.repeat) for (const type of keyEvents) removeEventListener(type, keepRest, true);
  };
  for (const type of keyEvents) addEventListener(type, keepRest, true);
}

const keyEvents = ['keydown', 'keyup'] as const;

function keep(event: KeyboardEvent): void {
  event.preventDefault();
  event.stopPropagation();
}

/** Whether a key is Escape alone. */
export const isEscape = (event: KeyboardEvent): boolean => event.key === 'Escape' && !isModified(event);

/**
 * Undoes the last change on Ctrl+Z or Cmd+Z, unless it is pressed in a field. For the calendar, the dashboard and `<tavle-editorial>`.
 *
 * @param undo Returns whether there was something to undo.
 */
export function undoOnKey(host: HTMLElement, undo: () => boolean): void {
  host.addEventListener('keydown', event => {
    const {key, ctrlKey, metaKey, shiftKey, altKey} = event;
    // With Caps Lock, the key is `Z`.
    const isUndo = key.toLowerCase() === 'z' && (ctrlKey || metaKey) && !shiftKey && !altKey;
    const [target] = event.composedPath() as HTMLElement[];
    const isField = target?.isContentEditable === true || target?.matches('input, textarea, select');
    // An element inside this one may have handled the key.
    if (isUndo && !event.defaultPrevented && !isField && undo()) useKey(event);
  });
}
