/** Closes a dialog when the person clicks beside it, in browsers without `closedBy`: Chrome 133, Firefox 140, Safari 27.2 and older. */
export class LightDismiss {
  #pressed = false;

  /** Notes where a click begins: a text that is selected from the inside to the outside is not a click beside the dialog. */
  readonly onPointerdown = (event: PointerEvent): void => {
    this.#pressed = isBeside(event);
  };

  readonly onClick = (event: MouseEvent): void => {
    const dialog = event.currentTarget as HTMLDialogElement;
    if (!('closedBy' in HTMLDialogElement.prototype) && this.#pressed && isBeside(event)) dialog.close();
    this.#pressed = false;
  };
}

/** The backdrop belongs to the dialog, and so does the room around what is in it. */
function isBeside({target, currentTarget, clientX, clientY}: MouseEvent): boolean {
  const {left, right, top, bottom} = (currentTarget as Element).getBoundingClientRect();
  return target === currentTarget && (clientX < left || clientX > right || clientY < top || clientY > bottom);
}
