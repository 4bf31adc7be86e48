import {test} from 'vitest';
import {page} from 'vitest/browser';
import {loadFont, resize} from '../testing/contact-sheet.ts';
import {openCalendar, setToday} from '../testing/calendar-fixture.ts';
import {openDeadlines} from '../testing/deadlines-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import '../deadlines/define.ts';
const link =
  '<p>Angiv og betal senest den 1. december.</p><p><a href="https://www.skat.dk/tastselv">Log på TastSelv Erhverv</a></p>';
function data() {
  return fakeCalendar(
    frist(1, '02-11-2026', {overskrift: 'A-skat og arbejdsmarkedsbidrag', isLaest: true}),
    frist(2, '10-11-2026', {overskrift: 'Lønsumsafgift'}),
    frist(3, '16-11-2026', {overskrift: 'Punktafgifter: oktober', isLaest: true}),
    frist(4, '01-12-2026', {overskrift: 'Moms: 3. kvartal 2026', beskrivelse: link}),
    frist(5, '10-12-2026', {
      overskrift: 'A-skat og arbejdsmarkedsbidrag for november 2026 til Skattestyrelsen',
    }),
    frist(6, '16-12-2026', {
      overskrift: 'Bekræft jeres reelle ejere',
      afsenderNavn: 'Erhvervsstyrelsen',
      isLaest: true,
    }),
    frist(7, '16-12-2026', {overskrift: 'Told'}),
    frist(8, '31-05-2027', {overskrift: 'Årsrapport', afsenderNavn: 'Erhvervsstyrelsen'}),
  );
}
const langs = ['da', 'en'];
const views: Record<string, () => Promise<HTMLElement>> = {
  month: () => openCalendar('view="month"'),
  december: () => openCalendar('view="month" date="2026-12-16"'),
  list: () => openCalendar('view="list"'),
  year: () => openCalendar('view="year"'),
  dialog: async () => {
    const c = await openCalendar('view="month"');
    await c.open(4);
    await new Promise(r => setTimeout(r, 700));
    return c;
  },
  deadlines: () => openDeadlines('max="4"'),
};
const only = (import.meta.env.VITE_ONLY as string | undefined)?.split(',');
for (const [name, bring] of Object.entries(views))
  for (const lang of langs) {
    if (only && !only.includes(name)) continue;
    test(`${name} ${lang}`, async () => {
      setToday('2026-11-25');
      document.documentElement.lang = lang;
      await loadFont();
      data();
      await resize(1280, 900);
      document.body.style.cssText =
        'margin:0;padding:16px;box-sizing:border-box;font:16px/1.5 Plex;min-block-size:100vh';
      await bring();
      for (const width of [1280, 700, 390]) {
        if (width === 700 && lang === 'en') continue;
        await resize(width, width === 390 ? 844 : 900);
        await new Promise(r => setTimeout(r, 300));
        await page.screenshot({path: `/root/wt/c3/test-results/shots/${name}-${lang}-${width}.png`});
      }
    });
  }
