// The two sections of `<tavle-dashboard>`, the skeletons of a load and the text of its notice, for
// `tavle-dashboard.ts`. Change headings and buttons here. Add no other slots: `AppElements` assigns the apps by
// position. Parts are public.

import {html, nothing} from 'lit';

import {describeFailure, renderButton, renderHeading} from '../../shared/templates.ts';
import type {DashboardModel, Move, Toggle} from '../model/dashboard-model.ts';
import type {DashboardStrings} from '../../texts/da.ts';
import {describeStep} from './arranging.ts';

const maxSkeletons = 6;

/** Renders a skeleton for each app that is loading, at most six. */
export function renderLoading({loading}: DashboardStrings, apps: number) {
  const count = Math.min(apps || 1, maxSkeletons);
  return html`
    <p class="spoken" role="status">${loading}</p>
    <div class="skeletons" aria-hidden="true">
      ${Array.from({length: count}, () => html`<div class="skeleton"></div>`)}
    </div>
  `;
}

/**
 * Renders the active apps, and the button that starts and ends arranging all apps; an empty section is hidden. The `part` names are public. The
 * live region also exists while it is empty, since screen readers only announce changes of existing regions (WCAG 4.1.3).
 */
export function renderActive(model: DashboardModel, strings: DashboardStrings, level: number, count: number) {
  const {isArranging} = model;
  return html`
    <section class="active" part="section" aria-labelledby="active-heading" ?hidden=${!count}>
      <div class="head">
        ${renderHeading({level, text: strings.activeApps, count, id: 'active-heading'})}
        ${renderButton(
          isArranging ? strings.arranged : strings.arrange,
          () => model.setArranging(!isArranging),
          {kind: 'quiet arrange', part: 'arrange'},
        )}
      </div>
      <p class="spoken" role="status">${describeStep(model, strings)}</p>
      ${count > 1 && isArranging ? html`<p class="hint">${strings.arrangeHint}</p>` : nothing}
      ${renderSlots(count)}
    </section>
  `;
}

/** Renders the apps that are off. */
export function renderDisabled(
  {isArrangingShown}: DashboardModel,
  strings: DashboardStrings,
  level: number,
  count: number,
) {
  return html`
    <section class="disabled" part="section" aria-labelledby="disabled-heading" ?hidden=${!count}>
      ${renderHeading({level, text: strings.disabledApps, count, id: 'disabled-heading'})}
      ${isArrangingShown ? nothing : html`<p class="hint">${strings.disabledHint}</p>`} ${renderSlots(count)}
    </section>
  `;
}

/** Renders a slot for each app. `AppElements` assigns the apps to the slots by their order: add no other slots. */
function renderSlots(count: number) {
  return html`<div class="cards">${Array.from({length: count}, () => html`<slot></slot>`)}</div>`;
}

/** Returns what happened to apps, and why the last change failed. */
export function describeChanges(changes: readonly (Toggle | Move)[], strings: DashboardStrings): string {
  const text = changes
    .map(change => {
      const {title, failure} = change;
      const [done, failed] =
        'place' in change
          ? [strings.moved(title, change.place, change.count), strings.moveFailed]
          : change.activated
            ? [strings.turnedOn(title), strings.turnOnFailed]
            : [strings.turnedOff(title), strings.turnOffFailed];
      return failure === undefined ? done : failed(title);
    })
    .join(' ');
  const failure = changes.at(-1)?.failure;
  return failure === undefined ? text : describeFailure(text, failure, strings);
}
