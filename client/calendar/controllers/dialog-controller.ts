import type {ReactiveController, ReactiveControllerHost} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';
import type {DialogState} from '../model/dialog.ts';

type Host = ReactiveControllerHost & Element & {readonly renderRoot: HTMLElement | DocumentFragment};

/** The time that screen readers need after a dialog has uncovered the page. */
const uncoverTimeMs = 150;

/**
 * Opens and closes the dialog according to the model. Browsers focus the opened dialog: Firefox the dialog itself (`autofocus`), since
 * screen readers miss a focus that moves into it at the same time, others its heading. Moves the focus to the heading when an open dialog
 * shows other content.
 */
export class DialogController implements ReactiveController {
  readonly #host: Host;
  readonly #model: CalendarModel;
  #rendered: DialogState | undefined;
  #isCovering = false;

  constructor(host: Host, model: CalendarModel) {
    this.#host = host;
    this.#model = model;
    host.addController(this);
  }

  /**
   * Whether the dialog covers the page, or did a moment ago. Firefox removes covered content from the accessibility tree, so text in its
   * live regions is not announced.
   */
  get isCovering(): boolean {
    return this.#model.dialog.opened !== undefined || this.#isCovering;
  }

  /** Call it after the browser has closed the dialog. */
  closed(): void {
    this.#model.dialog.close();
    setTimeout(() => {
      this.#isCovering = this.#model.dialog.opened !== undefined;
      this.#host.requestUpdate();
    }, uncoverTimeMs);
  }

  /** Closes the dialog: reconnected, it would not be modal any more. */
  hostDisconnected(): void {
    if (this.#model.dialog.opened) this.#model.dialog.close();
  }

  hostUpdated(): void {
    const {opened} = this.#model.dialog;
    const dialog = this.#host.renderRoot.querySelector('dialog');
    if (!opened) dialog?.close();
    else if (!dialog?.open) {
      if (dialog) dialog.autofocus = true;
      dialog?.showModal();
      this.#isCovering = true;
    }
    if (opened && this.#rendered && opened !== this.#rendered)
      dialog?.querySelector<HTMLElement>('[role="heading"]')?.focus();
    this.#rendered = opened;
  }
}

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
