/* Protects against double clicks while apps change places, for `<tavle-dashboard>`. */

/** The maximum time and distance (px) of the second click of a double click. */
const guardTimeMs = 400;
const guardDistance = 24;

/** Guards the position of a click that has changed an app. A click by a key has no position. */
export type GuardClick = (click: MouseEvent, app: Element) => void;

/**
 * Ignores a second click at the position where an app was turned on or off or moved, unless it hits the same app: the layout has changed, so it
 * would hit an unintended app.
 */
export function guardClicks(host: HTMLElement): GuardClick {
  let last: {readonly click: MouseEvent; readonly app: Element} | undefined;
  const check = (event: MouseEvent) => {
    if (!last || !event.detail || event.composedPath().includes(last.app)) return;
    const {x, y, timeStamp} = last.click;
    const distance = Math.hypot(event.x - x, event.y - y);
    if (event.timeStamp - timeStamp > guardTimeMs || distance > guardDistance) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  host.addEventListener('click', check, true);
  return (click, app) => {
    last = click.detail ? {click, app} : undefined;
  };
}
