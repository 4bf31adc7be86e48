import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import type {TavleBeforeMarkEvent, TavleMarkEvent} from '../index.ts';
import {
  addCalendar,
  openCalendar,
  queryAll,
  setToday,
  textsOf,
  toggleFilter,
} from '../testing/calendar-fixture.ts';
import {byId, type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {button, emulateMedia, eventually, focused} from '../testing/page-fixture.ts';

const [bakery, boats] = ['10000009', '10000017'];
const names = JSON.stringify({[bakery]: 'Havblik Bageri', [boats]: '<img src=x> & Både'});
const several = `cvr="${bakery} ${boats}" company-names='${names}' date="2026-12-01"`;

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar();
  service.own.set(bakery, byId([frist(1, '10-12-2026', {overskrift: 'Moms'})]));
  service.own.set(
    boats,
    byId([
      frist(1, '10-12-2026', {overskrift: 'Moms', isLaest: true}),
      frist(2, '16-12-2026', {overskrift: 'Told'}),
    ]),
  );
});

const dialog = () => page.getByRole('dialog');
const choice = (company: string) => dialog().getByRole('button', {name: company});

it('a calendar of one company names no company, and has no filter by company', async () => {
  await openCalendar(`company-names='${names}' date="2026-12-01"`);
  await toggleFilter();
  expect(textsOf('[part~="company"]')).toEqual([]);
  expect(page.getByRole('combobox').elements()).toHaveLength(1);
});

describe('a calendar of several companies', () => {
  it('names the company of each deadline as text: in the month, the list, the next deadlines and the dialog', async () => {
    setToday('2026-12-09');
    const calendar = await openCalendar(several);
    expect(textsOf('.chip')).toEqual([
      'MomsHavblik Bageri Ulæst',
      'Moms<img src=x> & Både',
      'Told<img src=x> & Både Ulæst',
    ]);
    expect(textsOf('.next .sender')[0]).toBe('Havblik Bageri Skattestyrelsen');
    await button('Liste').click();
    await expect
      .element(button('Told <img src=x> & Både Skattestyrelsen Ulæst').last())
      .toHaveAttribute('data-cvr', boats);
    expect(calendar.shadowRoot?.querySelector('img')).toBeNull();
    await button(/^Told/).last().click();
    await expect.element(dialog()).toHaveTextContent('Til <img src=x> & Både (CVR 10 00 00 17)');
  });

  it('shows the number of a company without a name, and ignores invalid names', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    await openCalendar(`cvr="${bakery} ${boats}" company-names="Havblik" date="2026-12-01"`);
    expect(textsOf('.chip .company')[0]).toBe('CVR 10 00 00 09');
    expect(error).not.toHaveBeenCalled();
  });

  it('filters by company; the companies’ names are in alphabetical order', async () => {
    await openCalendar(several);
    await toggleFilter();
    const choice = page.getByRole('combobox', {name: 'Virksomhed'});
    expect([...(choice.element() as HTMLSelectElement).options].map(({text}) => text)).toEqual([
      'Alle virksomheder',
      '<img src=x> & Både',
      'Havblik Bageri',
    ]);
    await choice.selectOptions('Havblik Bageri');
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
    await expect.element(button('Filter (1)')).toBeVisible();
    expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst']);
  });

  it('marks a deadline for one company, undoes that, and names the company in the notice and in the events', async () => {
    const calendar = await openCalendar(several);
    const events: unknown[] = [];
    const note = ({type, fristId, cvr}: TavleBeforeMarkEvent | TavleMarkEvent) =>
      events.push([type, fristId, cvr]);
    calendar.addEventListener('tavle-before-mark', note);
    calendar.addEventListener('tavle-mark', note);
    await calendar.open(1, boats);
    await button('Skjul for alle').click();
    await expect
      .element(page.getByRole('status').getByText(/^Moms \(<img src=x> & Både\) er skjult/))
      .toBeVisible();
    await eventually(() =>
      expect(events).toEqual([
        ['tavle-before-mark', 1, boats],
        ['tavle-mark', 1, boats],
      ]),
    );
    expect(service.own.get(bakery)?.get(1)?.isSlettet).toBe(false);
    expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst', 'Told<img src=x> & Både Ulæst']);
    await button('Fortryd').click();
    await eventually(() => expect(service.own.get(boats)?.get(1)?.isSlettet).toBe(false));
    expect(textsOf('.chip')).toHaveLength(3);
  });

  it('keeps the open deadline with its company in the page’s URL', async () => {
    const calendar = await openCalendar(`${several} remember`);
    await calendar.open(1, boats);
    expect(new URL(location.href).searchParams.get('tavle-frist')).toBe(`${boats}-1`);
    document.body.replaceChildren();
    addCalendar(`${several} remember`);
    await expect.element(dialog()).toHaveTextContent('Både');
    document.body.replaceChildren();
    addCalendar('date="2026-12-01" remember');
    await expect.element(dialog()).toHaveTextContent('Virksomheden har ikke denne frist.');
  });

  it('names the company that could not be loaded, and reloads it alone without losing the focus', async () => {
    service.break(503, 'GET', boats);
    const failed: unknown[] = [];
    document.body.addEventListener('tavle-error', ({operation, cvr}) => failed.push(operation, cvr), {
      once: true,
    });
    const calendar = await openCalendar(several);
    expect(failed).toEqual(['load', boats]);
    await expect
      .element(page.getByRole('alert').getByText(/./).first())
      .toHaveTextContent(
        'Frister for <img src=x> & Både kunne ikke hentes. Vi har problemer lige nu. Prøv igen om lidt.',
      );
    expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst']);
    service.heal();
    service.calls.length = 0;
    await button('Prøv igen').click();
    await eventually(() => expect(textsOf('.chip')).toHaveLength(3));
    expect(service.calls.map(({url}) => url.pathname)).toEqual([`/calendar/1/virksomheder/${boats}/frister`]);
    expect(page.getByRole('alert').getByText(/./).query()).toBeNull();
    expect(calendar.shadowRoot?.contains(focused())).toBe(true);
  });

  it('loads the first 50 companies, each once, and shows the number of companies beyond the maximum', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const cvrs = Array.from({length: 52}, (_, place) => 20_000_000 + place).join(' ');
    await openCalendar(`cvr="${cvrs}  20000000 20000001 " date="2026-12-01"`);
    expect(new Set(service.calls.map(({url}) => url.pathname)).size).toBe(50);
    expect(service.calls).toHaveLength(50);
    expect(warn).toHaveBeenCalledWith('A calendar shows at most 50 companies.');
    await expect
      .element(page.getByText('Kalenderen viser de første 50 virksomheder. 2 er ikke med.'))
      .toBeVisible();
  });

  it('focuses the first added deadline of the right company', async () => {
    const many = Array.from({length: 40}, (_, id) =>
      frist(id + 10, `${String((id % 28) + 1).padStart(2, '0')}-0${1 + Math.floor(id / 28)}-2027`),
    );
    service.own.set(bakery, byId(many));
    service.own.set(boats, byId(many));
    setToday('2026-12-31');
    await openCalendar(`cvr="${bakery} ${boats}" view="list"`);
    const shown = textsOf('.agenda .entry').length;
    await button('Vis flere').click();
    await eventually(() => expect(textsOf('.agenda .entry').length).toBeGreaterThan(shown));
    await eventually(() => expect(focused()).toBe(queryAll('.entry')[shown]));
  });

  it('lets a person choose the company of a calendar link, and return to the others', async () => {
    service.links.set(bakery, 'https://tavle.example/x.ics');
    await openCalendar(several);
    await button('Abonnér på frister').click();
    await expect.element(choice('Havblik Bageri Har et kalenderlink')).toBeVisible();
    await choice('<img src=x> & Både Har ikke et kalenderlink').click();
    await button('Opret link').click();
    await expect.element(page.getByRole('combobox', {name: 'Påmindelse'})).toBeVisible();
    expect(dialog().element().textContent).toContain(
      'Kalenderlinket viser kun frister for denne virksomhed.',
    );
    expect(service.links.size).toBe(2);
    await button('Tilbage').click();
    await expect.element(choice('<img src=x> & Både Har et kalenderlink')).toBeVisible();
    expect(focused()?.textContent).toContain('Abonnér på frister');
  });

  it('prints the companies, those that are missing, and the company of the filter', async () => {
    setToday('2026-12-01');
    service.break(503, 'GET', boats);
    const calendar = await openCalendar(several);
    await emulateMedia({media: 'print'});
    await eventually(() => expect(textsOf('.paper p')[0]).toContain('Virksomheder: Havblik Bageri (CVR'));
    expect(textsOf('.paper p')[1]).toContain('Både kunne ikke hentes.');
    expect(textsOf('.paper th')).toEqual(['Senest', 'Frist', 'Virksomhed', 'Myndighed']);
    await emulateMedia({media: 'screen'});
    service.heal();
    await calendar.refresh();
    await toggleFilter();
    await page.getByRole('combobox', {name: 'Virksomhed'}).selectOptions('Havblik Bageri');
    await emulateMedia({media: 'print'});
    await eventually(() =>
      expect(textsOf('.paper p').slice(1)).toEqual([
        'Filter: Havblik Bageri.',
        'Fristernes tekster er ikke med. Åbn en frist for at udskrive dens tekst.',
      ]),
    );
    expect(textsOf('.paper td:nth-child(3)')).toEqual(['Havblik Bageri']);
  });

  it('prints the number of more than three companies above the deadlines, and their names below', async () => {
    setToday('2026-12-01');
    await openCalendar(
      `cvr="${bakery} ${boats} 10000025 10000033" company-names='${names}' date="2026-12-01"`,
    );
    await emulateMedia({media: 'print'});
    await eventually(() =>
      expect(textsOf('.paper p')[0]).toBe('Virksomheder: 4. Udskrevet 1. december 2026.'),
    );
    const last = queryAll('.paper > *').at(-1);
    expect(last?.previousElementSibling?.localName).toBe('table');
    expect(last?.textContent.replaceAll('\u00a0', ' ')).toBe(
      'Virksomhederne: Havblik Bageri (CVR 10 00 00 09), <img src=x> & Både (CVR 10 00 00 17), CVR 10 00 00 25, CVR 10 00 00 33.',
    );
  });
});
