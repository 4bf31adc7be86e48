import {expect, it} from 'vitest';

import {addCalendar, setToday} from '../testing/calendar-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {eventually} from '../testing/page-fixture.ts';

function serve(count: number): void {
  setToday('2026-12-10');
  fakeCalendar(...Array.from({length: count}, (_, id) => frist(id + 1, '10-12-2026')));
}

/** Returns the largest growth of a count between two samples. A sample is taken between any two tasks of the page. */
async function largestGrowth(count: () => number, action: () => Promise<unknown>): Promise<number> {
  let [last, largest, isDone] = [0, 0, false];
  const looking = (async () => {
    while (!isDone) {
      const now = count();
      [last, largest] = [now, Math.max(largest, now - last)];
      await new Promise(resolve => setTimeout(resolve));
    }
  })();
  await action();
  isDone = true;
  await looking;
  return largest;
}

const find = (calendar: Element, selector: string) =>
  calendar.shadowRoot?.querySelectorAll<HTMLElement>(selector) ?? [];

it.each([
  ['a list', 'view="list"', '60em', '.agenda .entry'],
  ['the day of a narrow month', 'view="month"', '320px', '.day-list .entry'],
  ['the dialog of a day', 'view="month"', '60em', 'dialog .entry'],
])('%s with 10,000 deadlines of a day does not block the page', async (_, attributes, width, entry) => {
  document.body.style.inlineSize = width;
  serve(10_000);
  const calendar = addCalendar(attributes);
  const shown = () => find(calendar, entry).length;
  const largest = await largestGrowth(shown, async () => {
    if (entry.startsWith('dialog')) {
      await eventually(() => expect(find(calendar, '.more')).toHaveLength(1));
      find(calendar, '.more')[0]?.click();
    }
    await eventually(() => expect(shown()).toBeGreaterThan(1_000));
  });
  calendar.remove();
  expect(largest).toBeLessThan(1_000);
});

it('a day with 350 deadlines shows all of them', async () => {
  serve(350);
  const calendar = addCalendar('view="list"');
  await eventually(() => expect(find(calendar, '.agenda .entry')).toHaveLength(350));
});
