import {html} from 'lit';

import {describeFailure} from '../../shared/failure.ts';
import {renderHeading} from '../../shared/heading.ts';
import type {LastToggle} from '../model/dashboard-model.ts';
import type {DashboardStrings} from '../strings/da.ts';

const maxSkeletons = 6;

/** Renders a skeleton for each app that is loading. */
export function renderLoading({loading}: DashboardStrings, apps: number) {
  const count = Math.min(Math.max(apps, 1), maxSkeletons);
  return html`
    <p class="spoken" role="status">${loading}</p>
    <div class="skeletons" aria-hidden="true">
      ${Array.from({length: count}, () => html`<div class="skeleton"></div>`)}
    </div>
  `;
}

/** Renders that no app is active. */
export function renderEmpty(
  {noneActive, noneActiveHint, noApps}: DashboardStrings,
  level: number,
  someDisabled: boolean,
) {
  return html`
    <div class="empty" part="empty">
      ${renderHeading({level, text: noneActive})}
      <p>${someDisabled ? noneActiveHint : noApps}</p>
    </div>
  `;
}

/** Renders a heading and a slot for apps; an empty section is hidden, and keeps the slot. */
export function renderSection(level: number, name: 'active' | 'disabled', heading: string, count: number) {
  const id = `${name}-heading`;
  return html`
    <section class=${name} part="section" aria-labelledby=${id} ?hidden=${!count}>
      ${renderHeading({level, text: heading, count, id})}
      <slot name=${name}></slot>
    </section>
  `;
}

/** Returns what happened to an app, and why it failed. */
export function describeToggle({title, activated, failure}: LastToggle, strings: DashboardStrings): string {
  if (failure === undefined) return activated ? strings.turnedOn(title) : strings.turnedOff(title);
  const what = activated ? strings.turnOnFailed(title) : strings.turnOffFailed(title);
  return describeFailure(what, failure, strings);
}
