/** Whether the pointer was pressed outside the dialog: selecting text from the inside to the outside is not a click outside. */
let isPressed = false;

/**
 * Closes a dialog when the person presses and releases outside it, in browsers without `closedBy`: Chrome 133, Firefox 140, Safari 27.2 and older.
 * Listens to `pointerdown` and `pointerup`.
 */
export function dismiss({type, target, currentTarget, clientX, clientY}: MouseEvent): void {
  const dialog = currentTarget as HTMLDialogElement;
  const {left, right, top, bottom} = dialog.getBoundingClientRect();
  // The backdrop belongs to the dialog, and so does the room around what is in it.
  const isOutside =
    target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  if (type === 'pointerup' && isPressed && isOutside && !('closedBy' in HTMLDialogElement.prototype))
    dialog.close();
  isPressed = isOutside;
}
