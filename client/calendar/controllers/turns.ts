import type {ReactiveControllerHost} from 'lit';

// Renders long lists in turns. `tavle-calendar.ts` calls `renderInTurns` and passes the result to the views as `take`.
// The views call `take` for each list that can be long. You can change the length of a turn. Keep it short, since a
// turn blocks the page.

/** The number of entries that a turn adds: 20 ms of work. */
const turnLength = 100;

/** Returns the items of a list that are rendered now. The others follow. */
export type Take = <Item>(items: readonly Item[]) => readonly Item[];

/** Renders long lists in turns: a day may have 10,000 deadlines, which would block the page for seconds. */
export function renderInTurns(host: ReactiveControllerHost): Take {
  let length = turnLength;
  let longest = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  host.addController({
    hostUpdate() {
      longest = 0;
    },
    hostUpdated() {
      if (longest <= turnLength) length = turnLength;
      if (longest <= length || timer !== undefined) return;
      timer = setTimeout(() => {
        timer = undefined;
        length += turnLength;
        host.requestUpdate();
      });
    },
  });
  return items => {
    longest = Math.max(longest, items.length);
    return items.slice(0, length);
  };
}
