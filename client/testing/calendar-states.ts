// The states of the calendar, for `element-states.ts`: `visual.test.ts` takes screenshots of some, and `npm run dev`
// shows all. Add a state for a layout that no other state has. Use only what also works without Vitest.
import type {Mails} from '../api/responses.ts';
import {addCalendar, openCalendar, print, query, toggleFilter} from './calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist, noMails} from './fake-calendar.ts';
import {longestWord} from './longest-word.ts';
import {click, fill, press, role, shows, text, until} from './person.ts';
import {disconnect, setToday, showsLate, withService} from './stage.ts';

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

async function withDeadlineOpen(title = 'A-skat og arbejdsmarkedsbidrag'): Promise<void> {
  await openCalendar();
  await click(text(title, -1));
  await shows(role('dialog', title));
}

async function withSubscription(): Promise<void> {
  await openCalendar();
  await click(role('button', /^Få besked/));
  await shows(role('dialog'));
}

async function withNoLink(): Promise<void> {
  await withSubscription();
  await shows(role('button', /^Opret/));
}

async function withLink(): Promise<void> {
  await withNoLink();
  await click(role('button', /^Opret/));
  await shows(role('combobox', /^Påmindelse/));
}

/** Attributes of a calendar of three companies. `names` has the names of two of them. */
export const severalCompanies = `cvr="10000009 10000017 10000025" names='{"10000009": "Havblik Bageri ApS", "10000017": "Rørbæk Specialmaskiner A/S & Sønner"}'`;

const someMails: Mails = {
  ...noMails,
  ...{email: 'anna@example.dk', dage: [7, 1], virksomheder: [{cvr: '10000009'}], isBekraeftet: true},
};

function crowdedMonth(): FakeCalendar {
  setToday('2026-12-10');
  return crowdedCalendar();
}

/** Brings a calendar into each of its states. */
export const calendarStates = withService(crowdedMonth, {
  'as a list, hidden deadlines too': async () => {
    await openCalendar('date="2026-12-16" view="list"');
    await toggleFilter();
    await click(role('checkbox', /skjulte/i));
    await shows(text('Skjult frist'));
  },
  'as a month in a narrow room': async () => {
    document.body.style.inlineSize = '320px';
    await openCalendar('date="2026-12-16" view="month"');
    await shows(role('heading', /Frister.*16/));
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
    await click(role('checkbox', /skjulte/i));
    await shows(role('button', /^Filter \(1\)/));
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
    await shows(role('link'));
  },
  'when there is no connection': async service => {
    disconnect();
    service.break(0);
    addCalendar();
    await shows(role('alert'));
  },
  'as a month without deadlines': async () => {
    await openCalendar('date="2026-02-01" view="month"');
    await shows(role('button', /^Gå til/));
  },
  'as a list without deadlines': async () => {
    await openCalendar('date="2027-05-01" view="list"');
    await shows(text(/Forrige frist/));
  },
  'as a list, with earlier and later deadlines to add': async service => {
    for (let id = 100; id < 200; id++) {
      service.frister.set(id, frist(id, `0${(id % 9) + 1}-0${Math.floor(id / 50) + 1}-2027`));
    }
    await openCalendar('date="2026-12-16" view="list"');
    await click(role('button', /^Vis tidligere/));
    await shows(text('A-skat og arbejdsmarkedsbidrag'));
  },

  'when the filter lets nothing through': async () => {
    await openCalendar('date="2027-01-02"');
    await click(text('Årsrapport', -1));
    await click(role('button', /^Luk/));
    await toggleFilter();
    await click(role('checkbox', /ulæste/));
    await click(role('checkbox', /ulæste/));
    await click(role('checkbox', /ulæste/));
    await shows(role('button', /^Ryd/));
  },
  'with a day open': async () => {
    await openCalendar();
    // Opens the day by keyboard, so that the focus is visible.
    await press(role('gridcell', /16\.? december/i), 'Enter');
    await shows(role('dialog'));
  },
  'with a deadline of a day open': async () => {
    await openCalendar();
    await click(text(/2 flere/));
    await click(role('button', /Moms/));
    await shows(role('button', /^Tilbage/));
  },
  'with a deadline hidden, which can be undone': async () => {
    await withDeadlineOpen();
    await click(role('button', /^Skjul/));
    await shows(role('button', /^Fortryd/));
  },
  'when saving failed': async service => {
    await withDeadlineOpen(longestWord);
    // Waits until the deadline is marked as read.
    await until(() => service.calls.some(({method}) => method === 'PUT'));
    service.break(503, 'PUT');
    await click(role('button', /^Skjul/));
    await shows(role('button', /^Prøv/));
  },
  'while it is not known whether there is a calendar link': async service => {
    await openCalendar();
    service.hold();
    await click(role('button', /^Få besked/));
    await shows(text(/^Henter dine mails/));
  },
  'when the service can not say whether there is a calendar link': async service => {
    await openCalendar();
    service.break(503, 'GET');
    await click(role('button', /^Få besked/));
    await shows(role('button', /^Prøv/));
  },
  'with the steps of a calendar app': async () => {
    await withLink();
    await click(text(/^Apple Kalender /));
    await shows(text(/^Eller åbn/));
  },
  'with the calendar link of someone else': async service => {
    service.othersLinks.push({
      ...{id: 'a', navn: 'Revisors kalender', oprettet: '2026-11-20T08:00:00+01:00', isMin: false},
    });
    await withSubscription();
    await click(text(/^Links, som andre/));
    await shows(role('button', /^Fjern/));
  },
  'before mails are chosen': async service => {
    service.mails = noMails;
    await withNoLink();
  },
  'with a mail address that awaits its code': async service => {
    service.mails = {...noMails, email: 'anna@example.dk', dage: [7, 1]};
    await withNoLink();
  },
  'with mails': async service => {
    service.mails = someMails;
    await withNoLink();
  },
  'with mails of companies that the person has lost': async service => {
    service.mails = {...someMails, virksomheder: []};
    await openCalendar(`${severalCompanies} date="2026-12-16"`);
    await click(role('button', /^Få besked/));
    await shows(role('button', /^Gem/));
  },
  'with a mail address that a mail server has refused': async service => {
    service.mails = {...someMails, fejl: '550'};
    await withNoLink();
  },
  'when the calendar link can not be created': async service => {
    await withNoLink();
    service.break(503, 'POST');
    await click(role('button', /^Opret/));
    await shows(role('alert'));
  },
  'before a calendar link ends': async () => {
    await withLink();
    await click(role('button', /^Stop linket/));
    await shows(role('button', /^Ja,/));
  },
  'with a deadline downloaded for a calendar app': async () => {
    await withDeadlineOpen();
    await click(role('button', /^Føj til/));
    await shows(text(/^Filen er/));
  },
  'when a deadline can not be downloaded': async service => {
    await withDeadlineOpen();
    service.break(503, 'GET');
    await click(role('button', /^Føj til/));
    await shows(role('alert'));
  },
  'with a deadline that can not be loaded': async service => {
    const calendar = await openCalendar();
    service.break(503, 'GET');
    await calendar.open(999);
    await shows(role('button', /^Prøv/));
  },
  'of several companies as a list': async () => {
    await openCalendar(`${severalCompanies} date="2026-12-16" view="list"`);
    await toggleFilter();
    await shows(role('combobox', /^Virksomhed/));
  },
  'of several companies, with next deadlines': async () => {
    setToday('2026-12-09');
    return openCalendar(`${severalCompanies} view="month"`);
  },
  'with a deadline of several companies open': async () => {
    await openCalendar(`${severalCompanies} date="2026-12-16"`);
    await click(() => query('.chip'));
    await shows(role('checkbox'));
  },
  'with a deadline that is done open': async () => {
    const calendar = await openCalendar('date="2026-12-16"');
    await calendar.open(1);
    await click(role('button', 'Markér som klaret'));
    await shows(text('Klaret'));
  },
  'with the week of the filter': async () => {
    setToday('2026-12-16');
    await openCalendar(`${severalCompanies} view="list"`);
    await toggleFilter();
    await click(role('button', 'Denne uge'));
    await shows(role('button', /^Filter \(1\)/));
  },
  'with a deadline of one of several companies open': async () => {
    const calendar = await openCalendar(`${severalCompanies} date="2026-12-16"`);
    await calendar.open(2, '10000017');
    await shows(text(/Rørbæk/));
  },
  'with the calendar links of several companies': async () => {
    await openCalendar(`${severalCompanies} date="2026-12-16"`);
    await click(role('button', /^Få besked/));
    await shows(role('button', /^Opret/));
  },
  'with some of many companies chosen for mails': async service => {
    const cvrs = Array.from({length: 30}, (_, index) => String(10_000_009 + index));
    service.mails = {...someMails, virksomheder: [{cvr: '10000021', navn: longestWord}, {cvr: '10000010'}]};
    await openCalendar(`cvr="${cvrs.join(' ')}" date="2026-12-16"`);
    await click(role('button', /^Få besked/));
    await fill(role('searchbox'), '2');
    await shows(text('2 af 30 valgt, 12 fundet'));
  },
  'of several companies on paper': async () => {
    const calendar = await openCalendar(`${severalCompanies} date="2026-12-16" view="month"`);
    print();
    await until(() => calendar.shadowRoot?.querySelector('.paper'));
  },
  'on paper': async () => {
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    await toggleFilter();
    await click(role('checkbox', /skjulte/i));
    print();
    await until(() => calendar.shadowRoot?.querySelector('.paper'));
  },
});
