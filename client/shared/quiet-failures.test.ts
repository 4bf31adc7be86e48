import {describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import {
  addCalendar,
  addDeadlines,
  openCalendar,
  openDeadlines,
  setToday,
} from '../testing/calendar-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {button, eventually, pass} from '../testing/page-fixture.ts';

/** Returns how often an element, or its dialog, shows a text. */
const count = (element: Element, text: RegExp) =>
  (element as HTMLElement).shadowRoot?.textContent.match(new RegExp(text, 'g'))?.length ?? 0;

function twoDeadlines() {
  setToday('2026-12-01');
  return fakeCalendar(
    frist(1, '10-12-2026', {overskrift: 'Moms'}),
    frist(2, '16-12-2026', {overskrift: 'A-skat', isLaest: true}),
  );
}

describe('marking as read, which opening a deadline does', () => {
  it('is retried silently when the service is away', async () => {
    const service = twoDeadlines();
    const calendar = await openCalendar();
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    const failed = vi.fn();
    calendar.addEventListener('tavle-error', failed);
    service.break(503, 'PUT');
    void calendar.open(1);
    await pass(2);
    expect(calendar.shadowRoot?.querySelector('dialog')?.open).toBe(true);
    expect(count(calendar, /blev ikke|Prøv igen/)).toBe(0);
    expect(failed).not.toHaveBeenCalled();
    service.heal();
    await pass(6);
    vi.useRealTimers();
    await eventually(() => expect(service.frister.get(1)?.isLaest).toBe(true));
    await expect.element(button('Markér som ulæst')).toBeVisible();
  });

  it('is not retried after the person has marked it as unread', async () => {
    const service = twoDeadlines();
    const calendar = await openCalendar();
    vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout']});
    service.break(503, 'PUT');
    void calendar.open(1);
    await pass(2);
    service.heal();
    calendar.shadowRoot?.querySelectorAll<HTMLElement>('dialog button').forEach(each => {
      if (each.textContent.includes('Markér som læst')) each.click();
    });
    await pass(1);
    calendar.shadowRoot?.querySelectorAll<HTMLElement>('dialog button').forEach(each => {
      if (each.textContent.includes('Markér som ulæst')) each.click();
    });
    await pass(100);
    vi.useRealTimers();
    expect(service.frister.get(1)?.isLaest).toBe(false);
  });
});

it.each([
  ['calendar', () => openCalendar()],
  ['list of the next deadlines', () => openDeadlines()],
])('a reload of a %s that nobody has asked for fails silently, and is retried', async (_, open) => {
  const service = twoDeadlines();
  const element = await open();
  vi.useFakeTimers({toFake: ['setTimeout', 'clearTimeout', 'requestIdleCallback']});
  service.break(503);
  document.dispatchEvent(new Event('visibilitychange'));
  await pass(3);
  expect(count(element, /kunne ikke/)).toBe(0);
  service.frister.set(1, frist(1, '10-12-2026', {overskrift: 'Ny moms'}));
  service.heal();
  await pass(6);
  vi.useRealTimers();
  await expect.element(page.getByText('Ny moms').first()).toBeVisible();
});

it.each([
  ['a calendar', () => addCalendar(), () => openCalendar()],
  [
    'a calendar of several companies',
    () => addCalendar('date="2026-12-01" cvr="10000009 10000017"'),
    () => openCalendar('date="2026-12-01" cvr="10000009 10000017"'),
  ],
  ['the next deadlines', () => addDeadlines(), () => openDeadlines()],
])('a failure of %s has one text in one place', async (_, add, open) => {
  const service = twoDeadlines();
  service.break(503);
  const failed = add();
  await eventually(() => expect(count(failed, /Vi har problemer lige nu/)).toBe(1));
  expect(count(failed, /kunne ikke/)).toBe(1);
  failed.remove();
  service.heal();
  const element = await open();
  service.break(503);
  await element.refresh();
  await expect.element(button('Prøv igen')).toBeVisible();
  expect(count(element, /kunne ikke/)).toBe(1);
  expect(count(element, /Prøv igen/)).toBe(1);
});
