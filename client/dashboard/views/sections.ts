import {html} from 'lit';

import {renderHeading} from '../../shared/heading.ts';
import type {DashboardStrings} from '../strings/strings.ts';

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

/** Stands in place of the active apps. */
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

/** A heading and a slot for apps; an empty section is there for its slot only. */
export function renderSection(level: number, name: 'active' | 'disabled', heading: string, count: number) {
  const id = `${name}-heading`;
  return html`
    <section class=${name} part="section" aria-labelledby=${id} ?hidden=${!count}>
      ${renderHeading({level, text: heading, count, id})}
      <slot name=${name}></slot>
    </section>
  `;
}
