import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import type {TavleCalendar} from '../index.ts';
import {expectAccessible} from '../testing/axe.ts';
import {addCalendar, openCalendar} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';

const longest = 'Arbejdsskadeforsikringsanmeldelsesfristovervågningsbekendtgørelsesudstedelse';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(
    frist(1, '01-12-2026', {overskrift: 'A-skat', isLaest: true}),
    ...[2, 3, 4, 5, 6].map(id => frist(id, '16-12-2026')),
    frist(7, '17-12-2026', {overskrift: longest, afsenderNavn: longest, beskrivelse: `<p>${longest}</p>`}),
    frist(8, '02-01-2027'),
  );
});

it('speaks the language of the page, and follows it', async () => {
  const calendar = await openCalendar();
  document.documentElement.lang = 'en';
  await expect.element(page.getByRole('heading', {name: 'December 2026'})).toBeVisible();
  await expect
    .element(page.getByRole('gridcell', {name: '16 December 2026, 5 deadlines, 5 unread'}))
    .toBeVisible();
  await expect.element(page.getByText('+2 more')).toBeVisible();
  calendar.strings = {today: 'Now', more: count => `and ${count}`};
  await expect.element(page.getByRole('button', {name: 'Now'})).toBeVisible();
  await expect.element(page.getByText('and 2')).toBeVisible();
});

describe('never overflows', () => {
  it.each([
    ['month', 280],
    ['month', 320],
    ['month', 768],
    ['month', 1280],
    ['list', 280],
    ['list', 320],
    ['list', 768],
  ])('as %s in a room of %d px, even with the longest words', async (view, width) => {
    document.body.style.inlineSize = `${width}px`;
    const calendar = await openCalendar(`date="2026-12-16" view="${view}"`);
    expect(calendar.scrollWidth).toBeLessThanOrEqual(calendar.clientWidth);
  });

  it.each(['month', 'list'])('as %s in a narrow room with text of twice the size', async view => {
    document.body.style.inlineSize = '320px';
    document.body.style.fontSize = '200%';
    const calendar = await openCalendar(`date="2026-12-16" view="${view}"`);
    expect(calendar.scrollWidth).toBeLessThanOrEqual(calendar.clientWidth);
  });
});

it('prints a list of the month, whatever is shown, without what can be pressed', async () => {
  const calendar = await openCalendar();
  dispatchEvent(new Event('beforeprint'));
  expect(page.getByRole('grid').query()).toBeNull();
  expect(calendar.shadowRoot?.querySelectorAll('.entry')).toHaveLength(7);
  dispatchEvent(new Event('afterprint'));
  await expect.element(page.getByRole('grid')).toBeVisible();
});

/** Brings a calendar into each of its states. */
const states: Record<string, () => Promise<TavleCalendar>> = {
  'as a month': () => openCalendar('date="2026-12-16"'),
  'as a list': () => openCalendar('date="2026-12-16" view="list"'),
  'as a month in a narrow room': () => {
    document.body.style.inlineSize = '320px';
    return openCalendar('date="2026-12-16" view="month"');
  },
  'while it is loading': async () => {
    service.hold();
    const calendar = addCalendar('date="2026-12-16" view="list"');
    await calendar.updateComplete;
    return calendar;
  },
  'when it can not be loaded': async () => {
    service.break(503);
    const calendar = addCalendar();
    await expect.element(page.getByRole('alert').first()).toBeVisible();
    return calendar;
  },
  'without deadlines': () => openCalendar('date="2027-05-01" view="list"'),
  'with a day open': async () => {
    const calendar = await openCalendar();
    await page.getByText(/2 (mere|more)/).click();
    await expect.element(page.getByRole('dialog')).toBeVisible();
    return calendar;
  },
  'with a deadline open and marked': async () => {
    const calendar = await openCalendar();
    await page.getByText('A-skat', {exact: true}).click();
    await page
      .getByRole('button', {name: /ulæst|unread/})
      .last()
      .click();
    await vi.waitFor(() => expect(service.frister.get(1)?.isLaest).toBe(false));
    return calendar;
  },
  'with a deadline hidden': async () => {
    const calendar = await openCalendar();
    await page.getByText('A-skat', {exact: true}).click();
    await page.getByRole('button', {name: /^(Skjul|Hide)/}).click();
    await expect.element(page.getByRole('button', {name: /Fortryd|Undo/})).toBeVisible();
    return calendar;
  },
  'with an address for calendar programs': async () => {
    const calendar = await openCalendar();
    await page.getByRole('button', {name: /^(Abonnér|Subscribe)/}).click();
    await page.getByRole('button', {name: /^(Lav|Make)/}).click();
    await expect.element(page.getByRole('textbox', {name: /^(Adresse|Address)/})).toBeVisible();
    return calendar;
  },
};

describe.each(['da', 'en'])('axe finds nothing in %s', language => {
  describe.each(['light', 'dark'])('on a %s page', scheme => {
    it.each(Object.keys(states))('%s', async state => {
      document.documentElement.lang = language;
      document.documentElement.style.colorScheme = scheme;
      // What the browser paints there anyway; axe takes nothing for white.
      document.documentElement.style.background = 'Canvas';
      const calendar = await states[state]?.();
      if (calendar) await expectAccessible(calendar);
    });
  });
});
