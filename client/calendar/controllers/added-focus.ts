import type {ReactiveControllerHost} from 'lit';

import type {CalendarModel} from '../model/calendar-model.ts';

/** Moves the focus to the first deadline that was added to a list, since it is before the button that added it. */
export function focusAdded(
  host: ReactiveControllerHost & {readonly renderRoot: HTMLElement | DocumentFragment},
  model: CalendarModel,
): void {
  host.addController({
    hostUpdated() {
      if (!model.firstAdded) return;
      const {cvr, fristId} = model.firstAdded;
      const selector = `.agenda [data-id="${fristId}"][data-cvr="${CSS.escape(cvr)}"]`;
      host.renderRoot.querySelector<HTMLElement>(selector)?.focus();
      model.firstAdded = undefined;
    },
  });
}
