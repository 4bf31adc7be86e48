import {beforeEach, describe, expect, it} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {addCalendar, openCalendar, queryAll, setToday, textsOf} from '../testing/calendar-fixture.ts';
import {button, eventually, focused, rendered, setUrl, status} from '../testing/page-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';

let service: FakeCalendar;
beforeEach(() => {
  setToday('2026-11-29');
  service = fakeCalendar(
    frist(1, '02-02-2026', {overskrift: 'Årsopgørelse'}),
    frist(2, '25-11-2026', {overskrift: 'Moms'}),
    frist(3, '29-11-2026', {overskrift: 'Løn'}),
    frist(4, '01-12-2026', {overskrift: 'Told', isLaest: true}),
    frist(5, '01-12-2026', {overskrift: 'Punktafgifter'}),
    frist(6, '31-12-2027', {overskrift: 'Årsrapport'}),
  );
});

const entries = () => queryAll('.agenda .entry-title');
const titles = () => entries().map(title => title.textContent);
const queries = () => service.calls.map(({url}) => url.search);

/** Adds two deadlines a day from 1 December 2026 on. */
function addMany(count: number): void {
  for (let place = 0; place < count; place++) {
    const day = new Date(Date.UTC(2026, 11, 1 + Math.floor(place / 2)));
    const date = day.toISOString().slice(0, 10).split('-').reverse().join('-');
    service.frister.set(100 + place, frist(100 + place, date));
  }
}

describe('the list', () => {
  it('starts today, spans months with one request, and has no separate list of the next deadlines', async () => {
    await openCalendar('view="list"');
    expect(titles()).toEqual(['Løn', 'Told', 'Punktafgifter', 'Årsrapport']);
    expect(queries()).toEqual(['?fra=29-11-2026&antal=50&slettede=true&cvr=10000009']);
    expect(service.background).toEqual([]);
    expect(page.getByRole('heading', {name: 'Næste frister'}).query()).toBeNull();
  });

  it('has headings for months, and above several deadlines of a week its days that are in the month', async () => {
    await openCalendar('view="list" heading-level="3"');
    const headings = page.getByRole('heading').elements();
    const seen = headings.map(
      one => `${one.getAttribute('aria-level') ?? ''} ${one.textContent.trim().replace(/\s+/g, ' ')}`,
    );
    expect(seen).toEqual([
      '3 Fra 29. november 2026',
      '4 November 2026',
      '4 December 2026',
      '4 December 2027',
    ]);
    expect(textsOf('.week-heading')).toEqual(['Uge 49 1.–6. december']);
    expect(textsOf('.agenda .entry')).toEqual([
      'I dag søn. 29. nov. Løn Skattestyrelsen Ulæst',
      'Om 2 dage tirs. 1. dec. Told Skattestyrelsen',
      'Om 2 dage tirs. 1. dec. Punktafgifter Skattestyrelsen Ulæst',
      'Om 13 måneder fre. 31. dec. 2027 Årsrapport Skattestyrelsen Ulæst',
    ]);
  });

  it('starts on the first day of another selected month', async () => {
    const calendar = await openCalendar('view="list" date="2027-01-24"');
    expect(titles()).toEqual(['Årsrapport']);
    await expect.element(page.getByRole('heading', {name: 'Fra 1. januar 2027'})).toBeVisible();
    // A list continues at both ends, so it has no buttons for other months.
    expect(button(/^(Forrige|Næste) måned/).query()).toBeNull();
    calendar.goTo('2026-12-24');
    await eventually(() => expect(titles()[0]).toBe('Told'));
    await button(/^I dag$/).click();
    await eventually(() => expect(titles()[0]).toBe('Løn'));
    await expect.element(page.getByRole('heading', {name: 'Fra 29. november 2026'})).toBeVisible();
  });

  it('does not say that there are none from a day on while it only knows the days before the next deadline', async () => {
    addMany(45);
    service.frister.set(7, frist(7, '10-03-2027', {overskrift: 'Lån'}));
    service.frister.set(8, frist(8, '10-03-2027', {overskrift: 'Energi'}));
    const calendar = await openCalendar('view="list"');
    const release = service.hold('fra=01-02-2027');
    calendar.goTo('2027-02-01');
    await eventually(() => expect(service.calls.at(-1)?.url.search).toContain('fra=01-02-2027'));
    expect(page.getByText(/^Ingen frister/).query()).toBeNull();
    release();
    await eventually(() => expect(titles()).toEqual(['Lån', 'Energi', 'Årsrapport']));
    await expect.element(status()).toHaveTextContent('Viser frister fra og med 1. februar 2027, 3 frister');
  });

  it('that starts later is preceded by the next deadlines that it lacks', async () => {
    await openCalendar('view="list" date="2027-01-24"');
    await expect.element(page.getByRole('heading', {name: 'Næste frister'})).toBeVisible();
    await eventually(() =>
      expect(textsOf('.next .entry-title, .agenda .entry-title')).toEqual([
        'Løn',
        'Told',
        'Punktafgifter',
        'Årsrapport',
      ]),
    );
  });

  it('grows by a page, focuses the first new deadline, and announces the number', async () => {
    addMany(120);
    await openCalendar('view="list"');
    const before = titles();
    await button('Vis flere').click();
    await eventually(() => expect(titles().length).toBeGreaterThan(before.length));
    expect(titles().slice(0, before.length)).toEqual(before);
    await eventually(() => expect(focused()?.querySelector('.entry-title')).toBe(entries()[before.length]));
    await expect
      .element(status())
      .toHaveTextContent(`Viser frister fra og med 29. november 2026, ${titles().length} frister`);
    await button('Vis flere').click();
    await eventually(() => expect(button('Vis flere').query()).toBeNull());
    expect(new Set(titles()).size).toBe(124);
    expect(queries()).toHaveLength(3);
  });

  it('leaves the focus on the toolbar if the person navigates while deadlines are added', async () => {
    addMany(60);
    await openCalendar('view="list" date="2026-12-01"');
    service.hold();
    await button('Vis flere').click();
    await button(/^I dag$/).click();
    service.release();
    await eventually(() => expect(titles()[0]).toBe('Løn'));
    await rendered();
    expect(focused()).toBe(button(/^I dag$/).element());
  });

  it('shows all deadlines of a day with more than a page, and continues after it', async () => {
    service.frister.clear();
    for (let id = 1; id <= 70; id++) service.frister.set(id, frist(id, '01-12-2026'));
    service.frister.set(71, frist(71, '02-12-2026'));
    await openCalendar('view="list"');
    expect(titles()).toHaveLength(70);
    await button('Vis flere').click();
    await expect.element(page.getByText('Frist 71', {exact: true})).toBeVisible();
    expect(button('Vis flere').query()).toBeNull();
  });

  it('says until which day no deadline matches a filter, and finds those beyond on request', async () => {
    addMany(120);
    service.frister.set(
      9,
      frist(9, '12-02-2027', {overskrift: 'Lån', afsenderCvr: '10150817', afsenderNavn: 'Erhvervsstyrelsen'}),
    );
    setUrl({'tavle-filter': 'myndighed-10150817'});
    await openCalendar('view="list" remember');
    await expect.element(page.getByText('Ingen frister til og med 23. december 2026 passer')).toBeVisible();
    await button('Vis flere').click();
    await eventually(() => expect(titles()).toEqual(['Lån']));
  });

  it('adds all earlier deadlines above, and shows its first day', async () => {
    await openCalendar('view="list"');
    await button('Vis tidligere frister').click();
    await eventually(() => expect(titles().slice(0, 2)).toEqual(['Moms', 'Løn']));
    await expect.element(page.getByRole('heading', {name: 'Fra 1. august 2026'})).toBeVisible();
    await button('Vis tidligere frister').click();
    await eventually(() => expect(titles().slice(0, 2)).toEqual(['Årsopgørelse', 'Moms']));
    expect(queries().slice(1)).toEqual([
      '?fra=01-08-2026&til=28-11-2026&slettede=true&cvr=10000009',
      '?fra=01-05-2026&til=31-07-2026&slettede=true&cvr=10000009',
      '?fra=01-05-2024&til=30-04-2026&slettede=true&cvr=10000009',
    ]);
    expect(textsOf('.agenda .past')[0]).toBe('Udløbet man. 2. feb. Årsopgørelse Skattestyrelsen Ulæst');
  });

  it('reloads its content with one request', async () => {
    addMany(120);
    const calendar = await openCalendar('view="list"');
    await button('Vis flere').click();
    await eventually(() => expect(queries()).toHaveLength(2));
    await eventually(() => expect(button('Vis flere').query()).not.toBeNull());
    const {length} = titles();
    service.frister.delete(3);
    service.frister.set(4, frist(4, '30-11-2026', {overskrift: 'Told, flyttet'}));
    await calendar.refresh();
    await eventually(() => expect(titles().slice(0, 2)).toEqual(['Told, flyttet', 'Punktafgifter']));
    expect(titles()).toHaveLength(length - 1);
    expect(queries()).toHaveLength(3);
  });

  it('reports that it could not be extended, and retries', async () => {
    await openCalendar('view="list"');
    service.break(503);
    await button('Vis tidligere frister').click();
    await expect
      .element(page.getByRole('alert').last())
      .toHaveTextContent('Vi kunne ikke opdatere fristerne.');
    service.heal();
    await button('Vis tidligere frister').click();
    await eventually(() => expect(titles()[0]).toBe('Moms'));
  });

  it('shows each unread deadline by a dot and a bold title, with a text for screen readers', async () => {
    await openCalendar('view="list"');
    await button('Vis tidligere frister').click();
    await eventually(() => expect(titles()[0]).toBe('Moms'));
    const signs = entries().map(title => {
      const dot = getComputedStyle(title, '::before');
      return [
        title.textContent,
        dot.content !== 'none' && dot.borderTopWidth !== '0px',
        getComputedStyle(title).fontWeight,
        title.closest('.entry')?.querySelector('.spoken')?.textContent,
      ];
    });
    expect(signs).toEqual([
      ['Moms', true, '600', 'Ulæst'],
      ['Løn', true, '600', 'Ulæst'],
      ['Told', false, '400', undefined],
      ['Punktafgifter', true, '600', 'Ulæst'],
      ['Årsrapport', true, '600', 'Ulæst'],
    ]);
  });

  it('has ten deadlines within 900 pixels', async () => {
    for (let id = 10; id < 22; id++) service.frister.set(id, frist(id, `${id}-12-2026`));
    const calendar = await openCalendar('view="list"');
    const {top} = calendar.getBoundingClientRect();
    const tenth = queryAll('.agenda .entry')[9]?.getBoundingClientRect();
    expect(tenth?.bottom).toBeLessThan(top + 900);
  });

  it('names the last deadline if there are no more', async () => {
    for (const id of [3, 4, 5, 6]) service.frister.delete(id);
    await openCalendar('view="list"');
    await expect
      .element(
        page.getByText('Ingen frister fra og med 29. november 2026. Forrige frist er 25. november 2026.'),
      )
      .toBeVisible();
    await button('Vis tidligere frister').click();
    await eventually(() => expect(titles()).toEqual(['Moms']));
  });

  it('starts on the next day at midnight', async () => {
    const calendar = await openCalendar('view="list"');
    setToday('2026-11-30');
    calendar.remove();
    document.body.append(calendar);
    await eventually(() => expect(titles()[0]).toBe('Told'));
  });
});

describe('the next deadlines', () => {
  const rows = () => textsOf('.next .entry');

  it('are above every month, with one request', async () => {
    await openCalendar('date="2027-06-01" view="month"');
    await expect.element(page.getByRole('heading', {name: 'Næste frister', level: 2})).toBeVisible();
    expect(rows()).toEqual([
      'I dag søn. 29. nov. Løn Skattestyrelsen Ulæst',
      'Om 2 dage tirs. 1. dec. Told Skattestyrelsen',
      'Om 2 dage tirs. 1. dec. Punktafgifter Skattestyrelsen Ulæst',
    ]);
    expect(service.background.map(({url}) => url.search)).toEqual([
      '?fra=29-11-2026&antal=6&klarede=false&cvr=10000009',
    ]);
  });

  it('can be opened, marked as read and hidden; the following deadline takes the place of a hidden one', async () => {
    await openCalendar('date="2027-06-01" view="month"');
    await page.getByText('Løn', {exact: true}).click();
    await expect.element(page.getByRole('dialog', {name: 'Løn'})).toBeVisible();
    await button('Skjul for alle').click();
    await eventually(() =>
      expect(textsOf('.next .entry-title')).toEqual(['Told', 'Punktafgifter', 'Årsrapport']),
    );
    await userEvent.keyboard('{Control>}z{/Control}');
    await eventually(() => expect(rows()[0]).toBe('I dag søn. 29. nov. Løn Skattestyrelsen'));
  });

  it('have at least 44 pixels each', async () => {
    await openCalendar('view="month"');
    for (const row of queryAll('.entry')) {
      expect(row.getBoundingClientRect().height).toBeGreaterThanOrEqual(44);
    }
    expect(rows()).toHaveLength(3);
  });

  it.each([
    [[3], 'Der er ingen senere frister.'],
    [[], 'Der er ingen kommende frister.'],
  ])('that are %j say that there are no more', async (kept, text) => {
    for (const id of [2, 3, 4, 5, 6]) if (!kept.includes(id)) service.frister.delete(id);
    await openCalendar('view="month"');
    await expect.element(page.getByText(text)).toBeVisible();
    expect(rows()).toHaveLength(kept.length);
  });

  it('that could not be loaded leave no skeleton, say that there may be some, and are loaded with a retry', async () => {
    service.break(503, 'GET', 'klarede=false');
    addCalendar('date="2027-06-01" view="month"');
    await expect.element(page.getByText('Vi kunne ikke opdatere fristerne.')).toBeVisible();
    await expect.element(page.getByText('Der kan være flere frister, som ikke vises her.')).toBeVisible();
    expect(queryAll('.next .skeleton')).toEqual([]);
    service.heal();
    await button('Prøv igen').click();
    await eventually(() => expect(rows()).toHaveLength(3));
  });

  it('are not shown next to the failure of the whole calendar', async () => {
    service.break(503);
    addCalendar('view="month"');
    await expect.element(button('Prøv igen')).toBeVisible();
    expect(queryAll('.next')).toEqual([]);
  });
});

describe('a month without deadlines', () => {
  it.each([
    ['before others navigates to the next one', '2026-10-05', 'november 2026', '2026-11-29'],
    ['after all others navigates to the previous one', '2028-02-01', 'december 2027', '2027-12-31'],
  ])('%s', async (_, date, month, found) => {
    const calendar = await openCalendar(`date="${date}" view="month"`);
    await expect.element(page.getByText('Ingen frister.')).toBeVisible();
    await button(`Gå til ${month}`).click();
    expect(calendar.date).toBe(found);
  });

  it('of a company without deadlines names none', async () => {
    service.frister.clear();
    await openCalendar('view="month"');
    await expect.element(page.getByText('Ingen frister.')).toBeVisible();
    // The search loads at most two periods of earlier months.
    await eventually(() => expect(queries().filter(query => query.includes('2024'))).toHaveLength(1));
    expect(button(/^Gå til/).query()).toBeNull();
    expect(queries().length).toBeLessThanOrEqual(4);
  });
});
