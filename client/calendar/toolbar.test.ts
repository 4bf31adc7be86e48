import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {
  focusDay,
  focusedDay,
  openCalendar,
  query,
  queryAll,
  setToday,
  toggleFilter,
} from '../testing/calendar-fixture.ts';
import {crowdedCalendar} from '../testing/calendar-states.ts';
import {loadFont, resize} from '../testing/contact-sheet.ts';
import {emulateMedia, focused, rendered} from '../testing/page-fixture.ts';
import {frist} from '../testing/fake-calendar.ts';

beforeEach(async () => {
  await loadFont();
  setToday('2026-12-10');
  crowdedCalendar();
});

const button = (name: string | RegExp) => page.getByRole('button', {name, exact: true});

describe('the name of the month', () => {
  it('opens the browser’s date picker', async () => {
    await openCalendar();
    const showPicker = vi.spyOn(HTMLInputElement.prototype, 'showPicker').mockReturnValue();
    await button('December 2026').click();
    expect(showPicker).toHaveBeenCalledOnce();
    await expect.element(button('December 2026')).toHaveAccessibleDescription('Gå til dato');
  });

  it('shows and focuses the date field if the picker can’t be opened', async () => {
    await openCalendar();
    vi.spyOn(HTMLInputElement.prototype, 'showPicker').mockImplementation(() => {
      throw new DOMException('Not in a frame of another origin.', 'SecurityError');
    });
    const field = query('.picker');
    expect(getComputedStyle(field).opacity).toBe('0');
    await button('December 2026').click();
    expect(focused()).toBe(field);
    expect(getComputedStyle(field).opacity).toBe('1');
    await page.getByLabelText('Gå til dato').fill('2027-02-14');
    await expect.element(page.getByRole('heading', {name: 'februar 2027'})).toBeVisible();
  });
});

it('the today button is only available in other months', async () => {
  const calendar = await openCalendar('date="2026-12-24"');
  await expect.element(button('I dag')).toHaveAttribute('aria-disabled', 'true');
  await button('I dag').click({force: true});
  expect(calendar.date).toBe('2026-12-24');
  await button('Næste måned').click();
  await expect.element(button('I dag')).toHaveAttribute('aria-disabled', 'false');
  await button('I dag').click();
  expect(calendar.date).toBe('2026-12-10');
});

describe('the filter', () => {
  it('is closed until its button is pressed, which has the expanded state', async () => {
    await openCalendar();
    await expect.element(button('Filter')).toHaveAttribute('aria-expanded', 'false');
    expect(page.getByRole('checkbox').query()).toBeNull();
    await toggleFilter();
    await expect.element(button('Filter')).toHaveAttribute('aria-expanded', 'true');
    await expect.element(page.getByRole('checkbox').first()).toBeVisible();
    expect(query('#filter').id).toBe(button('Filter').element().getAttribute('aria-controls'));
  });

  it('shows how many of its options are set, also while it is closed', async () => {
    await openCalendar();
    await toggleFilter();
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    await page.getByRole('combobox', {name: 'Myndighed'}).selectOptions('Skattestyrelsen');
    await toggleFilter();
    await expect.element(button('Filter (2)')).toHaveAttribute('aria-expanded', 'false');
  });
});

/** Presses Tab until the focus is on a day, and returns what `read` returns of each element on the way. */
async function tabToDay<Value>(read: (element: Element) => Value): Promise<Value[]> {
  document.body.prepend(document.createElement('button'));
  document.querySelector('button')?.focus();
  const passed = [];
  do {
    await userEvent.tab();
    passed.push(read(focused() ?? document.body));
  } while (!focusedDay() && passed.length < 20);
  return passed;
}

it('Tab reaches the month after few controls', async () => {
  // On a day after all deadlines, there are no next deadlines before the controls.
  setToday('2028-01-01');
  await openCalendar('date="2026-12-16" view="month"');
  const passed = await tabToDay(element => element.getAttribute('aria-label') ?? element.textContent.trim());
  expect(passed.slice(0, -1)).toEqual([
    'Forrige måned',
    'December 2026',
    'Næste måned',
    'I dag',
    'Liste',
    'Måned',
    'År',
    'Filter',
    'Få besked om frister',
  ]);
});

it('elements that the Tab key reaches have a focus ring of 3 px (WCAG 2.4.7)', async () => {
  await openCalendar('date="2026-12-16" view="month"');
  await toggleFilter();
  const rings = await tabToDay(element => {
    const {outlineStyle, outlineWidth} = getComputedStyle(element);
    return `${outlineStyle} ${outlineWidth}`;
  });
  expect(rings.length).toBeGreaterThan(12);
  expect(new Set(rings)).toEqual(new Set(['solid 3px']));
});

it.each([
  [288, 'Få besked'],
  [1000, 'Få besked om frister'],
])('the button of the subscription shows its text in a room of %i px', async (width, text) => {
  document.body.style.cssText = `margin: 0; inline-size: ${width}px; font: 16px/1.5 Plex`;
  await openCalendar('date="2026-12-16" view="month"');
  await expect.element(button('Få besked om frister')).toBeVisible();
  await rendered();
  expect(query('.subscribe').innerText.trim()).toBe(text);
  expect(query('.subscribe').getBoundingClientRect().right).toBeLessThanOrEqual(width);
});

describe('the controls', () => {
  const controls = () => queryAll('.toolbar :is(.months, .navigation) button');

  it.each(['da', 'en'].flatMap(lang => ['list', 'month', 'year'].map(view => [lang, view] as const)))(
    'are in one line from 700 px on, in %s as a %s, also with a filter',
    async (lang, view) => {
      document.documentElement.lang = lang;
      document.body.style.cssText = 'margin: 16px; font: 16px/1.5 Plex';
      // September has the longest name.
      await openCalendar(`date="2027-09-30" view="${view}"`);
      await toggleFilter();
      await page.getByRole('checkbox').first().click();
      const lines = [];
      for (const width of [700, 768, 832, 860, 960, 1000, 1280]) {
        await resize(width, 800);
        await rendered();
        lines.push(new Set(controls().map(each => Math.round(each.getBoundingClientRect().bottom))).size);
      }
      expect(lines).toEqual([1, 1, 1, 1, 1, 1, 1]);
    },
  );

  it('stay where they are when the pointer or the focus enters the calendar', async () => {
    document.body.style.cssText = 'margin: 0; font: 16px/1.5 Plex';
    // High enough that nothing scrolls.
    await resize(1000, 1600);
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    const boxes = () =>
      controls().map(({offsetLeft, offsetTop, offsetWidth}) => [offsetLeft, offsetTop, offsetWidth]);
    const before = boxes();
    await userEvent.hover(query('.month'));
    query('.subscribe').focus();
    calendar.requestUpdate();
    await rendered();
    expect(boxes()).toEqual(before);
  });
});

describe('room', () => {
  it.each(['da', 'en'])('in %s the controls take at most 120 px of a phone’s height', async lang => {
    document.documentElement.lang = lang;
    document.body.style.cssText = 'inline-size: 288px; font: 16px/1.5 Plex';
    // In a month without deadlines, the summary also has a button.
    crowdedCalendar().frister.set(100, frist(100, '30-09-2026'));
    await openCalendar('date="2026-09-30" view="month"');
    await expect.element(button(lang === 'da' ? 'Liste' : 'List')).toBeVisible();
    await rendered();
    expect(query('.toolbar').offsetHeight).toBeLessThanOrEqual(120);
  });

  it.each(
    [
      [320, 568],
      [768, 1024],
      [1280, 720],
    ].flatMap(size => ['da', 'en'].map(lang => [...size, lang] as [number, number, string])),
  )('the first deadline is in sight in a window of %d × %d, in %s', async (width, height, lang) => {
    document.documentElement.lang = lang;
    document.body.style.cssText = 'margin: 16px; font: 16px/1.5 Plex';
    await resize(width, height);
    await openCalendar('date="2026-12-10"');
    await expect.element(button(lang === 'da' ? 'Liste' : 'List')).toBeVisible();
    await rendered();
    expect(scrollY).toBe(0);
    const {top, bottom} = query('.entry-title').getBoundingClientRect();
    expect(bottom).toBeLessThanOrEqual(height);
    // Only the list's month heading is between the controls and the list.
    if (width > 544) expect(top).toBeLessThanOrEqual(120);
  });

  it.each([
    ['2026-11-01', 1280, 720],
    ['2026-12-16', 1366, 768],
  ])('a month with its controls fits a laptop: %s at %d × %d', async (date, width, height) => {
    document.body.style.cssText = `inline-size: ${width - 32}px; font: 16px/1.5 Plex`;
    await openCalendar(`date="${date}" view="month"`);
    await rendered();
    const {top} = query('.toolbar').getBoundingClientRect();
    expect(query('.month').getBoundingClientRect().bottom - top).toBeLessThanOrEqual(height);
  });
});

it('touch targets have 44 px', async () => {
  document.body.style.cssText = 'inline-size: 358px; font: 16px/1.5 Plex';
  await openCalendar('date="2026-12-16" view="month"');
  await toggleFilter();
  const {adoptedStyleSheets} = query('.toolbar').getRootNode() as ShadowRoot;
  const replaceMedia = (media: string, other: string) => {
    for (const rule of adoptedStyleSheets.flatMap(sheet => [...sheet.cssRules]))
      if (rule instanceof CSSMediaRule && rule.media.mediaText === media) rule.media.mediaText = other;
  };
  // The test's browser has a mouse, so the rules for touch are applied here.
  replaceMedia('(pointer: coarse)', 'all');
  const targets = queryAll('.toolbar button, .field, .check');
  const small = targets
    .filter(({offsetHeight}) => offsetHeight && offsetHeight < 44)
    .map(({outerHTML}) => outerHTML);
  const toolbarHeight = query('.toolbar').offsetHeight;
  replaceMedia('all', '(pointer: coarse)');
  expect(targets.length).toBeGreaterThan(10);
  expect(small).toEqual([]);
  expect(toolbarHeight).toBeLessThanOrEqual(120);
});

describe('on a phone, the month', () => {
  beforeEach(() => {
    document.body.style.inlineSize = '320px';
  });

  const dayList = (name: RegExp) => page.getByRole('heading', {name});

  it('lists the selected day’s deadlines below, which open as in a list', async () => {
    await openCalendar('date="2026-12-16" view="month"');
    await expect.element(dayList(/^Frister onsdag den 16. december$/)).toBeVisible();
    expect(queryAll('.day-list .entry')).toHaveLength(5);
    query('.day-list .entry').click();
    await expect.element(page.getByRole('dialog', {name: 'Moms'})).toBeVisible();
  });

  it('shows that a day has none, and opens no dialog', async () => {
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    await page.getByRole('gridcell', {name: /18\. december/}).click();
    await expect.element(dayList(/^Der er ingen frister fredag den 18. december\.$/)).toBeVisible();
    expect(calendar.date).toBe('2026-12-18');
    expect(page.getByRole('dialog').query()).toBeNull();
  });

  it('navigates to another month when its day is selected', async () => {
    await openCalendar('date="2026-12-16" view="month"');
    await page.getByRole('gridcell', {name: /2\. januar 2027/}).click();
    await expect.element(page.getByRole('grid', {name: 'januar 2027'})).toBeVisible();
    await expect.element(dayList(/^Frister lørdag den 2. januar$/)).toBeVisible();
  });

  it('Enter moves the focus to the list of the day', async () => {
    const calendar = await openCalendar('date="2026-12-10" view="month"');
    focusDay();
    await userEvent.keyboard('{Enter}');
    await calendar.updateComplete;
    expect(focused()?.textContent.trim()).toBe('Frister torsdag den 10. december');
    await userEvent.tab();
    expect(focused()?.textContent).toContain('Lønsumsafgift');
  });

  it('shows a deadline as a dot: filled while it is unread, in forced colours too', async () => {
    await openCalendar('date="2026-12-16" view="month"');
    const fill = (id: number) => {
      const {borderTopWidth, blockSize} = getComputedStyle(query(`.chip[data-id="${id}"]`));
      return (2 * parseFloat(borderTopWidth)) / parseFloat(blockSize);
    };
    for (const forcedColors of ['none', 'active'] as const) {
      await emulateMedia({forcedColors});
      expect(fill(2)).toBeGreaterThan(0.9);
      expect(fill(1)).toBeLessThan(0.5);
    }
  });
});

it('a month has room for words from 34 em on', async () => {
  document.body.style.inlineSize = '34.5em';
  await openCalendar('date="2026-12-16"');
  await expect.element(page.getByRole('grid')).toBeVisible();
  expect(query('.chip').offsetWidth).toBeGreaterThan(40);
  expect(page.getByRole('heading', {name: /^Frister/}).query()).toBeNull();
});

it('a title uses the free lines of its cell, and a word without room for it ends with an ellipsis', async () => {
  document.body.style.inlineSize = '40em';
  crowdedCalendar().frister.set(
    20,
    frist(20, '03-12-2026', {overskrift: 'Løn og skat for alle ansatte i firmaet'}),
  );
  await openCalendar('date="2026-12-16" view="month"');
  const chipOf = (id: number) => query(`.chip[data-id="${id}"]`);
  const lines = (id: number) => {
    const chip = chipOf(id);
    return Math.round(chip.clientHeight / parseFloat(getComputedStyle(chip).lineHeight));
  };
  expect(lines(20)).toBeGreaterThanOrEqual(3);
  expect(lines(12)).toBeLessThan(2);
  expect(chipOf(12).title).toBe('Bekræft jeres reelle ejere');
  // A word of 60 letters, which is broken only where the browser knows its syllables.
  expect(lines(7)).toBeLessThan(2);
  expect(getComputedStyle(query('.chip[data-id="7"] .chip-title')).textOverflow).toBe('ellipsis');
});

it('a month has the deadlines ahead in the primary colour, past ones in grey, and no frame on a day that nobody chose', async () => {
  await openCalendar('date="2026-12-16" view="month"');
  const lineOf = (id: number) => getComputedStyle(query(`.chip[data-id="${id}"]`)).borderInlineStartColor;
  expect(lineOf(2)).toBe('rgb(0, 89, 179)');
  expect(lineOf(9)).toBe(lineOf(2));
  expect(lineOf(1)).toBe('rgb(142, 142, 142)');
  const {boxShadow, outlineStyle} = getComputedStyle(query('td[aria-selected="true"]'));
  expect([boxShadow, outlineStyle]).toEqual(['none', 'none']);
  const starts = ['01', '31'].map(day => {
    const range = document.createRange();
    range.selectNodeContents(query(`[data-date="2026-12-${day}"] .number`));
    const cell = query(`[data-date="2026-12-${day}"]`).getBoundingClientRect();
    return range.getBoundingClientRect().left - cell.left;
  });
  expect(starts[0]).toBeCloseTo(starts[1] ?? 0, 0);
});

describe('a portal’s theme', () => {
  it('sets border widths, corners, space and weights', async () => {
    for (const [name, value] of [
      ['border-width', '3px'],
      ['radius-control', '20px'],
      ['space', '2em'],
      ['heading-weight', '400'],
      ['color-link', 'rgb(1, 2, 3)'],
    ] as const) {
      document.body.style.setProperty(`--tavle-${name}`, value);
    }
    await openCalendar('date="2026-12-16" view="month"');
    const {borderTopWidth, paddingInlineStart, fontSize} = getComputedStyle(query('.subscribe'));
    expect([borderTopWidth, parseFloat(paddingInlineStart) / parseFloat(fontSize)]).toEqual(['4px', 30 / 16]);
    const {borderTopWidth: todayBorder, borderStartStartRadius} = getComputedStyle(query('.today'));
    expect([todayBorder, borderStartStartRadius]).toEqual(['3px', '20px']);
    expect(getComputedStyle(query('#title')).fontWeight).toBe('400');
    const link = query('.toolbar').appendChild(document.createElement('a'));
    link.href = '#';
    expect(getComputedStyle(link).color).toBe('rgb(1, 2, 3)');
  });

  it('styles buttons, fields, tags, the view switch and the month’s name by their parts', async () => {
    await openCalendar('date="2026-12-16" view="list"');
    const unnamed = (selector: string, part: string) =>
      queryAll(selector).filter(each => !each.part.contains(part));
    expect(unnamed('.button', 'button')).toEqual([]);
    expect(unnamed('.field', 'field')).toEqual([]);
    expect(unnamed('.tag', 'tag')).toEqual([]);
    expect(unnamed('.choice', 'choice')).toEqual([]);
    expect(unnamed('#title', 'month-title')).toEqual([]);
  });
});
