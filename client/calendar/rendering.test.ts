import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import {openCalendar, print, setToday} from '../testing/calendar-fixture.ts';
import {crowdedCalendar} from '../testing/calendar-states.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {emulateMedia} from '../testing/media.ts';
import {eventually} from '../testing/waiting.ts';

beforeEach(() => {
  crowdedCalendar();
});

it('uses the language of the page, and follows changes', async () => {
  const calendar = await openCalendar();
  document.documentElement.lang = 'en';
  await expect.element(page.getByRole('heading', {name: 'December 2026'})).toBeVisible();
  await expect
    .element(page.getByRole('gridcell', {name: '16 December 2026, 5 deadlines, 4 unread'}))
    .toBeVisible();
  await expect.element(page.getByText('+ 2 more')).toBeVisible();
  calendar.strings = {today: 'Now', more: count => `and ${count}`};
  await expect.element(page.getByRole('button', {name: 'Now'})).toBeVisible();
  await expect.element(page.getByText('and 2')).toBeVisible();
});

it('marks authorities’ texts as Danish on an English page (WCAG 3.1.2)', async () => {
  setToday('2026-12-16');
  document.documentElement.lang = 'en';
  const calendar = await openCalendar('date="2026-12-16" view="month"');
  const root = calendar.shadowRoot;
  const languages = (selector: string) => {
    const found = [...(root?.querySelectorAll(selector) ?? [])];
    return new Set(found.map(element => element.closest('[lang]')?.getAttribute('lang')));
  };
  await expect.element(page.getByRole('heading', {name: 'December 2026'})).toBeVisible();
  expect(languages('.chip-title')).toEqual(new Set(['da']));
  expect(languages('td .spoken')).toEqual(new Set([undefined]));
  await page.getByRole('button', {name: 'List', exact: true}).click();
  await eventually(() => expect(languages('.entry-title, .entry-sender')).toEqual(new Set(['da'])));
  root?.querySelector<HTMLElement>('.entry')?.click();
  await eventually(() => expect(languages('.dialog-title, .markup')).toEqual(new Set(['da'])));
  expect(languages('.when, .marks button, .day-heading, .tag')).toEqual(new Set([undefined]));
  print();
  expect(languages('.paper td span, .paper td:last-child')).toEqual(new Set(['da']));
  dispatchEvent(new Event('afterprint'));
});

it('capitalises the text itself: Firefox splits a word at ::first-letter for screen readers', async () => {
  const calendar = await openCalendar('date="2026-12-16" view="list"');
  const sheets = calendar.shadowRoot?.adoptedStyleSheets ?? [];
  const rules = sheets.flatMap(sheet => [...sheet.cssRules].map(({cssText}) => cssText));
  expect(rules.filter(text => text.includes('::first-letter'))).toEqual([]);
  await expect.element(page.getByRole('heading', {name: /^Onsdag den 16\. december/})).toBeVisible();
});

it.each([
  ['month', 320],
  ['month', 1280],
  ['list', 320],
  ['list', 1280],
  ['year', 320],
])('loses nothing as %s in a room of %d px with the text spacing of WCAG 1.4.12', async (view, width) => {
  document.body.style.cssText = `inline-size: ${width}px; line-height: 1.5; letter-spacing: 0.12em; word-spacing: 0.16em`;
  const calendar = await openCalendar(`date="2026-12-16" view="${view}"`);
  expect(calendar.scrollWidth).toBeLessThanOrEqual(calendar.clientWidth);
  const root = calendar.shadowRoot;
  const texts = [
    ...(root?.querySelectorAll<HTMLElement>('.button, .choice button, .title, .entry, .summary') ?? []),
  ];
  expect(texts.length).toBeGreaterThan(5);
  const cut = texts.filter(text => text.scrollWidth > text.clientWidth + 1 && text.offsetParent);
  expect(cut.map(({outerHTML}) => outerHTML)).toEqual([]);
});

it.each([
  ['da', 'Uge'],
  ['en', 'Week'],
])(
  'shows every column heading of a month whole in a room of 320 px, in the language %s',
  async (lang, week) => {
    document.documentElement.lang = lang;
    document.body.style.inlineSize = '320px';
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    const headings = [...(calendar.shadowRoot?.querySelectorAll('thead th') ?? [])];
    await eventually(() => expect(headings[0]?.textContent.trim()).toBe(week));
    const cut = headings.filter(heading => {
      const text = document.createRange();
      text.selectNodeContents(heading);
      const [inner, outer] = [text, heading].map(each => each.getBoundingClientRect());
      return inner && outer && (inner.left < outer.left || inner.right > outer.right);
    });
    expect(cut.map(({textContent}) => textContent.trim())).toEqual([]);
  },
);

it('keeps the corners of the month within its frame, and lines straight, when the page sets large corners', async () => {
  document.body.style.setProperty('--tavle-radius', '16px');
  const calendar = await openCalendar('date="2026-12-16" view="month"');
  const cornersOf = (selector: string) => {
    const element = calendar.shadowRoot?.querySelector(selector);
    if (!element) throw new Error(`There is no ${selector}.`);
    const style = getComputedStyle(element);
    return [
      style.borderStartStartRadius,
      style.borderStartEndRadius,
      style.borderEndEndRadius,
      style.borderEndStartRadius,
    ];
  };
  expect(cornersOf('.month')).toEqual(['16px', '16px', '16px', '16px']);
  expect(cornersOf('thead th:first-child')).toEqual(['15px', '0px', '0px', '0px']);
  expect(cornersOf('thead th:last-child')).toEqual(['0px', '15px', '0px', '0px']);
  expect(cornersOf('tbody tr:last-child td:last-child')).toEqual(['0px', '0px', '15px', '0px']);
  expect(cornersOf('tbody tr:last-child th')).toEqual(['0px', '0px', '0px', '15px']);
  expect(cornersOf('.chip')).toEqual(['3px', '16px', '16px', '3px']);
  await page.getByRole('button', {name: 'Liste'}).click();
  expect(cornersOf('.entry')).toEqual(['16px', '16px', '16px', '16px']);
});

describe('on paper', () => {
  const rows = () =>
    [
      ...(document.querySelector('tavle-calendar')?.shadowRoot?.querySelectorAll('.paper tbody tr') ?? []),
    ].map(row => [...row.children].map(cell => cell.textContent.trim()).join(' | '));

  it('has the deadlines of three months from today on, with company and date, in every view', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-12-16T12:00:00Z')});
    const service = fakeCalendar(
      frist(1, '15-12-2026', {overskrift: 'I går'}),
      frist(2, '16-12-2026', {overskrift: 'Moms'}),
      frist(3, '16-03-2027', {overskrift: 'Løn', isLaest: true}),
      frist(4, '17-03-2027', {overskrift: 'Senere'}),
    );
    const calendar = await openCalendar('view="month"');
    await eventually(() => expect(service.prefetched).toHaveLength(2));
    await calendar.refresh();
    print();
    expect(rows()).toEqual([
      'Onsdag den 16. december 2026 | Moms | Skattestyrelsen',
      'Tirsdag den 16. marts 2027 | Løn | Skattestyrelsen',
    ]);
    const paper = calendar.shadowRoot?.querySelector('.paper');
    expect(paper?.textContent).toContain('Frister 16. december 2026 – 16. marts 2027');
    expect(paper?.textContent).toContain('CVR-nummer 10000009. Udskrevet 16. december 2026.');
    expect(paper?.textContent).not.toContain('Filter');
    dispatchEvent(new Event('afterprint'));
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(calendar.shadowRoot?.querySelector('.paper')).toBeNull();
  });

  it('has the visible month if today is not loaded', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-06-16T12:00:00Z')});
    const calendar = await openCalendar('date="2027-01-02" view="month"');
    print();
    expect(rows()).toEqual(['Lørdag den 2. januar 2027 | Årsrapport | Skattestyrelsen']);
    expect(calendar.shadowRoot?.querySelector('.paper')?.textContent).toContain(
      'Frister 1. januar 2027 – 31. januar 2027',
    );
  });

  it('has three months of a list that was loaded to its end if today is not loaded', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-06-16T12:00:00Z')});
    const service = fakeCalendar(frist(1, '02-01-2027'), frist(2, '01-04-2027'), frist(3, '02-04-2027'));
    const calendar = await openCalendar('date="2027-01-02" view="list"');
    expect(service.calls).toHaveLength(1);
    print();
    expect(rows()).toHaveLength(2);
    expect(calendar.shadowRoot?.querySelector('.paper')?.textContent).toContain(
      'Frister 1. januar 2027 – 1. april 2027',
    );
  });

  it('is white for a dark page, without controls', async () => {
    document.documentElement.style.colorScheme = 'dark';
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    await emulateMedia({media: 'print'});
    await eventually(() => expect(rows()).not.toEqual([]));
    expect(getComputedStyle(calendar).colorScheme).toBe('light');
    const visible = [...(calendar.shadowRoot?.children ?? [])].filter(child => child.getClientRects().length);
    expect(visible.map(({className}) => className)).toEqual(['paper']);
  });
});
