import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {focusDay, focusedDay, openCalendar, query, queryAll} from '../testing/calendar-fixture.ts';
import {crowdedCalendar} from '../testing/calendar-states.ts';
import {button, eventually, focused, rendered, status} from '../testing/page-fixture.ts';
import {resize} from '../testing/contact-sheet.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(
    frist(1, '10-12-2026', {overskrift: 'A-skat'}),
    frist(2, '21-12-2026', {overskrift: 'Moms'}),
    frist(3, '21-12-2026', {overskrift: 'Restskat'}),
  );
});

/** Opens a month with the focus on a day. */
async function openAt(date: string) {
  const calendar = await openCalendar(`date="${date}"`);
  focusDay();
  return calendar;
}

describe('in the month', () => {
  it.each([
    ['{ArrowRight}', '2026-12-16', '2026-12-17'],
    ['{ArrowLeft}', '2026-12-16', '2026-12-15'],
    ['{ArrowDown}', '2026-12-16', '2026-12-23'],
    ['{ArrowUp}', '2026-12-16', '2026-12-09'],
    ['{Home}', '2026-12-16', '2026-12-14'],
    ['{End}', '2026-12-16', '2026-12-20'],
    ['{PageDown}', '2027-01-31', '2027-02-28'],
    ['{PageUp}', '2026-12-31', '2026-11-30'],
    ['{Shift>}{PageDown}{/Shift}', '2026-12-16', '2027-12-16'],
    ['{Shift>}{PageUp}{/Shift}', '2028-02-29', '2027-02-28'],
    ['{Control>}{Home}{/Control}', '2026-12-16', '2026-12-10'],
    ['{Control>}{End}{/Control}', '2026-12-16', '2026-12-21'],
    ['{ArrowRight}', '2026-12-31', '2027-01-01'],
    ['{ArrowLeft}', '2026-12-01', '2026-11-30'],
  ])('%s leads from %s to %s', async (keys, from, to) => {
    const calendar = await openAt(from);
    await userEvent.keyboard(keys);
    await calendar.updateComplete;
    expect(focusedDay()).toBe(to);
    expect(calendar.date).toBe(to);
  });

  it('the arrow keys are mirrored in right-to-left pages', async () => {
    document.documentElement.dir = 'rtl';
    const calendar = await openAt('2026-12-16');
    await userEvent.keyboard('{ArrowLeft}');
    await calendar.updateComplete;
    expect(focusedDay()).toBe('2026-12-17');
  });

  it('only one day is in the Tab order', async () => {
    const calendar = await openAt('2026-12-16');
    // Without another element, Tab would leave the page.
    document.body.append(document.createElement('button'));
    await userEvent.keyboard('{ArrowRight}');
    await calendar.updateComplete;
    const inTabOrder = calendar.shadowRoot?.querySelectorAll('td[tabindex="0"]') ?? [];
    expect([...inTabOrder].map(cell => cell.getAttribute('data-date'))).toEqual(['2026-12-17']);
    await userEvent.tab();
    expect(focusedDay()).toBeUndefined();
    await userEvent.tab({shift: true});
    expect(focusedDay()).toBe('2026-12-17');
  });

  it('ignores keys of the browser and the page', async () => {
    await openAt('2026-12-16');
    const left = vi.fn((event: KeyboardEvent) => [event.key, event.defaultPrevented]);
    addEventListener('keydown', left);
    await userEvent.keyboard('a{Alt>}{ArrowLeft}{/Alt}{Control>}{ArrowRight}{/Control}');
    removeEventListener('keydown', left);
    expect(left).toHaveReturnedWith(['ArrowLeft', false]);
    expect(left.mock.results.filter(({value}) => (value as unknown[])[1])).toEqual([]);
    expect(focusedDay()).toBe('2026-12-16');
  });

  it('Enter on a day without deadlines announces that it has none', async () => {
    await openAt('2026-12-24');
    await userEvent.keyboard('{Enter}');
    await expect.element(status()).toHaveTextContent('Der er ingen frister torsdag den 24. december 2026.');
    expect(page.getByRole('dialog').query()).toBeNull();
  });
});

it.each([
  [320, 256, 'da'],
  [320, 480, 'da'],
  [320, 480, 'en'],
  [1280, 720, 'da'],
])(
  'the focus is never behind the bar with the last change, in a window of %d × %d, in the language %s',
  async (width, height, lang) => {
    service = crowdedCalendar();
    document.documentElement.lang = lang;
    document.body.style.cssText = 'margin: 0; padding: 16px; font: 16px/1.5 sans-serif';
    await resize(width, height);
    const calendar = await openCalendar('date="2026-12-01" view="list"');
    service.break(503);
    await calendar.refresh();
    await expect.element(button(/^(Prøv igen|Try again)/)).toBeVisible();
    const notice = calendar.shadowRoot?.querySelector('.notice') ?? expect.fail('There is no notice.');
    const visited = new Set<Element>();
    document.body.prepend(document.createElement('button'));
    document.querySelector('button')?.focus();
    for (;;) {
      await userEvent.tab();
      await rendered();
      const element = focused();
      if (!element || !calendar.shadowRoot?.contains(element) || visited.has(element)) break;
      visited.add(element);
      if (notice.contains(element)) continue;
      const [box, bar] = [element.getBoundingClientRect(), notice.getBoundingClientRect()];
      // WCAG 2.4.12: completely visible.
      const across = Math.min(box.right, bar.right) - Math.max(box.left, bar.left);
      const covered = Math.min(box.bottom, bar.bottom) - Math.max(box.top, bar.top);
      expect(across > 0 ? covered : 0, element.outerHTML).toBeLessThanOrEqual(0);
      expect(box.bottom > 0 && box.top < height, element.outerHTML).toBe(true);
    }
    expect(visited.size).toBeGreaterThan(15);
  },
);

it.each([
  [320, 256, 16, 255],
  [320, 568, 16, 255],
  [320, 568, 32, 30],
  [320, 568, 32, 255],
  [390, 844, 32, 60],
  [390, 844, 16, 120],
  [568, 320, 16, 255],
  [640, 360, 24, 120],
  [1280, 720, 16, 30],
  [1280, 720, 32, 255],
])(
  'each focused control of a dialog and its content are in sight, in a window of %d × %d with a font of %d px and a title of %d characters',
  async (width, height, font, length) => {
    const overskrift = 'Indberetning af løn og pension '.repeat(9).slice(0, length).trim();
    const beskrivelse = '<p>Se vejledningen.</p>'.repeat(30);
    document.body.style.inlineSize = 'auto';
    document.body.style.fontSize = `${font}px`;
    service = fakeCalendar(frist(1, '10-12-2026', {overskrift, beskrivelse, link: 'https://skat.example/'}));
    await resize(width, height);
    const calendar = await openCalendar('date="2026-12-01" remember');
    await calendar.open(1);
    await expect.element(page.getByRole('dialog', {name: overskrift})).toBeVisible();
    const at = (x: number, y: number) => calendar.shadowRoot?.elementFromPoint(x, y) ?? null;
    const visited = new Set<Element>();
    for (const shift of [false, true]) {
      for (let tabs = 0; tabs < 8; tabs += 1) {
        await userEvent.tab({shift});
        await rendered();
        const element = focused();
        if (!element?.matches('dialog *')) continue;
        visited.add(element);
        const {left, top, width: across, height: down} = element.getBoundingClientRect();
        expect(element.contains(at(left + across / 2, top + down / 2)), element.outerHTML).toBe(true);
        const {x, y, width: all, height: whole} = query('dialog').getBoundingClientRect();
        const points = Array.from({length: 50}, (_, place) =>
          at(x + all / 4, y + (whole * (place + 0.5)) / 50),
        );
        const share = points.filter(found => found?.closest('.dialog-title, .dialog-body')).length / 50;
        expect(share, element.outerHTML).toBeGreaterThan(0.5);
      }
    }
    expect(visited).toEqual(new Set(queryAll('dialog :is(a, button)')));
    // Next to the buttons, a title could have room for one letter in each line.
    const title = query('.dialog-title');
    title.scrollIntoView({block: 'end'});
    expect(title.clientWidth).toBeGreaterThan(query('dialog').clientWidth / 2);
    expect(at(title.getBoundingClientRect().left + 1, title.getBoundingClientRect().bottom - 1)).toBe(title);
  },
);

it('the arrow keys scroll the text of a deadline, also when the focused link is behind the heading', async () => {
  const beskrivelse = '<p>Se vejledningen.</p>'.repeat(60);
  service = fakeCalendar(frist(1, '10-12-2026', {beskrivelse, link: 'https://skat.example/'}));
  const calendar = await openCalendar('date="2026-12-01" remember');
  await calendar.open(1);
  await userEvent.tab();
  await userEvent.tab();
  expect(focused()?.getAttribute('href')).toBe('https://skat.example/');
  const dialog = page.getByRole('dialog').element();
  for (let presses = 0; presses < 8; presses += 1) {
    const before = dialog.scrollTop;
    await userEvent.keyboard('{ArrowDown}');
    await eventually(() => expect(dialog.scrollTop).toBeGreaterThan(before));
    await rendered();
    expect(dialog.scrollTop).toBeGreaterThan(before);
  }
});

it('a failure is explained in sight in a low window, such as that of a phone on its side', async () => {
  service = crowdedCalendar();
  document.body.style.inlineSize = 'auto';
  await resize(640, 350);
  const calendar = await openCalendar('date="2026-12-01" view="list"');
  service.break(503);
  await calendar.refresh();
  await eventually(() => {
    const {top, bottom} = button('Prøv igen').element().getBoundingClientRect();
    expect([top > 0, bottom < 350]).toEqual([true, true]);
  });
});
