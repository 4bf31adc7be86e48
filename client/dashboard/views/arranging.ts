import {html} from 'lit';

import {mergeTexts} from '../../localize/merge-texts.ts';
import {icon} from '../../shared/icons.ts';
import type {Moving, Place} from '../model/dashboard-model.ts';
import {type CoreStrings, type DashboardStrings} from '../strings/da.ts';
import {da} from '../strings/da-arranging.ts';

const grip = icon('M4 3h2m4 0h2M4 8h2m4 0h2M4 13h2m4 0h2');
const chevronStart = icon('m10 3-5 5 5 5');
const chevronEnd = icon('m6 3 5 5-5 5');

interface PlacedApp {
  readonly place: number;
  readonly isLast: boolean;
  readonly moving: boolean;
}

const textsOf = (strings: CoreStrings): DashboardStrings => mergeTexts(da, strings);

/** Renders the handle of an app. The dashboard's controller listens to elements with `data-step`. */
export function renderHandle(title: string, {moving}: PlacedApp, strings: CoreStrings) {
  const {handle, arrangeHint} = textsOf(strings);
  return html`
    <button
      class="control handle"
      part="handle"
      type="button"
      data-step="0"
      aria-label=${handle(title)}
      aria-pressed=${moving ? 'true' : 'false'}
      aria-describedby="hint"
    >
      ${grip}
    </button>
    <span id="hint" hidden>${arrangeHint}</span>
  `;
}

export function renderArrows(title: string, {place, isLast}: PlacedApp, strings: CoreStrings) {
  const {moveEarlier, moveLater} = textsOf(strings);
  const arrow = (step: number, name: string, picture: unknown, isEnd: boolean) => html`
    <button
      class="control arrow"
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
      ${arrow(1, moveLater(title), chevronEnd, isLast)}
    </div>
  `;
}

/** Renders how to change the order. */
export function renderHint(strings: CoreStrings) {
  return html`<p class="hint">${textsOf(strings).arrangeHint}</p>`;
}

/** Returns the announcement: whether the order can be changed, or the app that is being moved. */
export function describeStep(now: (Moving & Place) | boolean | undefined, strings: CoreStrings): string {
  const texts = textsOf(strings);
  if (now === undefined) return '';
  if (typeof now === 'boolean') return now ? texts.arrangingStarted : texts.arrangingEnded;
  const {title, step, place, count} = now;
  if (step === 'canceled') return texts.notMoved(title);
  return texts[step === 'held' ? 'held' : 'atPlace'](title, place, count);
}
