import type {ReactiveControllerHost} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';

/** Moves the focus to the first deadline that was added to a list: what follows the button that added it is before that button. */
export function focusAdded(
  host: ReactiveControllerHost & {readonly renderRoot: HTMLElement | DocumentFragment},
  model: CalendarModel,
): void {
  host.addController({
    hostUpdated() {
      if (model.firstAdded === undefined) return;
      host.renderRoot.querySelector<HTMLElement>(`.agenda [data-id="${model.firstAdded}"]`)?.focus();
      model.firstAdded = undefined;
    },
  });
}
