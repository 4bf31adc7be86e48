import {beforeEach, expect, it} from 'vitest';
import {page} from 'vitest/browser';

import {openCalendar, openDeadlines, setToday, toggleFilter} from '../testing/calendar-fixture.ts';
import {rendered} from '../testing/page-fixture.ts';
import {resize} from '../testing/contact-sheet.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {emulateMedia} from '../testing/media.ts';
import {eventually} from '../testing/waiting.ts';

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

it.each(Object.keys(views))('titles of 255 characters do not widen the page: %s', async view => {
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
