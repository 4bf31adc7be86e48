import {html, nothing} from 'lit';

import type {DashboardStrings, Reason} from '../localize/strings.ts';

const mostSkeletons = 6;

/** Stands for cards that are not there yet. */
export function renderLoading({loading}: DashboardStrings, apps: number) {
  const count = Math.min(Math.max(apps, 1), mostSkeletons);
  return html`
    <p class="spoken" role="status">${loading}</p>
    <div class="skeletons" aria-hidden="true">
      ${Array.from({length: count}, () => html`<div class="skeleton"></div>`)}
    </div>
  `;
}

/** Says that the states can't be read, why, and lets it be tried again; the button keeps the focus meanwhile. */
export function renderFailure(
  {loadFailed, loading, reasons, retry}: DashboardStrings,
  level: number,
  reason: Reason,
  retrying: boolean,
  onRetry: () => void,
) {
  return html`
    <div class="failure" part="failure">
      <div role="alert">
        ${renderHeading(level, loadFailed)}
        <p>${reasons[reason]}</p>
      </div>
      <button class="button" type="button" aria-disabled=${retrying ? 'true' : 'false'} @click=${onRetry}>
        ${retrying ? loading : retry}
      </button>
    </div>
  `;
}

/** Stands in place of the active apps. */
export function renderEmpty(
  {noneActive, noneActiveHint, noApps}: DashboardStrings,
  level: number,
  someDisabled: boolean,
) {
  return html`
    <div class="empty" part="empty">
      ${renderHeading(level, noneActive)}
      <p>${someDisabled ? noneActiveHint : noApps}</p>
    </div>
  `;
}

/** A heading and a slot for apps; an empty section is there for its slot only. */
export function renderSection(level: number, name: 'active' | 'disabled', heading: string, count: number) {
  const id = `${name}-heading`;
  return html`
    <section class=${name} part="section" aria-labelledby=${id} ?hidden=${!count}>
      ${renderHeading(level, heading, count, id)}
      <slot name=${name}></slot>
    </section>
  `;
}

function renderHeading(level: number, text: string, count?: number, id?: string) {
  return html`
    <div id=${id ?? nothing} class="heading" part="heading" role="heading" aria-level=${level} tabindex="-1">
      ${text} ${count === undefined ? nothing : html`<span class="count" part="count">${count}</span>`}
    </div>
  `;
}
