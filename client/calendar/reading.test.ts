import {beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleBeforeMarkEvent, TavleErrorEvent, TavleMarkEvent} from '../index.ts';
import {
  focusedDay,
  openCalendar,
  query,
  setToday,
  textsOf,
  toggleFilter,
} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {button, eventually, focused, status} from '../testing/page-fixture.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(
    frist(1, '10-12-2026', {overskrift: 'Moms', beskrivelse: '<p>Betal <b>i tide</b>.</p>'}),
    frist(2, '16-12-2026', {overskrift: 'Løn', isLaest: true}),
  );
});

const notice = () => page.getByRole('status').last();
const hiding = (title: string) =>
  page.getByText(`${title} er skjult for alle i virksomheden. Fristen gælder stadig.`);

async function openFrist(title: string, attributes?: string) {
  const calendar = await openCalendar(attributes);
  await page.getByText(title, {exact: true}).click();
  await expect.element(page.getByRole('dialog', {name: title})).toBeVisible();
  return calendar;
}

describe('opening a deadline', () => {
  it('says that the authority has withdrawn it, also while it is open', async () => {
    const calendar = await openFrist('Moms');
    service.frister.delete(1);
    await calendar.refresh();
    await expect.element(page.getByRole('dialog', {name: 'Fristen kan ikke vises'})).toBeVisible();
    await expect
      .element(page.getByRole('dialog'))
      .toHaveTextContent('Virksomheden har ikke denne frist. Myndigheden kan have trukket den tilbage.');
  });

  describe('among the next deadlines of another month', () => {
    const openNext = async () => {
      setToday('2026-12-09');
      return openFrist('Moms', 'date="2027-06-01" view="month"');
    };

    it.each([
      ['done', {isKlaret: true, klaret: {tid: '2026-12-09T10:00:00+01:00', navn: 'Bo'}}, 'af Bo'],
      ['hidden', {isSlettet: true}, 'Vis igen'],
      ['moved by the authority', {fristDato: '01-09-2027'}, '1. september 2027'],
    ])('shows that it was %s in the meantime', async (_, change, text) => {
      const calendar = await openNext();
      service.frister.set(1, {...frist(1, '10-12-2026', {overskrift: 'Moms'}), ...change});
      await calendar.refresh();
      await expect.element(page.getByRole('dialog', {name: 'Moms'})).toHaveTextContent(text);
      expect(textsOf('.next .entry-title')).toEqual('fristDato' in change ? ['Løn', 'Moms'] : ['Løn']);
    });

    it('says that the authority has withdrawn it only when the service does', async () => {
      const calendar = await openNext();
      service.frister.delete(1);
      const release = service.hold('/frister/1');
      await calendar.refresh();
      await expect.element(page.getByRole('dialog', {name: 'Henter frister …'})).toBeVisible();
      release();
      await expect.element(page.getByRole('dialog', {name: 'Fristen kan ikke vises'})).toBeVisible();
      expect(textsOf('.next .entry-title')).toEqual(['Løn']);
    });
  });

  it('has the deadline’s own link as its main button, before the authority', async () => {
    const link = 'https://www.skat.example/moms';
    service.frister.set(1, {...frist(1, '10-12-2026', {overskrift: 'Moms'}), link});
    await openFrist('Moms');
    const dialog = page.getByRole('dialog');
    const main = dialog.getByRole('link', {name: 'Gå til Skattestyrelsen', exact: true});
    await expect.element(main).toHaveAttribute('href', link);
    await expect.element(main).toHaveClass('primary');
    const buttons = [...dialog.element().querySelectorAll('.button')];
    expect(buttons.map(each => each.textContent.trim())).toEqual([
      'Luk',
      'Gå til Skattestyrelsen',
      'Føj til kalender',
      'Markér som klaret',
      'Markér som ulæst',
      'Skjul for alle',
    ]);
    expect(dialog.element().querySelectorAll('.primary')).toHaveLength(1);
    const authority = dialog.getByText('Fra Skattestyrelsen').element();
    expect(main.element().compareDocumentPosition(authority)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
    await expect
      .element(
        dialog.getByText(
          'Klaret og skjult gælder for alle i virksomheden. Læst gælder kun for dig. Kalenderlinks viser ikke skjulte frister.',
        ),
      )
      .toBeVisible();
  });

  it.each([undefined, 'javascript:alert(1)', 'https://', 'skat.example'])(
    'has no main button if the link is %s, also if the text has one',
    async link => {
      const beskrivelse = '<a href="https://text.example/">Vejledning</a>';
      const own = frist(1, '10-12-2026', {overskrift: 'Moms', beskrivelse});
      service.frister.set(1, link === undefined ? own : {...own, link});
      await openFrist('Moms');
      await expect.element(page.getByRole('link')).toHaveTextContent('Vejledning');
      expect(page.getByRole('dialog').element().querySelector('.primary')).toBeNull();
    },
  );

  it('shows its date, the time that is left, its sender and the authority’s text', async () => {
    setToday('2026-12-07');
    await openCalendar();
    await page.getByRole('grid').getByText('Moms', {exact: true}).click();
    const dialog = page.getByRole('dialog', {name: 'Moms'});
    await expect.element(dialog.getByText('Senest torsdag den 10. december 2026')).toBeVisible();
    await expect.element(dialog.getByText('om 3 dage')).toBeVisible();
    await expect.element(dialog.getByText('Fra Skattestyrelsen')).toBeVisible();
    await expect.element(dialog.getByText('Betal i tide.')).toBeVisible();
    expect(dialog.getByText('i tide', {exact: true}).element().tagName).toBe('B');
    expect(dialog.getByRole('link').query()).toBeNull();
  });

  it('marks it as read immediately, before the response', async () => {
    const calendar = await openCalendar();
    service.hold();
    await page.getByText('Moms', {exact: true}).click();
    await expect.element(page.getByText(/: 2 frister$/)).toBeInTheDocument();
    expect(service.frister.get(1)?.isLaest).toBe(false);
    const marked = new Promise<TavleMarkEvent>(resolve => calendar.addEventListener('tavle-mark', resolve));
    service.release();
    expect(await marked).toMatchObject({fristId: 1, isLaest: true, isSlettet: undefined});
    expect(service.frister.get(1)?.isLaest).toBe(true);
    expect(service.calls.at(-1)).toMatchObject({
      method: 'PUT',
      body: {frister: [{fristId: 1, isLaest: true}]},
    });
  });

  it('is immediate for the only deadline of a day', async () => {
    await openCalendar('date="2026-12-10"');
    await page.getByRole('gridcell', {name: /10. december/}).click({position: {x: 20, y: 10}});
    await expect.element(page.getByRole('dialog', {name: 'Moms'})).toBeVisible();
    expect(button(/^Tilbage/).query()).toBeNull();
  });

  it('from a day’s list returns to it', async () => {
    service.frister.set(3, frist(3, '10-12-2026'));
    await openCalendar('date="2026-12-10"');
    await page.getByRole('gridcell', {name: /10. december/}).click({position: {x: 20, y: 10}});
    await button(/^Moms/).click();
    await button(/^Tilbage/).click();
    await expect.element(page.getByRole('dialog', {name: /^Frister torsdag/})).toBeVisible();
    expect(focused()?.textContent).toContain('Frister torsdag den 10. december 2026');
  });

  it('from a day’s list that is now empty keeps the focus in the dialog', async () => {
    service.frister.set(3, frist(3, '10-12-2026'));
    const calendar = await openCalendar('date="2026-12-10"');
    await page.getByRole('gridcell', {name: /10. december/}).click({position: {x: 20, y: 10}});
    await userEvent.keyboard('{Tab}{Tab}');
    expect(focused()?.textContent).toContain('Moms');
    service.frister.clear();
    await calendar.refresh();
    await eventually(() => expect(focused()?.textContent).toContain('Frister torsdag den 10. december 2026'));
  });

  it('ends when the calendar is moved in the page: the dialog would not be modal any more', async () => {
    const calendar = await openFrist('Moms');
    const section = document.createElement('section');
    document.body.append(section);
    section.append(calendar);
    await eventually(() => expect(calendar.shadowRoot?.querySelector('dialog')?.open).toBe(false));
    await page.getByText('Løn', {exact: true}).click();
    await expect.element(page.getByRole('dialog', {name: 'Løn'})).toBeVisible();
  });
});

/** Presses at one point and releases at another, inside the dialog or on its backdrop. */
function drag(...places: ('inside' | 'outside')[]): void {
  const {x, y} = query('dialog').getBoundingClientRect();
  const points = places.map(place =>
    place === 'inside' ? {clientX: x + 5, clientY: y + 5} : {clientX: 1, clientY: 1},
  );
  ['pointerdown', 'pointerup'].forEach((type, index) =>
    query('dialog').dispatchEvent(new PointerEvent(type, {...points[index], bubbles: true})),
  );
}

it('a click outside the dialog closes it in a browser without closedBy; one that starts or ends inside does not', async () => {
  const {prototype} = HTMLDialogElement;
  const closedBy = Object.getOwnPropertyDescriptor(prototype, 'closedBy');
  onTestFinished(() => void (closedBy && Object.defineProperty(prototype, 'closedBy', closedBy)));
  Reflect.deleteProperty(prototype, 'closedBy');
  await openFrist('Moms');
  drag('inside', 'outside');
  drag('outside', 'inside');
  expect(page.getByRole('dialog').query()).not.toBeNull();
  drag('outside', 'outside');
  await eventually(() => expect(page.getByRole('dialog').query()).toBeNull());
});

describe('marking', () => {
  it('as hidden removes it, and Ctrl+Z restores it', async () => {
    await openFrist('Løn');
    await button('Skjul').click();
    await expect.element(hiding('Løn')).toBeVisible();
    expect(page.getByText('Løn', {exact: true}).query()).toBeNull();
    expect(page.getByRole('dialog').query()).toBeNull();
    await eventually(() => expect(focusedDay()).toBe('2026-12-16'));
    await userEvent.keyboard('{Control>}z{/Control}');
    await expect.element(page.getByText('Løn', {exact: true})).toBeVisible();
    await eventually(() => expect(service.frister.get(2)?.isSlettet).toBe(false));
  });

  it('does not happen when the page cancels the event', async () => {
    const calendar = await openCalendar();
    const marking = vi.fn((event: TavleBeforeMarkEvent) => event.preventDefault());
    calendar.addEventListener('tavle-before-mark', marking);
    await page.getByText('Moms', {exact: true}).click();
    await expect.element(button('Markér som læst')).toBeVisible();
    await button('Skjul').click();
    await expect.element(page.getByRole('dialog', {name: 'Moms'})).toBeVisible();
    expect(marking.mock.calls).toMatchObject([
      [{fristId: 1, isLaest: true, isSlettet: undefined}],
      [{fristId: 1, isLaest: undefined, isSlettet: true}],
    ]);
    expect(service.calls.map(({method}) => method)).toEqual(['GET']);
  });

  it('as hidden in the list moves the focus to the heading', async () => {
    await openFrist('Løn', 'date="2026-12-01" view="list"');
    await button('Skjul').click();
    await eventually(() => expect(focused()?.textContent.trim()).toBe('Fra 1. december 2026'));
  });

  it('as hidden in a long list keeps the scroll position, also after the notice', async () => {
    service.frister.clear();
    for (let id = 1; id <= 60; id++) {
      const day = String(Math.ceil(id / 2)).padStart(2, '0');
      service.frister.set(id, frist(id, `${day}-12-2026`, {isLaest: true}));
    }
    await openCalendar('date="2026-12-01" view="list"');
    await page.getByText('Frist 40', {exact: true}).click();
    const {scrollY} = window;
    expect(scrollY).toBeGreaterThan(1000);
    await button('Skjul').click();
    await expect.element(hiding('Frist 40')).toBeVisible();
    await button('Luk besked').click();
    await eventually(() => expect(focused()?.textContent).toMatch(/Frist \d\d/));
    expect(window.scrollY).toBe(scrollY);
  });

  it('whose response is lost may be stored, so other elements reload', async () => {
    await openFrist('Løn');
    const tab = new BroadcastChannel('tavle-calendar');
    const heard = vi.fn();
    tab.onmessage = event => void heard(event.data);
    service.break(0, 'PUT');
    await button('Markér som ulæst').click();
    await eventually(() => expect(heard).toHaveBeenCalledWith(location.origin));
    tab.close();
  });

  it('is reverted with the reason when it is not saved, and can be retried', async () => {
    const calendar = await openFrist('Løn');
    const failed = new Promise<TavleErrorEvent>(resolve => calendar.addEventListener('tavle-error', resolve));
    service.break(503, 'PUT');
    await button('Markér som ulæst').click();
    await expect
      .element(page.getByRole('alert').last())
      .toHaveTextContent('Løn blev ikke markeret som ulæst.');
    expect(await failed).toMatchObject({operation: 'save', fristId: 2});
    await expect.element(button('Markér som ulæst')).toBeVisible();
    expect(button('Fortryd').query()).toBeNull();
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(service.calls.filter(({method}) => method === 'PUT')).toHaveLength(1);
    service.heal();
    await button('Prøv igen').click();
    await eventually(() => expect(service.frister.get(2)?.isLaest).toBe(false));
  });

  it('with a long title shortens it in the notice', async () => {
    const title = 'Indberetning af ' + 'arbejdsskadeforsikringsanmeldelser '.repeat(5).trim();
    service.frister.set(2, frist(2, '16-12-2026', {overskrift: title, isLaest: true}));
    await openFrist(title);
    await button('Markér som ulæst').click();
    await expect
      .element(notice())
      .toHaveTextContent(
        'Markeret som ulæst: Indberetning af arbejdsskadeforsikringsanmeldelser arbejdssk …',
      );
  });

  it('is also announced in a notice in the dialog, which returns the focus to the dialog', async () => {
    await openFrist('Løn');
    await button('Markér som ulæst').click();
    await page.getByRole('dialog').getByRole('button', {name: 'Luk besked'}).click();
    await eventually(() => expect(focused()?.textContent.trim()).toBe('Løn'));
    expect(page.getByRole('dialog').query()).not.toBeNull();
  });

  it('is announced in a notice that can be closed', async () => {
    await openFrist('Løn');
    await button('Skjul').click();
    await button('Luk besked').click();
    expect(hiding('Løn').query()).toBeNull();
    await eventually(() => expect(focusedDay()).toBe('2026-12-16'));
  });
});

it('a notice of one deadline is hidden while another one’s dialog is open', async () => {
  await openFrist('Løn');
  await button('Markér som ulæst').click();
  await button('Luk').first().click();
  await expect.element(notice()).toHaveTextContent('Markeret som ulæst: Løn');
  service.frister.set(1, frist(1, '10-12-2026', {overskrift: 'Moms', isLaest: true}));
  await page.getByText('Moms', {exact: true}).click();
  await expect.element(page.getByRole('dialog', {name: 'Moms'})).toBeVisible();
  expect(page.getByRole('dialog').getByText('Markeret som ulæst: Løn').query()).toBeNull();
});

describe('the filter', () => {
  beforeEach(() => {
    service.frister.set(
      3,
      frist(3, '20-12-2026', {
        overskrift: 'Statistik',
        afsenderCvr: '17150413',
        afsenderNavn: 'Danmarks Statistik',
      }),
    );
    service.frister.set(4, frist(4, '21-12-2026', {overskrift: 'Gammel', isSlettet: true}));
  });

  const shown = () => textsOf('.chip-title');

  it('by authority shows only that one’s deadlines', async () => {
    await openCalendar();
    await toggleFilter();
    const select = page.getByRole('combobox', {name: 'Myndighed'});
    expect(
      select
        .getByRole('option')
        .elements()
        .map(option => option.textContent),
    ).toEqual(['Alle myndigheder', 'Danmarks Statistik', 'Skattestyrelsen']);
    await select.selectOptions('Danmarks Statistik');
    expect(shown()).toEqual(['Statistik']);
    await expect.element(page.getByText(/^I \S+: 1 frist, 1 ulæst$/)).toBeVisible();
    await expect.element(status()).toHaveTextContent('Viser december 2026, 1 frist, 1 ulæst');
  });

  it('for unread ones keeps opened deadlines until it changes', async () => {
    await openCalendar();
    await toggleFilter();
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    expect(shown()).toEqual(['Moms', 'Statistik']);
    await page.getByText('Moms', {exact: true}).click();
    await userEvent.keyboard('{Escape}');
    expect(shown()).toEqual(['Moms', 'Statistik']);
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
    expect(shown()).toEqual(['Statistik']);
  });

  it('for hidden ones shows them, and they can be restored', async () => {
    await openCalendar();
    await toggleFilter();
    expect(shown()).toEqual(['Moms', 'Løn', 'Statistik']);
    await page.getByRole('checkbox', {name: 'Vis også skjulte'}).click();
    await page.getByText('Gammel', {exact: true}).click();
    await button('Vis igen').click();
    await eventually(() => expect(service.frister.get(4)?.isSlettet).toBe(false));
    await userEvent.keyboard('{Escape}');
    await page.getByRole('checkbox', {name: 'Vis også skjulte'}).click();
    expect(shown()).toEqual(['Moms', 'Løn', 'Statistik', 'Gammel']);
  });

  it('without matches shows that, and can be cleared', async () => {
    await openCalendar();
    await toggleFilter();
    await page.getByRole('combobox').selectOptions('Danmarks Statistik');
    await button('Forrige måned').click();
    await expect.element(page.getByText(/^Ingen frister/)).toBeVisible();
    await button('Næste måned').click();
    service.frister.delete(3);
    await document.querySelector('tavle-calendar')?.refresh();
    await expect.element(page.getByText('Ingen frister passer til dine valg.')).toBeVisible();
    await button('Ryd valg').click();
    expect(shown()).toEqual(['Moms', 'Løn']);
    await eventually(() => expect(focusedDay()).toBe('2026-12-01'));
  });

  it('shows the selected authority, also after clearing and when others are added', async () => {
    const calendar = await openCalendar();
    await toggleFilter();
    const select = page.getByRole('combobox');
    for (const name of ['Skattestyrelsen', 'Alle myndigheder', 'Danmarks Statistik']) {
      await select.selectOptions(name);
    }
    service.frister.clear();
    service.frister.set(
      5,
      frist(5, '11-12-2026', {afsenderCvr: '21481815', afsenderNavn: 'Arbejdstilsynet'}),
    );
    await calendar.refresh();
    await expect.element(page.getByRole('option', {name: 'Arbejdstilsynet'})).toBeInTheDocument();
    await expect.element(select).toHaveDisplayValue('Danmarks Statistik');
    await button('Ryd valg').click();
    await expect.element(select).toHaveDisplayValue('Alle myndigheder');
  });
});
