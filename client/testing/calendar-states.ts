import {expect, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {addCalendar, openCalendar, query, setToday, toggleFilter} from './calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from './fake-calendar.ts';
import {longestWord} from './longest-word.ts';
import {button, emulateMedia, eventually, showsLate, withService} from './page-fixture.ts';

const description = `<p>Angiv og betal senest <strong>17-12-2026</strong>.</p><ul><li>Log på</li><li>Angiv</li></ul>
  <table><tr><th>Periode</th><td>4. kvartal</td></tr></table><p><a href="https://skat.example/">Vejledning</a></p><p>${longestWord}</p>`;

/** Creates a company with many deadlines on a day, a long word, a description with a table, and a hidden deadline. */
export function crowdedCalendar(): FakeCalendar {
  return fakeCalendar(
    frist(1, '01-12-2026', {overskrift: 'A-skat og arbejdsmarkedsbidrag', isLaest: true}),
    frist(2, '10-12-2026', {overskrift: 'Lønsumsafgift'}),
    ...['Moms', 'Punktafgifter', 'Bekræft jeres reelle ejere', 'Told', 'Emballage'].map((overskrift, place) =>
      frist(10 + place, '16-12-2026', {overskrift, isLaest: place === 1}),
    ),
    frist(7, '17-12-2026', {overskrift: longestWord, afsenderNavn: longestWord, beskrivelse: description}),
    frist(8, '24-12-2026', {overskrift: 'Skjult frist', isLaest: true, isSlettet: true}),
    frist(9, '02-01-2027', {overskrift: 'Årsrapport'}),
  );
}

/** Waits until a locator is visible. */
const shows = (locator: ReturnType<typeof page.getByText>) => expect.element(locator.first()).toBeVisible();

async function withDeadlineOpen(title = 'A-skat og arbejdsmarkedsbidrag'): Promise<void> {
  await openCalendar();
  await page.getByText(title, {exact: true}).last().click();
  await shows(page.getByRole('dialog', {name: title}));
}

async function withSubscription(): Promise<void> {
  await openCalendar();
  await button(/^Abonn/).click();
  await shows(page.getByRole('dialog'));
}

async function withNoLink(): Promise<void> {
  await withSubscription();
  await shows(button(/^Opret/));
}

async function withLink(): Promise<void> {
  await withNoLink();
  await button(/^Opret/).click();
  await shows(page.getByRole('combobox', {name: /^Påmindelse/}));
}

/** Opens the link's management and starts a change. */
async function manage(change: RegExp): Promise<void> {
  await page.getByText(/^Administrér/).click();
  await button(change).click();
  await shows(button(/^Ja,/));
}

/** Attributes of a calendar of three companies, of which the page names two. */
export const severalCompanies = `cvr="10000009 10000017 10000025" names='{"10000009": "Havblik Bageri ApS", "10000017": "Rørbæk Specialmaskiner A/S & Sønner"}'`;

function crowdedMonth(): FakeCalendar {
  setToday('2026-12-10');
  return crowdedCalendar();
}

/** Brings a calendar into each of its states. */
export const calendarStates = withService(crowdedMonth, {
  'as a list, hidden deadlines too': async () => {
    await openCalendar('date="2026-12-16" view="list"');
    await toggleFilter();
    await page.getByRole('checkbox').nth(2).click();
    await shows(page.getByText('Skjult frist'));
  },
  'as a month in a narrow room': async () => {
    document.body.style.inlineSize = '320px';
    await openCalendar('date="2026-12-16" view="month"');
    await shows(page.getByRole('heading', {name: /Frister.*16/}));
  },
  'as a year': () => openCalendar('date="2026-12-16" view="year"'),
  'as a year in a narrow room': () => {
    document.body.style.inlineSize = '320px';
    return openCalendar('date="2026-12-16" view="year"');
  },
  'while a year is loading': async service => {
    service.hold();
    const calendar = addCalendar('date="2026-12-16" view="year"');
    await calendar.updateComplete;
  },
  'as a month, with the filter open': async () => {
    await openCalendar('date="2026-12-16" view="month"');
    await toggleFilter();
    await page.getByRole('checkbox').nth(2).click();
    await shows(button(/^Filter \(1\)/));
  },
  'with the date field in place of a picker': async () => {
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    calendar.shadowRoot?.querySelector<HTMLElement>('.picker')?.focus();
  },
  'while a month is loading': async service => {
    service.hold();
    const calendar = addCalendar('date="2026-12-16" view="month"');
    await showsLate(calendar);
  },
  'while a list is loading': async service => {
    service.hold();
    const calendar = addCalendar('date="2026-12-16" view="list"');
    await calendar.updateComplete;
  },
  'when the person is signed out and the page has a login': async service => {
    service.break(401);
    addCalendar('login-url="https://portal.example/login"');
    await shows(page.getByRole('link'));
  },
  'when there is no connection': async service => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    service.break(0);
    addCalendar();
    await shows(page.getByRole('alert'));
  },
  'as a month without deadlines': async () => {
    await openCalendar('date="2026-02-01" view="month"');
    await shows(button(/^Gå til/));
  },
  'as a list without deadlines': async () => {
    await openCalendar('date="2027-05-01" view="list"');
    await shows(page.getByText(/Forrige frist/));
  },
  'as a list, with earlier and later deadlines to add': async service => {
    for (let id = 100; id < 200; id++) {
      service.frister.set(id, frist(id, `0${(id % 9) + 1}-0${Math.floor(id / 50) + 1}-2027`));
    }
    await openCalendar('date="2026-12-16" view="list"');
    await button(/^Vis tidligere/).click();
    await shows(page.getByText('A-skat og arbejdsmarkedsbidrag'));
  },

  'when the filter lets nothing through': async () => {
    await openCalendar('date="2027-01-02"');
    await page.getByText('Årsrapport').last().click();
    await button(/^Luk/).first().click();
    await toggleFilter();
    await page.getByRole('checkbox').nth(1).click();
    await page.getByRole('checkbox').nth(1).click();
    await page.getByRole('checkbox').nth(1).click();
    await shows(button(/^Ryd/));
  },
  'with a day open': async () => {
    await openCalendar();
    // By keyboard, so that the focus is visible.
    (page.getByRole('gridcell', {name: /16\.? december/i}).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await shows(page.getByRole('dialog'));
  },
  'with a deadline of a day open': async () => {
    await openCalendar();
    await page.getByText(/2 flere/).click();
    await page.getByRole('dialog').getByRole('button', {name: 'Moms'}).click();
    await shows(button(/^Tilbage/));
  },
  'with a deadline hidden, which can be undone': async () => {
    await withDeadlineOpen();
    await button(/^Skjul/).click();
    await shows(button(/^Fortryd/));
  },
  'when saving failed': async service => {
    await withDeadlineOpen(longestWord);
    service.break(503, 'PUT');
    await button(/^Skjul/).click();
    await shows(button(/^Prøv/));
  },
  'while it is not known whether there is a calendar link': async service => {
    await openCalendar();
    service.hold();
    await button(/^Abonn/).click();
    await shows(page.getByText(/^Undersøger/));
  },
  'when the service can not say whether there is a calendar link': async service => {
    await openCalendar();
    service.break(503, 'GET');
    await button(/^Abonn/).click();
    await shows(button(/^Prøv/));
  },
  'with the steps of a calendar app': async () => {
    await withLink();
    await page.getByText(/^Apple Kalender /).click();
    await shows(page.getByText(/^Eller åbn/));
  },
  'with a calendar link that only a colleague knows': async service => {
    service.links.set('10000009', 'https://tavle.example/calendar/1/abonnementer/kollega.ics');
    await withSubscription();
    await shows(page.getByText(/^I har et/));
  },
  'before a calendar link is replaced': async () => {
    await withLink();
    await manage(/^Udskift/);
  },
  'when the calendar link can not be created': async service => {
    await withNoLink();
    service.break(503, 'POST');
    await button(/^Opret/).click();
    await shows(page.getByRole('dialog').getByRole('alert'));
  },
  'when the calendar link is revoked': async () => {
    await withLink();
    await manage(/^Stop/);
    await button(/^Ja, stop/).click();
    await shows(button(/^Opret/));
  },
  'with a deadline downloaded for a calendar app': async () => {
    await withDeadlineOpen();
    await button(/^Føj til/).click();
    await shows(page.getByText(/^Filen er/));
  },
  'when a deadline can not be downloaded': async service => {
    await withDeadlineOpen();
    service.break(503, 'GET');
    await button(/^Føj til/).click();
    await shows(page.getByRole('dialog').getByRole('alert'));
  },
  'with a deadline that can not be loaded': async service => {
    const calendar = await openCalendar();
    service.break(503, 'GET');
    await calendar.open(999);
    await shows(page.getByRole('dialog').getByRole('button', {name: /^Prøv/}));
  },
  'of several companies as a list': async () => {
    await openCalendar(`${severalCompanies} date="2026-12-16" view="list"`);
    await toggleFilter();
    await shows(page.getByRole('combobox', {name: /^Virksomhed/}));
  },
  'of several companies, with next deadlines': async () => {
    setToday('2026-12-09');
    return openCalendar(`${severalCompanies} view="month"`);
  },
  'with a deadline of several companies open': async () => {
    await openCalendar(`${severalCompanies} date="2026-12-16"`);
    query('.chip').click();
    await expect.element(page.getByRole('checkbox').first()).toBeVisible();
  },
  'with a deadline that is done open': async () => {
    const calendar = await openCalendar('date="2026-12-16"');
    await calendar.open(1);
    await button('Markér som klaret').click();
    await expect.element(page.getByText('Klaret').first()).toBeVisible();
  },
  'with the week of the filter': async () => {
    setToday('2026-12-16');
    await openCalendar(`${severalCompanies} view="list"`);
    await toggleFilter();
    await button('Denne uge').click();
    await expect.element(button('Filter (1)')).toBeVisible();
  },
  'with a deadline of one of several companies open': async () => {
    const calendar = await openCalendar(`${severalCompanies} date="2026-12-16"`);
    await calendar.open(2, '10000017');
    await shows(page.getByRole('dialog').getByText(/Rørbæk/));
  },
  'with the calendar links of several companies': async () => {
    await openCalendar(`${severalCompanies} date="2026-12-16"`);
    await button(/^Abonn/).click();
    await shows(button(/^Havblik/));
  },
  'with the calendar link of one of several companies': async () => {
    await openCalendar(`${severalCompanies} date="2026-12-16"`);
    await button(/^Abonn/).click();
    await button(/^Havblik/).click();
    await button(/^Opret/).click();
    await shows(page.getByRole('combobox', {name: /^Påmindelse/}));
  },
  'of several companies on paper': async () => {
    const calendar = await openCalendar(`${severalCompanies} date="2026-12-16" view="month"`);
    await emulateMedia({media: 'print'});
    await calendar.updateComplete;
    await eventually(() => expect(page.getByRole('grid').query()).toBeNull());
  },
  'on paper': async () => {
    await openCalendar('date="2026-12-16" view="month"');
    await toggleFilter();
    await page.getByRole('checkbox').nth(2).click();
    await emulateMedia({media: 'print'});
    await shows(page.getByRole('cell', {name: 'Lønsumsafgift'}));
  },
});
