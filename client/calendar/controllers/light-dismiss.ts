/** Whether the pointer was pressed outside the dialog: a text selection that ends outside is not a click outside. */
let isPressed = false;

/**
 * Closes a dialog when the person presses and releases outside it, in browsers without `closedBy`: Chrome 133, Firefox 140, Safari 27.2 and older.
 * Listens to `pointerdown` and `pointerup`.
 */
export function dismiss({type, target, currentTarget, clientX, clientY}: MouseEvent): void {
  const dialog = currentTarget as HTMLDialogElement;
  const {left, right, top, bottom} = dialog.getBoundingClientRect();
  // The dialog is also the target of events on its backdrop and padding.
  const isOutside =
    target === dialog && (clientX < left || clientX > right || clientY < top || clientY > bottom);
  if (type === 'pointerup' && isPressed && isOutside && !('closedBy' in HTMLDialogElement.prototype))
    dialog.close();
  isPressed = isOutside;
}
