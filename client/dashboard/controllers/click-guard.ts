// Ignores the second click of a double click that would hit another app, since apps change places. `tavle-dashboard.ts`
// calls it before it adds its own listeners: keep this order. You can change the time and the distance, which define a
// double click.

import type {AppElements} from './app-elements.ts';

/** The maximum time and distance (px) of the second click of a double click. */
const guardTimeMs = 400;
const guardDistance = 24;

/**
 * Ignores a second click at the position of a click that may have moved an app, by its switch or an arrow, unless it hits the same app: the layout
 * has changed, so it would hit an unintended app. Call before adding other listeners of clicks.
 */
export function guardClicks(host: HTMLElement, apps: AppElements): void {
  let last: {readonly click: MouseEvent; readonly app: Element} | undefined;
  const guard = (click: MouseEvent) => {
    if (last && click.detail && !click.composedPath().includes(last.app)) {
      const {x, y, timeStamp} = last.click;
      const distance = Math.hypot(click.x - x, click.y - y);
      if (click.timeStamp - timeStamp <= guardTimeMs && distance <= guardDistance) {
        click.preventDefault();
        click.stopImmediatePropagation();
        return;
      }
    }
    const {app} = apps.controlOf(click, '.switch, .arrow') ?? {};
    last = app && {click, app};
  };
  host.addEventListener('click', guard, true);
}
