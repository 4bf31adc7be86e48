import {expect, it} from 'vitest';

import {addCalendar, setToday} from '../testing/calendar-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {eventually} from '../testing/page-fixture.ts';

function serve(count: number): void {
  setToday('2026-12-10');
  fakeCalendar(...Array.from({length: count}, (_, id) => frist(id + 1, '10-12-2026')));
}

/** Returns the longest task of the browser, in ms, while an action runs. */
async function longestTask(action: () => Promise<unknown>): Promise<number> {
  let longest = 0;
  const observer = new PerformanceObserver(list => {
    for (const {duration} of list.getEntries()) longest = Math.max(longest, duration);
  });
  observer.observe({type: 'longtask'});
  await action();
  await new Promise(resolve => setTimeout(resolve, 100));
  observer.disconnect();
  return longest;
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
  const longest = await longestTask(async () => {
    const calendar = addCalendar(attributes);
    if (entry.startsWith('dialog')) {
      await eventually(() => expect(find(calendar, '.more')).toHaveLength(1));
      find(calendar, '.more')[0]?.click();
    }
    await eventually(() => expect(find(calendar, entry).length).toBeGreaterThan(1_000));
    calendar.remove();
  });
  // In one turn, 5,000 on an idle machine.
  expect(longest).toBeLessThan(2_000);
});

it('a day with 350 deadlines shows all of them', async () => {
  serve(350);
  const calendar = addCalendar('view="list"');
  await eventually(() => expect(find(calendar, '.agenda .entry')).toHaveLength(350));
});
