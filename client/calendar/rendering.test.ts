import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';
import {
  openCalendar,
  openDeadlines,
  print,
  query,
  queryAll,
  setToday,
  toggleFilter,
} from '../testing/calendar-fixture.ts';
import {crowdedCalendar} from '../testing/calendar-states.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {button, emulateMedia, eventually, rendered} from '../testing/page-fixture.ts';
import {resize} from '../testing/contact-sheet.ts';

beforeEach(() => {
  crowdedCalendar();
});

it('uses the language of the page, and the page’s own texts, and follows changes', async () => {
  const calendar = await openCalendar();
  document.documentElement.lang = 'en-GB';
  await expect.element(page.getByRole('heading', {name: 'December 2026'})).toBeVisible();
  await expect
    .element(page.getByRole('gridcell', {name: '16 December 2026, 5 deadlines, 4 unread'}))
    .toBeVisible();
  await expect.element(page.getByText('+ 2 more')).toBeVisible();
  calendar.strings = {today: 'Now', more: count => `and ${count}`};
  await expect.element(button('Now')).toBeVisible();
  await expect.element(page.getByText('and 2')).toBeVisible();
  await expect.element(button(/^List$/)).toBeVisible();
});

it('marks authorities’ texts as Danish on an English page (WCAG 3.1.2)', async () => {
  setToday('2026-12-16');
  document.documentElement.lang = 'en';
  await openCalendar('date="2026-12-16" view="month"');
  const languages = (selector: string) =>
    new Set(queryAll(selector).map(element => element.closest('[lang]')?.getAttribute('lang')));
  await expect.element(page.getByRole('heading', {name: 'December 2026'})).toBeVisible();
  expect(languages('.chip-title')).toEqual(new Set(['da']));
  expect(languages('td .spoken')).toEqual(new Set([undefined]));
  await page.getByRole('button', {name: 'List', exact: true}).click();
  await eventually(() => expect(languages('.entry-title, .sender > [lang]')).toEqual(new Set(['da'])));
  query('.entry').click();
  await eventually(() => expect(languages('.dialog-title, .markup')).toEqual(new Set(['da'])));
  expect(languages('.when, .marks button, .entry-when, .tag')).toEqual(new Set([undefined]));
  print();
  expect(languages('.paper-title, .paper .markup')).toEqual(new Set(['da']));
  expect(languages('.paper p:not(.markup *)')).toEqual(new Set([undefined]));
  dispatchEvent(new Event('afterprint'));
  await page.getByRole('button', {name: 'Close', exact: true}).first().click();
  await eventually(() => expect(queryAll('.dialog-title')).toEqual([]));
  print();
  expect(languages('.paper td span, .paper td:last-child')).toEqual(new Set(['da']));
  dispatchEvent(new Event('afterprint'));
});

it('capitalises the text itself: Firefox splits a word at ::first-letter for screen readers', async () => {
  const calendar = await openCalendar('date="2026-12-16" view="list"');
  const sheets = calendar.shadowRoot?.adoptedStyleSheets ?? [];
  const rules = sheets.flatMap(sheet => [...sheet.cssRules].map(({cssText}) => cssText));
  expect(rules.filter(text => text.includes('::first-letter'))).toEqual([]);
  await expect.element(page.getByRole('heading', {name: /^December 2026/})).toBeVisible();
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
  const texts = queryAll('.button, .choice button, .title, .entry, .summary');
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
    await openCalendar('date="2026-12-16" view="month"');
    const headings = queryAll('thead th');
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
  await openCalendar('date="2026-12-16" view="month"');
  const cornersOf = (selector: string) => getComputedStyle(query(selector)).borderRadius;
  expect(cornersOf('.month')).toBe('16px');
  expect(cornersOf('thead th:first-child')).toBe('15px 0px 0px');
  expect(cornersOf('thead th:last-child')).toBe('0px 15px 0px 0px');
  expect(cornersOf('tbody tr:last-child td:last-child')).toBe('0px 0px 15px');
  expect(cornersOf('tbody tr:last-child th')).toBe('0px 0px 0px 15px');
  expect(cornersOf('.chip')).toBe('3px 16px 16px 3px');
  await button('Liste').click();
  expect(cornersOf('.entry')).toBe('16px');
});

describe('on paper', () => {
  const rows = () =>
    queryAll('.paper tbody tr').map(row =>
      [...row.children].map(cell => cell.textContent.trim().replaceAll(/\s+/g, ' ')).join(' | '),
    );

  it('has all of the visible month, with company, date and what is left out', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-12-16T12:00:00Z')});
    fakeCalendar(
      frist(1, '15-12-2026', {overskrift: 'I går'}),
      frist(2, '16-12-2026', {overskrift: 'Moms', isLaest: true, isKlaret: true}),
      frist(3, '17-12-2026', {overskrift: 'Skjult', isSlettet: true}),
      frist(4, '02-01-2027', {overskrift: 'Senere'}),
    );
    await openCalendar('view="month"');
    print();
    expect(rows()).toEqual([
      'Tirs. 15. dec. 2026 | I går | Skattestyrelsen',
      'Ons. 16. dec. 2026 | Moms (Klaret) | Skattestyrelsen',
    ]);
    const text = query('.paper').textContent.replaceAll(/\s+/g, ' ');
    expect(text).toContain('Frister 1. december 2026 – 31. december 2026');
    expect(text).toContain('CVR 10000009. Udskrevet 16. december 2026.');
    expect(text).toContain('Skjulte frister er ikke med.');
    expect(text).not.toContain('Filter');
    dispatchEvent(new Event('afterprint'));
    await expect.element(page.getByRole('grid')).toBeVisible();
    expect(queryAll('.paper')).toEqual([]);
  });

  it('has dates that do not wrap', async () => {
    await openCalendar('date="2026-12-16" view="month"');
    await emulateMedia({media: 'print'});
    await eventually(() => expect(rows()).not.toEqual([]));
    document.body.style.inlineSize = '480px';
    const {lineHeight} = getComputedStyle(query('.paper .date'));
    const range = document.createRange();
    range.selectNodeContents(query('.paper .date'));
    expect(range.getBoundingClientRect().height).toBeLessThan(2 * parseFloat(lineHeight));
  });

  it('has a list as far as it was loaded, and says where it ends', async () => {
    vi.useFakeTimers({toFake: ['Date'], now: new Date('2026-06-16T12:00:00Z')});
    const service = fakeCalendar(frist(1, '02-01-2027'), frist(2, '01-04-2027'));
    await openCalendar('date="2027-01-02" view="list"');
    print();
    expect(rows()).toHaveLength(2);
    expect(query('.paper').textContent).toContain('Frister 1. januar 2027 – 1. april 2027');
    expect(query('.paper').textContent).not.toContain('Frister efter');
    for (let id = 10; id < 80; id++) service.frister.set(id, frist(id, '03-05-2027'));
    document.body.replaceChildren();
    await openCalendar('date="2027-01-02" view="list"');
    print();
    expect(rows()).toHaveLength(2);
    expect(query('.paper').textContent).toContain('Frister efter 2. maj 2027 er ikke med.');
  });

  it('is white for a dark page, without controls', async () => {
    document.documentElement.style.colorScheme = 'dark';
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    await emulateMedia({media: 'print'});
    await eventually(() => expect(rows()).not.toEqual([]));
    expect(getComputedStyle(calendar).colorScheme).toBe('light');
    const visible = [...(calendar.shadowRoot?.querySelector('.root')?.children ?? [])].filter(
      child => child.getClientRects().length,
    );
    expect(visible.map(({className}) => className)).toEqual(['paper printed']);
  });
});

describe('titles of 255 characters', () => {
  /** Titles of 255 characters: of many words, one word, and wide characters. */
  const titles = ['Angivelse og betaling af moms '.repeat(9), 'Moms'.repeat(64), 'Ⓦ'.repeat(255)].map(title =>
    title.slice(0, 255).trim(),
  );
  const longUrl = `https://${'a'.repeat(60)}.example/`;
  const markup = titles.map(title => `<p><a href="${longUrl}">${title}</a></p>`).join('');

  beforeEach(() => {
    setToday('2026-12-10');
    const dates = ['01-12-2026', '06-12-2026', '10-12-2026', '13-12-2026', '31-12-2026', '31-01-2027'];
    const frister = dates.flatMap((date, day) =>
      [0, 1, 2, 3].map(place =>
        frist(day * 4 + place + 1, date, {
          overskrift: titles[place % 3] ?? '',
          afsenderNavn: titles[(place + 1) % 3] ?? '',
          beskrivelse: markup,
          link: longUrl,
          isLaest: place === 3,
        }),
      ),
    );
    fakeCalendar(...frister);
    document.body.style.cssText = 'margin: 0';
  });

  const views: Record<string, () => Promise<unknown>> = {
    month: () => openCalendar('view="month"'),
    'month of several companies': () => openCalendar('cvr="10000009 10000017" view="month"'),
    list: async () => {
      await openCalendar('view="list"');
      await toggleFilter();
    },
    year: () => openCalendar('view="year"'),
    'dialog of a day': async () => {
      await openCalendar('view="month"');
      await page.getByRole('gridcell', {name: /10\. december/}).click({position: {x: 3, y: 3}});
    },
    'dialog of a deadline': async () => {
      const calendar = await openCalendar('view="month"');
      await calendar.open(10);
      await expect.element(page.getByRole('link', {name: /^Gå til/})).toBeVisible();
    },
    'list of the next deadlines': () => openDeadlines('max="10"'),
    'printed calendar': async () => {
      const calendar = await openCalendar('view="month"');
      await emulateMedia({media: 'print'});
      await calendar.updateComplete;
      await eventually(() => expect(page.getByRole('table').query()).not.toBeNull());
    },
  };

  it.each(Object.keys(views))('do not widen the page: %s', async view => {
    await resize(1280, 800);
    await views[view]?.();
    const wide = [];
    for (const dir of ['ltr', 'rtl']) {
      document.documentElement.dir = dir;
      for (const width of [280, 320, 390, 560, 700, 768, 1000, 1280, 1600]) {
        await resize(width, 800);
        await rendered();
        const {scrollWidth, clientWidth} = document.documentElement;
        const dialog = document.querySelector('tavle-calendar')?.shadowRoot?.querySelector('dialog');
        if (scrollWidth > clientWidth) wide.push(`${dir} ${width}: ${scrollWidth}`);
        if (dialog && dialog.scrollWidth > dialog.clientWidth) wide.push(`${dir} ${width}: dialog`);
      }
    }
    expect(wide).toEqual([]);
  });
});
