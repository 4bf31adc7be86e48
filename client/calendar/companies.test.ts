import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {CompanyFrist} from '../api/responses.ts';
import type {TavleBeforeMarkEvent, TavleCalendar, TavleMarkEvent} from '../index.ts';
import {
  addCalendar,
  openCalendar,
  print,
  query,
  queryAll,
  setToday,
  textsOf,
  toggleFilter,
} from '../testing/calendar-fixture.ts';
import {resize} from '../testing/contact-sheet.ts';
import {byId, type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {button, emulateMedia, eventually, focused, rendered} from '../testing/page-fixture.ts';

const [bakery, boats] = ['10000009', '10000017'];
const names = JSON.stringify({[bakery]: 'Havblik Bageri', [boats]: '<img src=x> & Både'});
const several = `cvr="${bakery} ${boats}" names='${names}' date="2026-12-01"`;

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

/** Clicks a next deadline, which is wider than the frame of the tests: a click by coordinates may miss it. */
async function press(name: RegExp): Promise<void> {
  await expect.element(button(name)).toBeVisible();
  (button(name).element() as HTMLElement).click();
}

it('a calendar of one company names no company, and has no filter by company', async () => {
  await openCalendar(`names='${names}' date="2026-12-01"`);
  await toggleFilter();
  expect(textsOf('[part~="company"]')).toEqual([]);
  expect(page.getByRole('combobox').elements()).toHaveLength(1);
});

describe('a calendar of several companies', () => {
  it('names the company of each deadline as text: in the month, the list, the next deadlines and the dialog', async () => {
    setToday('2026-12-09');
    const calendar = await openCalendar(several);
    expect(textsOf('.chip')).toEqual(['Moms2 virksomheder Ulæst', 'Told<img src=x> & Både Ulæst']);
    expect(textsOf('.next .sender')).toEqual([
      '2 virksomheder Skattestyrelsen',
      '<img src=x> & Både Skattestyrelsen',
    ]);
    await button('Liste').click();
    await expect
      .element(button(/Told <img src=x> & Både ?· ?Skattestyrelsen Ulæst$/).last())
      .toHaveAttribute('data-cvr', boats);
    expect(calendar.shadowRoot?.querySelector('img')).toBeNull();
    await button(/Told/).last().click();
    await expect.element(dialog()).toHaveTextContent('Til <img src=x> & Både (CVR 10000017)');
  });

  it('shows the number of a company without a name, and ignores invalid names', async () => {
    const error = vi.spyOn(console, 'error').mockReturnValue();
    await openCalendar(`cvr="${bakery} ${boats}" names="Havblik" date="2026-12-01"`);
    query('.chip').click();
    await expect.element(dialog()).toBeVisible();
    expect(textsOf('.companies .entry-title')).toEqual(['CVR 10000009', 'CVR 10000017']);
    expect(error).not.toHaveBeenCalled();
  });

  it('filters by company; the companies’ names are in alphabetical order', async () => {
    const calendar = await openCalendar(several);
    await toggleFilter();
    const field = page.getByRole('combobox', {name: 'Virksomhed'});
    expect(queryAll('#companies option').map(option => option.getAttribute('value'))).toEqual([
      '<img src=x> & Både',
      'Havblik Bageri',
    ]);
    await field.fill('bageri');
    await userEvent.keyboard('{Enter}');
    await expect.element(field).toHaveValue('Havblik Bageri');
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
    await expect.element(button('Filter (1)')).toBeVisible();
    expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst']);
    for (const number of ['CVR 10000017', 'cvr\u00a010 00 00 17', '10000017']) {
      await field.fill(number);
      await userEvent.keyboard('{Enter}');
      await expect.element(field).toHaveValue('<img src=x> & Både');
      await field.fill('havblik  bageri');
      await userEvent.keyboard('{Enter}');
      await expect.element(field).toHaveValue('Havblik Bageri');
    }
    const input = field.element() as HTMLInputElement;
    input.value = '<img src=x> & Både';
    // As Firefox reports the choice of a suggestion.
    input.dispatchEvent(new InputEvent('input', {inputType: 'insertReplacementText', bubbles: true}));
    await eventually(() => expect(textsOf('.chip')).toHaveLength(2));
    // As browsers report a word that they have corrected.
    input.value = 'bageri';
    input.dispatchEvent(new InputEvent('input', {inputType: 'insertReplacementText', bubbles: true}));
    await rendered();
    expect(input.value).toBe('bageri');
    expect(textsOf('.chip')).toHaveLength(2);
    await field.fill('havblik');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst']));
    for (const text of ['ukendt', 'CVR']) {
      const problem = 'Vælg én virksomhed på listen.';
      await field.fill(text);
      await userEvent.keyboard('{Enter}');
      await expect.element(page.getByRole('status').first()).toHaveTextContent(problem);
      await expect.element(field).toHaveAccessibleDescription(problem);
      await expect.element(field).toHaveAttribute('aria-invalid', 'true');
      await expect.element(field).toHaveValue(text);
      expect(textsOf('.summary .problem')).toEqual([problem]);
      await calendar.refresh();
      await expect.element(field).toHaveAccessibleDescription(problem);
      await expect.element(field).toHaveValue(text);
      expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst']);
      await field.fill('Havblik');
      await userEvent.keyboard('{Enter}');
      await expect.element(field).toHaveAttribute('aria-invalid', 'false');
      await expect.element(field).toHaveValue('Havblik Bageri');
      expect(textsOf('.summary')).toEqual(['I december: 1 frist, 1 ulæst']);
    }
    await field.fill('');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(textsOf('.chip')).toHaveLength(2));
  });

  // The press of the mouse leaves the field, so that the problem appears before the click.
  it('checks what the person clicks after a text that names no company', async () => {
    await openCalendar(several);
    await toggleFilter();
    await page.getByRole('combobox', {name: 'Virksomhed'}).fill('ukendt');
    const unread = page.getByRole('checkbox', {name: 'Kun ulæste'});
    await unread.click();
    await expect.element(unread).toBeChecked();
  });

  it.each([
    [320, ''],
    [320, 'view="list"'],
    [700, ''],
    [700, 'view="list"'],
    [700, 'view="year"'],
    [1100, ''],
    [1100, 'view="list"'],
    [1030, ''],
    [1030, 'view="list"'],
  ])(
    'moves no control when a text names no company, at a width of %i pixels: %s',
    async (width, attributes) => {
      const calendar = await openCalendar(`${several} ${attributes}`);
      Object.assign(calendar.style, {inlineSize: `${width}px`, maxInlineSize: 'none'});
      await toggleFilter();
      const field = page.getByRole('combobox', {name: 'Virksomhed'});
      const places = () =>
        queryAll('.toolbar button:not(.link), .filter :is(button, input, select)').map(each => {
          const {x, y, width, height} = each.getBoundingClientRect();
          const {x: left, y: top} = calendar.getBoundingClientRect();
          return [x - left, y - top, width, height].join();
        });
      const unread = page.getByRole('checkbox', {name: 'Kun ulæste'});
      for (const hasDeadlines of [true, false]) {
        await eventually(() =>
          expect(calendar.shadowRoot?.textContent.includes('Ingen frister passer')).toBe(!hasDeadlines),
        );
        await rendered();
        const before = places();
        await field.fill('ukendt');
        (field.element() as HTMLElement).blur();
        await expect.element(field).toHaveAttribute('aria-invalid', 'true');
        expect(places()).toEqual(before);
        (unread.element() as HTMLElement).click();
        await expect.element(field).toHaveAttribute('aria-invalid', 'false');
        await expect.element(field).toHaveValue('');
        for (const frister of service.own.values()) for (const each of frister.values()) each.isLaest = true;
        await calendar.refresh();
      }
    },
  );

  it('shows the numbers of deadlines again when the person closes the filter or goes to another month', async () => {
    const calendar = await openCalendar(several);
    await toggleFilter();
    const field = page.getByRole('combobox', {name: 'Virksomhed'});
    await field.fill('ukendt');
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(textsOf('.summary .problem')).toEqual(['Vælg én virksomhed på listen.']));
    await toggleFilter();
    await eventually(() => expect(textsOf('.summary')).toEqual(['I december: 2 frister, 2 ulæste']));
    await toggleFilter();
    await expect.element(field).toHaveValue('ukendt');
    calendar.goTo('2026-11-01');
    await eventually(() => expect(textsOf('.summary').join()).toMatch(/^Ingen frister\./));
    await expect.element(field).toHaveValue('');
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
    // Reading belongs to the person: it is the same for both companies.
    expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri', 'Told<img src=x> & Både Ulæst']);
    await button('Fortryd').click();
    await eventually(() => expect(service.own.get(boats)?.get(1)?.isSlettet).toBe(false));
    expect(textsOf('.chip')[0]).toBe('Moms2 virksomheder');
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
    await expect
      .element(dialog())
      .toHaveTextContent('Fristen gælder en virksomhed, som du ikke har adgang til her.');
  });

  it('names a company that the person has no access to, and shows the deadlines of the others', async () => {
    service.refused.add(boats);
    const calendar = await openCalendar(several);
    await expect
      .element(page.getByText('Du kan ikke se frister for <img src=x> & Både (CVR 10000017).'))
      .toBeVisible();
    expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst']);
    calendar.goTo('2027-03-01');
    await eventually(() => expect(service.calls.at(-1)?.url.search).toContain('2027'));
    expect(service.calls.at(-1)?.url.searchParams.getAll('cvr')).toEqual([bakery]);
    await toggleFilter();
    await expect.element(page.getByRole('combobox', {name: 'Virksomhed'})).toBeVisible();
    expect(queryAll('#companies option').map(option => option.getAttribute('value'))).toEqual([
      'Havblik Bageri',
    ]);
  });

  it.each([
    [4, '1 anden.'],
    [30, '27 andre.'],
  ])('names the first of %d companies that the person has no access to, and %s', async (length, others) => {
    const cvrs = Array.from({length}, (_, place) => String(20_000_000 + place));
    for (const cvr of cvrs) service.refused.add(cvr);
    await openCalendar(`cvr="${bakery} ${cvrs.join(' ')}" date="2026-12-01"`);
    const named = `CVR 20000000, CVR 20000001, CVR 20000002 og ${others}`;
    await expect.element(page.getByText(`Du kan ikke se frister for ${named}`)).toBeVisible();
  });

  it('says that the person has access to none of the companies', async () => {
    for (const cvr of [bakery, boats]) service.refused.add(cvr);
    addCalendar(several);
    await expect.element(page.getByRole('alert').first()).toHaveTextContent('Du har ikke adgang');
    expect(queryAll('.left-out')).toEqual([]);
  });

  it('loads the first 1,000 companies, and names the companies beyond the maximum', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const cvrs = Array.from({length: 1_002}, (_, place) => 20_000_000 + place).join(' ');
    await openCalendar(`cvr="${cvrs}  20000000 20000001 " date="2026-12-01"`);
    expect(service.calls).toHaveLength(1);
    expect(warn).toHaveBeenCalledWith('A calendar shows at most 1000 companies.');
    await expect
      .element(page.getByText('Du kan ikke se frister for CVR 20001000, CVR 20001001.'))
      .toBeVisible();
  });

  it('focuses the first added deadline of the right company', async () => {
    const many = Array.from({length: 120}, (_, id) =>
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

  it('prints the companies, and the customer of the filter', async () => {
    setToday('2026-12-01');
    await openCalendar(several);
    await emulateMedia({media: 'print'});
    await eventually(() => expect(textsOf('.paper p')[0]).toContain('Havblik Bageri (CVR'));
    expect(textsOf('.paper th')).toEqual(['Senest', 'Frist', 'Virksomhed', 'Myndighed']);
    await emulateMedia({media: 'screen'});
    await toggleFilter();
    await page.getByRole('combobox', {name: 'Virksomhed'}).fill('Havblik Bageri');
    await userEvent.keyboard('{Enter}');
    await emulateMedia({media: 'print'});
    await eventually(() =>
      expect(textsOf('.paper p')[0]).toMatch(/^Havblik Bageri \(CVR 10000009\)\. Udskrevet/),
    );
    expect(textsOf('.paper th')).toEqual(['Senest', 'Frist', 'Myndighed']);
  });

  it('prints which companies have done or hidden the open deadline', async () => {
    setToday('2026-12-01');
    const done = {overskrift: 'Moms', isKlaret: true};
    service.own.set(bakery, byId([frist(1, '10-12-2026', {...done, isSlettet: true})]));
    service.own.set(boats, byId([frist(1, '10-12-2026', done)]));
    const calendar = await openCalendar(several);
    const printed = () => textsOf('.paper p').find(text => text.includes('Udskrevet'));
    await toggleFilter();
    await page.getByRole('checkbox', {name: 'Vis også skjulte'}).click();
    await calendar.open(1, boats);
    print();
    expect(printed()).toBe('<img src=x> & Både (CVR 10000017) (Klaret). Udskrevet 1. december 2026.');
    await calendar.open(1);
    await eventually(() =>
      expect(printed()).toBe(
        'Havblik Bageri (CVR 10000009) (Klaret) (Skjult), <img src=x> & Både (CVR 10000017) (Klaret). Udskrevet 1. december 2026.',
      ),
    );
  });

  it('prints the number of more than three companies above the deadlines, and their names below', async () => {
    setToday('2026-12-01');
    await openCalendar(`cvr="${bakery} ${boats} 10000025 10000033" names='${names}' date="2026-12-01"`);
    await emulateMedia({media: 'print'});
    await eventually(() =>
      expect(textsOf('.paper p')[0]).toBe('4 virksomheder. Udskrevet 1. december 2026.'),
    );
    const last = queryAll('.paper > *').at(-1);
    expect(last?.previousElementSibling?.localName).toBe('table');
    expect(last?.textContent.replaceAll('\u00a0', ' ')).toBe(
      'Virksomhederne: Havblik Bageri (CVR 10000009), <img src=x> & Både (CVR 10000017), CVR 10000025, CVR 10000033.',
    );
  });
});

describe('the next deadlines of 150 companies', () => {
  const numbered = (first: number) => Array.from({length: 150}, (_, index) => String(first + index));
  const cvrs = numbered(20_000_000);
  const next = () => textsOf('.next .entry-title');
  const openMonth = () => openCalendar(`cvr="${cvrs.join(' ')}" date="2027-06-01" view="month"`);
  const inMonth = frist(3, '10-06-2027', {overskrift: 'Miljøafgift'});

  beforeEach(() => setToday('2026-12-10'));

  it('are shown with all of their companies, although equal ones fill the first page', async () => {
    for (const [index, cvr] of cvrs.entries()) {
      const moms = frist(1_000 + index, '12-12-2026', {overskrift: 'Moms'});
      service.own.set(
        cvr,
        byId(index ? [moms] : [moms, frist(2, '16-12-2026', {overskrift: 'Told'}), inMonth]),
      );
    }
    await openMonth();
    await eventually(() => expect(next()).toEqual(['Moms', 'Told', 'Miljøafgift']));
    expect(textsOf('.next .sender')[0]).toBe('150 virksomheder Skattestyrelsen');
  });

  it('are shown as far as they were found in some pages, with a note that there may be others', async () => {
    for (const [index, cvr] of numbered(30_000_000).entries()) {
      const others = Array.from({length: 20}, (_, day) =>
        frist(10_000 * (day + 1) + index, `${10 + day}-12-2026`),
      );
      service.own.set(cvr, byId(others));
    }
    for (const cvr of cvrs)
      service.own.set(cvr, byId([frist(1, '10-12-2026', {overskrift: 'Moms'}), inMonth]));
    await openMonth();
    await eventually(() => expect(next()).toEqual(['Moms']));
    expect(textsOf('.next-none')).toEqual(['Der kan være flere frister, som ikke vises her.']);
    const requests = [...service.calls, ...service.background].filter(({url}) =>
      url.search.includes('klarede=false'),
    );
    expect(requests.length).toBeLessThanOrEqual(10);
  });
});

it.each(['month', 'list', 'year'])(
  'a calendar of 150 companies names the one that the person chooses without having access to it, as a %s',
  async view => {
    setToday('2026-12-01');
    const cvrs = Array.from({length: 147}, (_, index) => String(20_000_000 + index));
    const [lost = '', lostToo = ''] = cvrs;
    for (const cvr of [lost, lostToo]) service.refused.add(cvr);
    history.replaceState(null, '', `?tavle-filter=virksomhed-${lost}`);
    await openCalendar(`cvr="${bakery} ${boats} ${cvrs.join(' ')}" view="${view}" remember`);
    await expect.element(page.getByText(`Du kan ikke se frister for CVR ${lost}.`)).toBeVisible();
    await expect.element(button('Filter')).toBeVisible();
    await toggleFilter();
    const company = page.getByRole('combobox', {name: 'Virksomhed'});
    await company.fill(lostToo);
    await userEvent.keyboard('{Enter}');
    await expect
      .element(page.getByText(`Du kan ikke se frister for CVR ${lost}, CVR ${lostToo}.`))
      .toBeVisible();
    await expect.element(company).toHaveValue('');
    // Another load does not bring them back.
    await page.getByRole('button', {name: 'Liste'}).click();
    await eventually(() => expect(textsOf('.agenda .entry-title')).toEqual(['Moms', 'Told']));
    // A company without deadlines stays in the filter, and costs one request.
    const [free = ''] = cvrs.slice(-1);
    service.own.set(free, new Map());
    await company.fill(free);
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByText('Ingen frister passer til dine valg.').first()).toBeVisible();
    await eventually(() => expect(service.background.at(-1)?.url.searchParams.getAll('cvr')).toEqual([free]));
    await expect.element(company).toHaveValue(`CVR\u00a0${free}`);
  },
);

describe('a deadline of several companies', () => {
  const titled = (fields: Partial<CompanyFrist>) => frist(1, '10-12-2026', {overskrift: 'Moms', ...fields});
  const row = (company: string) => dialog().getByRole('listitem').filter({hasText: company});

  beforeEach(() => {
    setToday('2026-12-09');
    service.own.set(bakery, byId([titled({isKlaret: false})]));
    service.own.set(boats, byId([titled({isKlaret: false})]));
  });

  it('shows in a narrow day how many companies have not done it, in both languages', async () => {
    service.own.set(boats, byId([titled({isKlaret: true})]));
    await resize(900, 800);
    document.body.style.inlineSize = 'auto';
    for (const [language, count] of [
      ['da', '1 mangler'],
      ['en', '1 to do'],
    ] as const) {
      document.documentElement.lang = language;
      const calendar = await openCalendar(several);
      await eventually(() => expect(query('.chip .company :last-child').textContent).toBe(count));
      const [companies, missing] = [query('.chip .count'), query('.chip .company :last-child')];
      expect(companies.scrollWidth).toBeGreaterThan(companies.clientWidth);
      const {right} = query('.chip').getBoundingClientRect();
      expect(missing.getBoundingClientRect().right).toBeLessThanOrEqual(right);
      calendar.remove();
    }
  });

  it('is one row, chip, next deadline and printed line, and opens to its companies', async () => {
    service.own.set(
      boats,
      byId([titled({isKlaret: true, klaret: {tid: '2026-12-03T10:00:00+0100', navn: 'Bo'}})]),
    );
    await openCalendar(several);
    expect(textsOf('.chip')).toEqual(['Moms2 virksomheder, 1 mangler Ulæst']);
    expect(textsOf('.next .company')).toEqual(['Havblik Bageri']);
    print();
    expect(textsOf('.paper tbody tr')).toEqual([
      'Tors. 10. dec. 2026 Moms 2 virksomheder, 1 mangler Skattestyrelsen',
    ]);
    dispatchEvent(new Event('afterprint'));
    await button('Liste').click();
    expect(textsOf('.agenda .entry')).toEqual([
      'I morgen tors. 10. dec. Moms 2 virksomheder, 1 mangler Skattestyrelsen Ulæst',
    ]);
    await button(/Moms 2/).click();
    expect(textsOf('.companies li')).toEqual([
      'Havblik Bageri',
      '<img src=x> & Både Klaret Klaret 3. december 2026 af Bo',
    ]);
    await expect.element(dialog()).toHaveTextContent('Det er frist nummer 1.');
  });

  it.each([
    ['the next deadlines', () => press(/Told/)],
    ['the page', (calendar: TavleCalendar) => calendar.open(2)],
    ['the page, of a day that is not known', (calendar: TavleCalendar) => calendar.open(3)],
  ])('opens to all of its companies also in another month, from %s', async (_, open) => {
    const others = [
      frist(2, '10-05-2027', {overskrift: 'Told'}),
      frist(3, '02-06-2021', {overskrift: 'Afgift'}),
    ];
    for (const cvr of [bakery, boats]) service.own.set(cvr, byId([titled({}), ...others]));
    await open(await openCalendar(several));
    await expect.element(button('Markér alle som klaret')).toBeVisible();
    expect(textsOf('.companies li')).toEqual(['Havblik Bageri', '<img src=x> & Både']);
    await expect.element(page.getByRole('grid', {name: 'december 2026'})).toBeInTheDocument();
  });

  it('that cannot be loaded for all companies is not opened for one', async () => {
    service.own.get(bakery)?.set(2, frist(2, '10-05-2027', {overskrift: 'Told'}));
    service.own.get(boats)?.set(2, frist(2, '10-05-2027', {overskrift: 'Told'}));
    await openCalendar(several);
    service.break(503, 'GET');
    await press(/Told/);
    await expect.element(dialog()).toHaveTextContent('Vi har problemer lige nu.');
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
    service.heal();
    await button('Prøv igen').click();
    await expect.element(button('Markér alle som klaret')).toBeVisible();
  });

  it('is marked as done for all, which is undone for all, and leaves the next deadlines', async () => {
    await openCalendar(several);
    query('.chip').click();
    await button('Markér alle som klaret').click();
    await expect
      .element(dialog().getByRole('status').getByText('Markeret som klaret: Moms (2 virksomheder)'))
      .toBeVisible();
    await eventually(() => expect(service.own.get(boats)?.get(1)?.isKlaret).toBe(true));
    expect(service.own.get(bakery)?.get(1)?.isKlaret).toBe(true);
    expect(textsOf('.chip')).toEqual(['Moms2 virksomheder Klaret']);
    expect(textsOf('.next .entry-title')).toEqual([]);
    await dialog().getByRole('button', {name: 'Fortryd'}).click();
    await eventually(() => expect(service.own.get(boats)?.get(1)?.isKlaret).toBe(false));
    await eventually(() => expect(service.own.get(bakery)?.get(1)?.isKlaret).toBe(false));
    expect(textsOf('.next .entry-title')).toEqual(['Moms']);
  });

  it('is marked for a chosen company, and for one that is opened alone', async () => {
    await openCalendar(several);
    query('.chip').click();
    await dialog().getByRole('checkbox', {name: 'Havblik Bageri'}).click();
    await button('Markér 1 valgt som klaret').click();
    await eventually(() => expect(service.own.get(bakery)?.get(1)?.isKlaret).toBe(true));
    expect(service.own.get(boats)?.get(1)?.isKlaret).toBe(false);
    await row('Både').getByRole('button').click();
    await expect.element(dialog()).toHaveTextContent('Til <img src=x> & Både');
    await button('Markér som klaret').click();
    await eventually(() => expect(service.own.get(boats)?.get(1)?.isKlaret).toBe(true));
    await button('Tilbage').click();
    await expect.element(row('Både').getByText('Klaret', {exact: true})).toBeVisible();
    expect(textsOf('.companies li')).toHaveLength(2);
  });

  it.each([
    ['of three', 3],
    ['of two', 2],
  ])(
    'marks none while the only chosen company, %s, has left, until another one is chosen',
    async (_, count) => {
      const all = [bakery, boats, '10000025'].slice(0, count);
      for (const cvr of all) service.own.set(cvr, byId([titled({})]));
      const calendar = await openCalendar(`cvr="${all.join(' ')}" names='${names}' date="2026-12-01"`);
      query('.chip').click();
      await dialog().getByRole('checkbox', {name: /Både/}).click();
      await expect.element(button('Markér 1 valgt som klaret')).toBeVisible();
      service.own.set(boats, byId([]));
      await calendar.refresh();
      await expect.element(button('Markér 0 valgte som klaret')).toBeVisible();
      await button(/som klaret$/).click();
      await row('Bageri').getByRole('checkbox').click();
      await button('Markér 1 valgt som klaret').click();
      await eventually(() => expect(service.own.get(bakery)?.get(1)?.isKlaret).toBe(true));
      const marked = service.calls.flatMap(
        ({body}) => (body as {frister: {isKlaret?: boolean}[]} | undefined)?.frister ?? [],
      );
      expect(marked.filter(({isKlaret}) => isKlaret)).toEqual([
        {fristId: 1, isKlaret: true, virksomheder: [bakery]},
      ]);
      await row('Bageri').getByRole('checkbox').click();
      await expect.element(button(/^Skjul (for )?alle$/)).toBeVisible();
    },
  );

  it.each([
    ['done', {isKlaret: true}, 'Klaret', 'Markér 1 valgt som ikke klaret'],
    ['hidden', {isSlettet: true}, 'Skjult', /^Vis .* igen$/],
  ])('keeps the chosen company for which a colleague has marked it as %s', async (_, mark, tag, action) => {
    const calendar = await openCalendar(several.replace('2026-12', '2027-06'));
    await press(/Moms/);
    await dialog().getByRole('checkbox', {name: /Både/}).click();
    service.own.set(boats, byId([titled(mark)]));
    await calendar.refresh();
    await expect.element(row('Både').getByText(tag, {exact: true})).toBeVisible();
    await expect.element(row('Både').getByRole('checkbox')).toBeChecked();
    await expect.element(button(action)).toBeVisible();
  });

  it('has the text of a company where texts differ', async () => {
    service.own.set(boats, byId([{...titled({beskrivelse: 'Kun for både'}), fristId: 2}]));
    await openCalendar(several);
    query('.chip').click();
    await expect.element(dialog()).toHaveTextContent('Teksten er ikke ens for alle.');
    expect(dialog().element().textContent).not.toContain('Kun for både');
    // A file would have the text of one company, and nobody has read the others.
    expect(button('Føj til kalender').query()).toBeNull();
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
    await row('Både').getByRole('button').click();
    await expect.element(dialog()).toHaveTextContent('Kun for både');
    await expect.element(button('Føj til kalender')).toBeVisible();
    await eventually(() => expect(service.own.get(boats)?.get(2)?.isLaest).toBe(true));
    expect(service.own.get(bakery)?.get(1)?.isLaest).toBe(false);
  });

  it('that was done is not unread: in the month, the list, the year, the dialog, the numbers and the filter', async () => {
    service.own.set(bakery, byId([titled({isKlaret: true}), frist(2, '16-12-2026', {isKlaret: true})]));
    service.own.set(boats, byId([titled({isLaest: true})]));
    await openCalendar(several);
    expect(textsOf('.chip')).toEqual(['Moms2 virksomheder, 1 mangler', 'Frist 2Havblik Bageri Klaret']);
    await expect.element(page.getByText(/: 2 frister$/)).toBeVisible();
    expect(queryAll('.unread')).toEqual([]);
    await button('År').click();
    await eventually(() => expect(queryAll('.dots .dot')).toHaveLength(2));
    expect(queryAll('.dots .unread')).toEqual([]);
    await button('Liste').click();
    await eventually(() => expect(queryAll('.agenda .entry')).toHaveLength(2));
    expect(queryAll('.unread')).toEqual([]);
    query('.agenda .entry').click();
    await expect.element(row('Bageri').getByText('Klaret', {exact: true})).toBeVisible();
    expect(queryAll('.companies .unread')).toEqual([]);
    await button('Luk').click();
    await toggleFilter();
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    await eventually(() => expect(queryAll('.agenda .entry')).toEqual([]));
  });

  it('that was done is not overdue, and is missing among those that are not done', async () => {
    setToday('2026-12-20');
    service.own.set(bakery, byId([titled({isKlaret: true})]));
    service.own.set(boats, byId([titled({isKlaret: true}), frist(2, '16-12-2026', {overskrift: 'Told'})]));
    await openCalendar(several);
    query('.chip').click();
    await expect.element(dialog()).toBeVisible();
    expect(textsOf('dialog .when .tag')).toEqual(['Klaret']);
    await button('Luk').click();
    await toggleFilter();
    await page.getByRole('checkbox', {name: 'Kun ikke klaret'}).click();
    expect(textsOf('.chip-title')).toEqual(['Told']);
  });
});

describe('the filter', () => {
  it('shows a week as a whole, also one that crosses a month', async () => {
    setToday('2026-12-30');
    service.own.set(
      bakery,
      byId([
        frist(1, '27-12-2026', {overskrift: 'Før'}),
        frist(2, '28-12-2026', {overskrift: 'Mandag'}),
        frist(3, '03-01-2027', {overskrift: 'Søndag'}),
        frist(4, '04-01-2027', {overskrift: 'Næste'}),
      ]),
    );
    service.own.set(boats, byId([]));
    await openCalendar(`cvr="${bakery} ${boats}" view="month"`);
    await toggleFilter();
    await button('Denne uge').click();
    await eventually(() => expect(textsOf('.chip-title')).toEqual(['Mandag', 'Søndag']));
    // The week's deadlines are not those of December.
    await eventually(() => expect(textsOf('.summary')).toEqual(['2 frister, 2 ulæste']));
    await expect
      .element(page.getByRole('status').first())
      .toHaveTextContent('Viser 28. december 2026–3. januar 2027, 2 frister, 2 ulæste');
    await button('Liste').click();
    await eventually(() => expect(textsOf('.agenda .entry-title')).toEqual(['Mandag', 'Søndag']));
    await expect.element(page.getByRole('heading', {name: '28. december 2026–3. januar 2027'})).toBeVisible();
    await button('Næste uge').click();
    await eventually(() => expect(textsOf('.agenda .entry-title')).toEqual(['Næste']));
    await button('Næste uge').click();
    await eventually(() => expect(textsOf('.agenda .entry-title')).not.toEqual(['Næste']));
  });

  it('finds the closest deadline to an empty month again when it changes, also during the search', async () => {
    setToday('2026-07-01');
    service.own.set(bakery, byId([frist(1, '10-04-2026')]));
    service.own.set(boats, byId([frist(2, '16-10-2026')]));
    await openCalendar(several.replace('2026-12', '2026-07'));
    await expect.element(button('Gå til oktober')).toBeVisible();
    await toggleFilter();
    const choose = async (company: string) => {
      await page.getByRole('combobox', {name: 'Virksomhed'}).fill(company);
      await userEvent.keyboard('{Enter}');
    };
    const searches = () => service.calls.filter(({url}) => url.search.includes('til=28-06-2026')).length;
    const release = service.hold('til=28-06-2026');
    await choose('Havblik Bageri');
    await eventually(() => expect(searches()).toBe(1));
    expect(button(/^Gå til/).query()).toBeNull();
    await choose('<img src=x> & Både');
    await expect.element(button('Gå til oktober')).toBeVisible();
    release();
    await new Promise(resolve => setTimeout(resolve, 200));
    expect(button('Gå til oktober').query()).not.toBeNull();
    await choose('Havblik Bageri');
    await expect.element(button('Gå til april')).toBeVisible();
  });

  it('is in the page’s URL, and is restored from there', async () => {
    await openCalendar(`${several} remember`);
    await toggleFilter();
    await page.getByRole('combobox', {name: 'Virksomhed'}).fill('Havblik Bageri');
    await userEvent.keyboard('{Enter}');
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    const filter = `virksomhed-${bakery},ulaeste`;
    await eventually(() => expect(new URL(location.href).searchParams.get('tavle-filter')).toBe(filter));
    document.body.replaceChildren();
    await openCalendar(`${several} remember`);
    await expect.element(button('Filter (2)')).toBeVisible();
    expect(textsOf('.chip')).toEqual(['MomsHavblik Bageri Ulæst']);
  });

  it('shows an authority of the page’s URL without a loaded deadline by its number, also on paper', async () => {
    history.replaceState(null, '', '?tavle-filter=myndighed-12345674');
    await openCalendar(`${several} remember`);
    await toggleFilter();
    const authority = page.getByRole('combobox', {name: 'Myndighed'});
    await expect.element(authority).toHaveValue('12345674');
    await expect.element(authority).toHaveTextContent('CVR 12345674');
    print();
    expect(textsOf('.paper p').join(' ')).toContain('Filter: CVR 12345674.');
    dispatchEvent(new Event('afterprint'));
    await authority.selectOptions('Alle myndigheder');
    await eventually(() => expect(textsOf('.chip-title')).toContain('Told'));
    await expect.element(authority).not.toHaveTextContent('CVR 12345674');
  });

  it('leaves the page’s URL with the companies for which it was set', async () => {
    history.replaceState(null, '', '?tavle-filter=ulaeste');
    const calendar = await openCalendar(`${several} remember`);
    await expect.element(button('Filter (1)')).toBeVisible();
    expect(location.search).toBe('?tavle-filter=ulaeste');
    calendar.cvr = boats;
    await expect.element(button('Filter')).toBeVisible();
    expect(new URL(location.href).searchParams.has('tavle-filter')).toBe(false);
  });

  it('in the page’s URL of a company that has left, or that the person has no access to any more, is ignored', async () => {
    setToday('2026-12-01');
    for (const cvr of ['10000025', boats]) {
      history.replaceState(null, '', `?tavle-filter=virksomhed-${cvr}`);
      service.refused.add(cvr);
      await openCalendar(`${several} remember`);
      await eventually(() => expect(textsOf('.next .entry-title')).toContain('Moms'));
      expect(textsOf('.chip-title')).toContain('Moms');
      await expect.element(button('Filter')).toBeVisible();
      document.body.replaceChildren();
    }
  });

  it.each(['month', 'year'])(
    'by week in the page’s URL shows the week, from another month in the view %s',
    async view => {
      setToday('2026-12-10');
      history.replaceState(null, '', `?tavle-dato=2026-09-02&tavle-visning=${view}&tavle-filter=naeste-uge`);
      await openCalendar(`${several} remember`);
      await eventually(() => expect(textsOf('.chip-title, .agenda .entry-title')).toEqual(['Told']));
    },
  );
});

it('a deadline’s link can be copied where the page’s URL has the state of the calendar', async () => {
  const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
  const calendar = await openCalendar(`${several} remember`);
  await calendar.open(2, boats);
  await button('Kopiér link').click();
  await expect.element(dialog().getByText('Linket er kopieret.')).toBeVisible();
  expect(new URL(write.mock.calls[0]?.[0] ?? '').searchParams.get('tavle-frist')).toBe(`${boats}-2`);
  write.mockRejectedValue(new Error('refused'));
  await button('Kopiér link').click();
  await expect.element(dialog().getByRole('alert').getByText('Linket blev ikke kopieret.')).toBeVisible();
  calendar.remember = false;
  await expect.element(button('Kopiér link')).not.toBeInTheDocument();
});

it('a deadline’s link of a calendar with one company opens the deadline in a calendar with several companies', async () => {
  const calendar = await openCalendar(`cvr="${boats}" date="2026-12-01" remember`);
  await calendar.open(2);
  await expect.element(dialog()).toHaveTextContent('Told');
  document.body.replaceChildren();
  addCalendar(`${several} remember`);
  await expect.element(dialog()).toHaveTextContent('Told');
});
