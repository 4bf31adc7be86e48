// The buttons that move an app, for `tavle-app.ts`, and the announcement of a move, for `sections.ts`. Change the look
// of the buttons here. Keep the classes and `data-step`, which `arrange-controller.ts` reads. Names of parts are
// public.

import {html} from 'lit';

import {chevronEnd, chevronStart, icon} from '../../shared/templates.ts';
import type {DashboardModel, Place} from '../model/dashboard-model.ts';
import type {DashboardStrings} from '../../texts/da.ts';

const grip = icon('M4 3h2m4 0h2M4 8h2m4 0h2M4 13h2m4 0h2');

/** Renders the handle of an app, whose events `arrange-controller.ts` handles. The `part` names are public. */
export function renderHandle(title: string, isMoving: boolean, {handle, arrangeHint}: DashboardStrings) {
  return html`
    <button
      class="icon-button handle"
      part="handle"
      type="button"
      aria-label=${handle(title)}
      aria-pressed=${isMoving ? 'true' : 'false'}
      aria-describedby="hint"
    >
      ${grip}
    </button>
    <span id="hint" hidden>${arrangeHint}</span>
  `;
}

/** Renders the arrows, which move an app by `data-step` places. Their `part` is public. */
export function renderArrows(
  title: string,
  {place, count}: Place,
  {moveEarlier, moveLater}: DashboardStrings,
) {
  const arrow = (step: number, name: string, picture: unknown, isEnd: boolean) => html`
    <button
      class="icon-button arrow"
      part="move"
      type="button"
      data-step=${step}
      aria-label=${name}
      aria-disabled=${isEnd ? 'true' : 'false'}
    >
      ${picture}
    </button>
  `;
  return html`
    <div class="arrows">
      ${arrow(-1, moveEarlier(title), chevronStart, place === 1)}
      ${arrow(1, moveLater(title), chevronEnd, place === count)}
    </div>
  `;
}

/** Returns the text to announce: that arranging has started or ended, or where the moved app is. */
export function describeStep(model: DashboardModel, strings: DashboardStrings): string {
  const {moving, isArranging} = model;
  if (!moving)
    return isArranging === undefined ? '' : isArranging ? strings.arrangingStarted : strings.arrangingEnded;
  const {title, step} = moving;
  if (step === 'canceled') return strings.notMoved(title);
  const {place, count} = model.placeOf(moving.name);
  return strings[step === 'held' ? 'held' : 'atPlace'](title, place, count);
}
