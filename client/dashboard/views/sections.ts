import {html, nothing} from 'lit';

import {describeFailure} from '../../shared/failure.ts';
import {renderHeading} from '../../shared/heading.ts';
import type {Move, Moving, Place, Toggle} from '../model/dashboard-model.ts';
import type {DashboardStrings} from '../strings/da.ts';
import {describeStep, renderHint} from './arranging.ts';

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

export interface Arranging {
  /** `undefined` before the order could be changed for the first time. */
  readonly isArranging: boolean | undefined;
  readonly set: (isArranging: boolean) => void;
  readonly moving: (Moving & Place) | undefined;
}

function renderSlots(count: number) {
  return html`<div class="cards">${Array.from({length: count}, () => html`<slot></slot>`)}</div>`;
}

/** Renders the active apps; an empty section is hidden. @param arranging `undefined`: fewer than two apps. */
export function renderActive(
  strings: DashboardStrings,
  level: number,
  count: number,
  arranging: Arranging | undefined,
) {
  return html`
    <section class="active" part="section" aria-labelledby="active-heading" ?hidden=${!count}>
      <div class="head">
        ${renderHeading({level, text: strings.activeApps, count, id: 'active-heading'})}
        ${arranging && renderArrange(arranging, strings)}
      </div>
      ${arranging && renderStep(arranging, strings)} ${arranging?.isArranging ? renderHint(strings) : nothing}
      ${renderSlots(count)}
    </section>
  `;
}

/** Renders the live region, also while it is empty: screen readers only announce changes of existing regions (WCAG 4.1.3). */
function renderStep({isArranging, moving}: Arranging, strings: DashboardStrings) {
  return html`<p class="spoken" role="status">${describeStep(moving ?? isArranging, strings)}</p>`;
}

function renderArrange({isArranging, set}: Arranging, strings: DashboardStrings) {
  return html`
    <button class="button quiet arrange" part="arrange" type="button" @click=${() => set(!isArranging)}>
      ${isArranging ? strings.arranged : strings.arrange}
    </button>
  `;
}

/** Renders the apps that are off. */
export function renderDisabled(strings: DashboardStrings, level: number, count: number) {
  return html`
    <section class="disabled" part="section" aria-labelledby="disabled-heading" ?hidden=${!count}>
      ${renderHeading({level, text: strings.disabledApps, count, id: 'disabled-heading'})}
      <p class="hint">${strings.disabledHint}</p>
      ${renderSlots(count)}
    </section>
  `;
}

/** Returns what happened to an app, and why it failed. */
export function describeChange(change: Toggle | Move, strings: DashboardStrings): string {
  const {title, failure} = change;
  if (failure !== undefined) return describeFailure(failedOf(change, strings), failure, strings);
  if (!('activated' in change)) return strings.moved(title, change.place, change.count);
  return change.activated ? strings.turnedOn(title) : strings.turnedOff(title);
}

function failedOf(change: Toggle | Move, strings: DashboardStrings): string {
  if (!('activated' in change)) return strings.moveFailed(change.title);
  return change.activated ? strings.turnOnFailed(change.title) : strings.turnOffFailed(change.title);
}
