import {beforeEach, describe, expect, it, vi} from 'vitest';
import {type Locator, page, userEvent} from 'vitest/browser';

import type {TavleErrorEvent} from '../index.ts';
import {openCalendar} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, mailCode, noMails} from '../testing/fake-calendar.ts';
import {button, eventually, focused} from '../testing/page-fixture.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar();
});

const title = 'Få besked om frister';
const dialog = () => page.getByRole('dialog', {name: title});
const field = () => page.getByRole('textbox', {name: 'Kalenderlink'});
const address = () => page.getByRole('textbox', {name: 'Din mailadresse'});
const row = (name: string) => page.getByText(name, {exact: true});
const outcome = () => dialog().getByRole('status').last();
const failure = () => dialog().getByRole('alert').first();
const sent = (method: string) => service.calls.filter(call => call.method === method);
const list = () => page.getByRole('list', {name: 'Dine kalenderlinks'});
/** The choice between all companies and some: for mails, then for a new link. */
const choices = () => dialog().getByRole('combobox', {name: 'Virksomheder', exact: true});
const companies = () => dialog().getByRole('group', {name: 'Vælg virksomheder'}).first();
const company = (name: string) => companies().getByRole('checkbox', {name, exact: true});
const checked = () =>
  [...companies().element().querySelectorAll<HTMLInputElement>('input:checked')].map(({labels}) =>
    labels?.[0]?.textContent.trim().replaceAll('\u00a0', ' '),
  );

/** Returns the attributes of a calendar of many companies. */
function many(count: number): string {
  const cvrs = Array.from({length: count}, (_, index) => String(10_000_009 + index));
  const names = Object.fromEntries(cvrs.map((cvr, index) => [cvr, `Firma ${index + 1}`]));
  return `cvr="${cvrs.join(' ')}" names='${JSON.stringify(names)}'`;
}

/** Expects an element between the dialog's close button and the window's end. */
async function expectInSight(found: Locator): Promise<void> {
  const close = dialog().element().querySelector('.dialog-head .button');
  await eventually(() => {
    const {top, bottom} = found.element().getBoundingClientRect();
    expect(top).toBeGreaterThanOrEqual(close?.getBoundingClientRect().bottom ?? Infinity);
    expect(bottom).toBeLessThan(innerHeight);
  });
}

async function open(attributes?: string) {
  const calendar = await openCalendar(attributes);
  await button(title).click();
  await expect.element(dialog()).toBeVisible();
  return calendar;
}

async function createLink(attributes?: string) {
  const calendar = await open(attributes);
  await button('Opret link').click();
  await expect.element(outcome()).toHaveTextContent('Linket er klar.');
  return calendar;
}

const feed = '//tavle.example/calendar/1/abonnementer/hemmelig1.ics?paamindelse=7';
const name = 'Frister, CVR 10000009';
const inGoogle = 'https://calendar.google.com/calendar/r/settings/addbyurl';
const inOutlook = `/calendar/0/addfromweb?${new URLSearchParams({url: `https:${feed}`, name: name.replaceAll(/(?<=CVR.*) |(?<=CVR) /g, '\u00a0')})}`;

describe('calendar links', () => {
  it('are loaded with few requests, and none is created by itself', async () => {
    await open();
    await expect.element(button('Opret link')).toBeVisible();
    expect(service.calls.filter(({method}) => method !== 'GET')).toEqual([]);
    const paths = service.calls.map(({url}) => url.pathname).filter(path => !path.includes('frister'));
    expect(paths.sort()).toEqual([
      '/calendar/1/mine/abonnementer',
      '/calendar/1/mine/paamindelser',
      '/calendar/1/virksomheder/10000009/abonnementer',
    ]);
    expect(field().query()).toBeNull();
    expect(row('Mail før en frist').query()).toBeNull();
  });

  it('say that they are loading', async () => {
    await openCalendar();
    service.hold();
    await button(title).click();
    await expect.element(page.getByText('Henter dine mails og kalenderlinks …')).toBeVisible();
    expect(button('Opret link').query()).toBeNull();
    service.release();
    await expect.element(button('Opret link')).toBeVisible();
  });

  it('say why they could not be loaded, and load again', async () => {
    await openCalendar();
    service.break(503, 'GET');
    await button(title).click();
    await expect
      .element(failure())
      .toHaveTextContent('Vi kunne ikke hente dine mails og kalenderlinks. Vi har problemer lige nu.');
    expect(button('Opret link').query()).toBeNull();
    service.heal();
    await button('Prøv igen').click();
    await expect.element(button('Opret link')).toBeVisible();
  });

  it('are created with a name, for the company of the calendar, in a field that can be copied', async () => {
    await open();
    const linkName = page.getByRole('textbox', {name: 'Navn på et nyt link'});
    await linkName.fill('Min telefon');
    await userEvent.keyboard('{Enter}');
    await expect.element(field()).toHaveValue(`https:${feed}`);
    await expect.element(linkName).toHaveValue('');
    await expect.element(field()).toHaveAttribute('readonly');
    expect(sent('POST')).toMatchObject([
      {
        url: {pathname: '/calendar/1/mine/abonnementer'},
        body: {navn: 'Min telefon', virksomheder: ['10000009'], navne: {}, alle: false},
      },
    ]);
    await expect.element(list().getByText('Min telefon')).toBeVisible();
    await expect.element(list().getByText('oprettet', {exact: false})).toBeVisible();
  });

  it('of several companies are for all, now and later, or for some, with the names of the page', async () => {
    const several = `cvr="10000009 10000017" names='{"10000009": "Havblik Bageri ApS"}'`;
    await open(several);
    await button('Opret link').click();
    await expect.element(outcome()).toHaveTextContent('Linket er klar.');
    await expect.element(list().getByText('2 virksomheder', {exact: false})).toBeVisible();
    await choices().selectOptions('Vælg virksomheder');
    await company('Havblik Bageri ApS').click();
    await button('Opret link').click();
    await eventually(() => expect(sent('POST')).toHaveLength(2));
    expect(sent('POST').map(({body}) => body)).toEqual([
      {
        navn: 'Min kalender',
        navne: {'10000009': 'Havblik Bageri ApS'},
        alle: true,
      },
      {
        navn: 'Min kalender',
        virksomheder: ['10000009'],
        navne: {'10000009': 'Havblik Bageri ApS'},
        alle: false,
      },
    ]);
  });

  it('are for three of thirty companies that the person finds by name and number', async () => {
    await open(many(30));
    await choices().selectOptions('Vælg virksomheder');
    await expect.element(companies().getByRole('status')).toHaveTextContent('0 af 30 valgt');
    const search = companies().getByRole('searchbox', {name: 'Find virksomhed'});
    for (const [typed, name] of [
      ['firma  7', 'Firma 7'],
      ['10 00 00 11', 'Firma 3'],
      ['10000038', 'Firma 30'],
    ] as const) {
      await search.fill(typed);
      await expect.element(companies().getByRole('status')).toHaveTextContent(', 1 fundet');
      // Enter must not create a link without the company that the person is looking for.
      await userEvent.keyboard('{Enter}');
      await company(name).click();
    }
    expect(sent('POST')).toEqual([]);
    await search.fill('ukendt');
    await expect.element(companies().getByRole('status')).toHaveTextContent('3 af 30 valgt, ingen fundet');
    expect(companies().getByRole('checkbox').elements()).toEqual([]);
    await search.fill('');
    await expect.element(companies().getByRole('status')).toHaveTextContent(/^3 af 30 valgt$/);
    expect(checked()).toEqual(['Firma 3', 'Firma 30', 'Firma 7']);
    await company('Firma 30').click();
    await company('Firma 1').click();
    await button('Opret link').click();
    await expect.element(outcome()).toHaveTextContent('Linket er klar.');
    const names = {'10000009': 'Firma 1', '10000011': 'Firma 3', '10000015': 'Firma 7'};
    expect(sent('POST').map(({body}) => body)).toEqual([
      {navn: 'Min kalender', virksomheder: ['10000015', '10000011', '10000009'], navne: names, alle: false},
    ]);
  });

  it('are not created without a company', async () => {
    await open('cvr="10000009 10000017"');
    await choices().selectOptions('Vælg virksomheder');
    expect(companies().getByRole('searchbox').elements()).toEqual([]);
    await button('Opret link').click();
    expect((focused() as HTMLSelectElement).validationMessage).toBe('Vælg mindst én virksomhed.');
    expect(focused()).toBe(choices().element());
    await company('CVR\u00a010000017').click();
    await expect.element(choices()).toBeValid();
    await userEvent.keyboard('{Enter}');
    await eventually(() => expect(sent('POST')).toMatchObject([{body: {virksomheder: ['10000017']}}]));
  });

  it('are for some of a thousand companies, whose list adds the CVR number to a name that two share', async () => {
    const calendar = await open(many(1_000));
    calendar.names = {...calendar.names, '10001000': 'Firma 991'};
    await choices().selectOptions('Vælg virksomheder');
    await expect.element(companies().getByRole('status')).toHaveTextContent('0 af 1.000 valgt');
    await eventually(() => expect(companies().element().querySelectorAll('li')).toHaveLength(1_000));
    await companies().getByRole('searchbox').fill('FIRMA 991');
    await company('Firma 991 (CVR\u00a010001000)').click();
    await button('Opret link').click();
    await eventually(() => expect(sent('POST')).toMatchObject([{body: {virksomheder: ['10001000']}}]));
  });

  it.each([
    ['not with half a character where it is cut', `${'x'.repeat(99)}😀 ApS`, `${'x'.repeat(99)} `],
    ['without control characters', 'Havblik\u0007Bageri', 'Havblik Bageri'],
  ])('have the name that the page gives a company, %s', async (_, named, sentName) => {
    const calendar = await open();
    calendar.names = {'10000009': named};
    await button('Opret link').click();
    await eventually(() => expect(sent('POST')).toHaveLength(1));
    expect(sent('POST')).toMatchObject([{body: {navne: {'10000009': sentName}}}]);
  });

  it.each([
    ['Apple Kalender (iPhone, Mac)', `webcal:${feed}`, '', 'iPhone: Vælg Kalendere'],
    ['Outlook (arbejde)', `https://outlook.office.com${inOutlook}`, 'noopener noreferrer', 'Vælg Importér.'],
    ['Outlook.com (privat)', `https://outlook.live.com${inOutlook}`, 'noopener noreferrer', 'Vælg Importér.'],
    ['Google Kalender', inGoogle, 'noopener noreferrer', 'Indsæt linket, og vælg Tilføj kalender.'],
  ])('open in %s, with three steps', async (app, href, rel, step) => {
    await createLink();
    await row(app).click();
    const link = dialog().getByRole('link').element() as HTMLAnchorElement;
    expect([link.href, link.rel]).toEqual([href, rel]);
    const steps = dialog().getByRole('listitem').filter({hasText: step});
    await expect.element(steps).toBeVisible();
  });

  it('have the reminder that the person chooses', async () => {
    await createLink();
    const choice = page.getByRole('combobox', {name: 'Påmindelse'});
    await choice.selectOptions('14 dage før');
    await expect.element(field()).toHaveValue(`https:${feed.replace('=7', '=14')}`);
    await choice.selectOptions('Ingen');
    await expect.element(field()).toHaveValue(`https:${feed.replace('?paamindelse=7', '')}`);
  });

  it.each([
    ['refuses to copy', () => vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'))],
    ['has no clipboard', () => vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never)],
  ])('are selected in a browser that %s', async (_, prevent) => {
    prevent();
    await createLink();
    await button('Kopiér').click();
    await expect.element(failure()).toHaveTextContent('Linket blev ikke kopieret. Kopiér det fra feltet.');
    const address = focused() as HTMLInputElement;
    expect(address.value.slice(address.selectionStart ?? 0, address.selectionEnd ?? 0)).toBe(`https:${feed}`);
  });

  it('keep a created URL when the dialog is opened again, until the link has ended', async () => {
    await createLink();
    const reopen = async () => {
      await userEvent.keyboard('{Escape}');
      await button(title).click();
    };
    await reopen();
    await expect.element(row('Google Kalender')).toBeVisible();
    expect(outcome().element().textContent).toBe('');
    service.links.length = 0;
    await reopen();
    await eventually(() => expect(row('Google Kalender').query()).toBeNull());
  });

  it('end after a question, one by one', async () => {
    await createLink();
    await page.getByRole('textbox', {name: 'Navn på et nyt link'}).fill('Pc');
    await button('Opret link').click();
    await expect.element(list().getByText('Pc')).toBeVisible();
    await button('Stop linket Min kalender').click();
    await expect
      .element(page.getByRole('group', {name: 'Kalendere, der bruger linket, får ikke længere frister.'}))
      .toBeVisible();
    await button('Annullér').click();
    expect(button('Ja, stop linket').query()).toBeNull();
    expect(focused()?.ariaLabel).toBe('Stop linket Min kalender');
    await button('Stop linket Min kalender').click();
    await button('Ja, stop linket').click();
    await expect.element(outcome()).toHaveTextContent('Linket er stoppet.');
    expect(service.links.map(({navn}) => navn)).toEqual(['Pc']);
    await eventually(() => expect(focused()).not.toBe(document.body));
  });

  it('of others are listed, and lose the company', async () => {
    service.othersLinks.push({
      id: 'a',
      navn: 'Revisors kalender',
      oprettet: '2026-11-20T08:00:00+01:00',
      isMin: false,
    });
    await open();
    await row('Links, som andre har lavet').click();
    await button('Fjern virksomheden Revisors kalender').click();
    await expect.element(outcome()).toHaveTextContent('Linket viser ikke længere virksomhedens frister.');
    expect(sent('DELETE').map(({url}) => url.pathname)).toEqual([
      '/calendar/1/virksomheder/10000009/abonnementer/a',
    ]);
    await expect.element(row('Ingen andre har lavet links til virksomheden.')).toBeVisible();
  });

  it('of others are those of the company that the person chose last, also while others are loading', async () => {
    const other = {oprettet: '2026-11-20T08:00:00+01:00', isMin: false};
    service.othersLinks.push({...other, id: 'a', navn: 'Revisors kalender'});
    await open('cvr="10000009 10000017"');
    await row('Links, som andre har lavet').click();
    const release = service.hold('abonnementer');
    const choice = dialog().getByRole('combobox', {name: 'Virksomhed', exact: true});
    await choice.selectOptions('CVR 10000009');
    await choice.selectOptions('CVR 10000017');
    release();
    await expect.element(row('Revisors kalender')).toBeVisible();
    const paths = service.calls.map(({url}) => url.pathname).filter(path => path.includes('/virksomheder/'));
    expect(paths.map(path => path.split('/')[4])).toEqual(['10000009', '10000017']);
  });

  function addLinks(count: number): void {
    const oprettet = '2026-11-20T08:00:00+01:00';
    for (let at = 0; at < count; at += 1)
      service.links.push({id: `${at}`, navn: `Link ${at}`, virksomheder: [], oprettet});
  }

  it('beyond the maximum are refused with the number of links', async () => {
    addLinks(20);
    await open();
    await expect.element(button('Opret link')).toBeVisible();
    service.break(403, 'POST');
    await button('Opret link').click();
    await expect.element(failure()).toHaveTextContent('Du har 20 links. Stop et af dem først.');
  });

  it('report why one was not created, and fire an event', async () => {
    const calendar = await open();
    const failed = new Promise<TavleErrorEvent>(resolve => calendar.addEventListener('tavle-error', resolve));
    await expect.element(button('Opret link')).toBeVisible();
    service.break(503);
    const linkName = page.getByRole('textbox', {name: 'Navn på et nyt link'});
    await linkName.fill('Kontor');
    await button('Opret link').click();
    await expect
      .element(failure())
      .toHaveTextContent(
        'Linket blev måske ikke oprettet. Stop det, hvis det er på listen. Vi har problemer lige nu.',
      );
    await expect.element(linkName).toHaveValue('Kontor');
    expect(await failed).toMatchObject({operation: 'subscribe'});
    service.heal();
    await button('Opret link').click();
    await expect.element(outcome()).toHaveTextContent('Linket er klar.');
  });

  it.each([
    [1280, 720],
    [320, 256],
  ])(
    'show why one was not created, also to a person who has scrolled to the end, in a window of %d × %d',
    async (width, height) => {
      await page.viewport(width, height);
      document.body.style.inlineSize = 'auto';
      addLinks(18);
      await open();
      await expect.element(button('Opret link')).toBeVisible();
      service.break(503);
      button('Opret link').element().scrollIntoView({block: 'end'});
      await button('Opret link').click();
      await expect.element(failure()).toHaveTextContent('Vi har problemer lige nu.');
      await expectInSight(failure());
      // A screen reader announces only a text that has changed.
      service.hold();
      await button('Opret link').click();
      await expect.element(failure()).toHaveTextContent(/^$/);
      service.release();
      await expect.element(failure()).toHaveTextContent('Vi har problemer lige nu.');
      await button('Luk besked').click();
      await expect.element(failure()).toHaveTextContent(/^$/);
    },
  );

  it('leave the focus in a field in which the person types when one is created', async () => {
    service.mails = noMails;
    await open();
    await expect.element(button('Opret link')).toBeVisible();
    service.hold();
    await button('Opret link').click();
    await address().fill('anna');
    service.release();
    await expect.element(outcome()).toHaveTextContent('Linket er klar.');
    await expect.element(field()).toBeVisible();
    expect(focused()).toBe(address().element());
  });

  it('show the address of the created one, with the focus on the button that copies it, on a phone too', async () => {
    await page.viewport(390, 740);
    document.body.style.inlineSize = 'auto';
    vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    addLinks(18);
    await createLink();
    await eventually(() => expect(focused()).toBe(button('Kopiér').element()));
    await expectInSight(field());
    await expectInSight(outcome());
    await button('Kopiér').click();
    await expect.element(outcome()).toHaveTextContent('Linket er kopieret.');
    await expectInSight(outcome());
  });

  it('are listed when one was created although its response was lost, so that the person can stop it', async () => {
    // The new link is the last one that the person may have: that is not why the step failed.
    addLinks(19);
    await open();
    await expect.element(button('Opret link')).toBeVisible();
    const {fetch} = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      return init.method === 'POST' ? Response.json({code: 504}, {status: 504}) : response;
    });
    await button('Opret link').click();
    await expect.element(failure()).toHaveTextContent('Linket blev måske ikke oprettet.');
    await button('Stop linket Min kalender').click();
    await button('Ja, stop linket').click();
    await eventually(() => expect(service.links).toHaveLength(19));
  });

  it('say at once that one may not have been created, while they are read again', async () => {
    await open();
    await expect.element(button('Opret link')).toBeVisible();
    const never = new Promise<Response>(() => undefined);
    const refuse = ({method}: RequestInit) => (method === 'POST' ? Response.json({}, {status: 503}) : never);
    vi.stubGlobal('fetch', async (_: string, init: RequestInit) => refuse(init));
    await button('Opret link').click();
    await expect.element(failure()).toHaveTextContent('Linket blev måske ikke oprettet.');
  });

  it('keep what the person has typed and asked for while they are reloaded', async () => {
    await createLink();
    await userEvent.keyboard('{Escape}');
    service.hold();
    await button(title).click();
    const linkName = page.getByRole('textbox', {name: 'Navn på et nyt link'});
    await linkName.fill('Kontor');
    await userEvent.keyboard('{Enter}');
    await button('Stop linket Min kalender').click();
    await expect.element(button('Ja, stop linket')).toBeVisible();
    service.release();
    await expect.element(button('Opret link')).toBeEnabled();
    await expect.element(linkName).toHaveValue('Kontor');
    await expect.element(button('Ja, stop linket')).toBeVisible();
    await button('Opret link').click();
    await expect.element(list().getByText('Kontor')).toBeVisible();
    await expect.element(linkName).toHaveValue('');
  });

  it('are created once for several presses of the button', async () => {
    await open();
    await expect.element(button('Opret link')).toBeVisible();
    service.hold();
    await button('Opret link').click();
    await userEvent.keyboard('{Enter}');
    service.release();
    await expect.element(outcome()).toHaveTextContent('Linket er klar.');
    expect(sent('POST')).toHaveLength(1);
  });
});

describe('mails', () => {
  beforeEach(() => {
    service.mails = noMails;
  });

  it('are chosen, confirmed with a code, changed and stopped', async () => {
    await page.viewport(320, 640);
    document.body.style.inlineSize = 'auto';
    await open();
    await address().fill('anna@example.dk');
    await page.getByRole('checkbox', {name: 'Samme dag'}).click();
    await button('Få mails').click();
    const code = page.getByRole('textbox', {name: 'Koden fra mailen'});
    await expect.element(outcome()).toHaveTextContent('Koden er sendt.');
    await expectInSight(code);
    expect(sent('PUT').map(({body}) => body)).toEqual([
      {
        email: 'anna@example.dk',
        dage: [7, 1, 0],
        sprog: 'da',
        virksomheder: ['10000009'],
        navne: {},
        alle: false,
      },
    ]);
    await expect
      .element(code)
      .toHaveAccessibleDescription(
        'Vi har sendt en mail med en kode til anna@example.dk. Skriv koden her inden 10 minutter.',
      );
    for (const press of [() => button('Bekræft').click(), () => userEvent.keyboard('{Enter}')]) {
      await code.fill('000000');
      await press();
      await eventually(() => expect(focused()?.textContent).toBe('Koden er forkert eller for gammel.'));
      await expect.element(code).toHaveAccessibleDescription('Koden er forkert eller for gammel.');
      await expect.element(code).toBeInvalid();
    }
    // The code as copied from the mail, with white space.
    await code.fill(` ${mailCode.slice(0, 3)} ${mailCode.slice(3)} `);
    await userEvent.keyboard('{Enter}');
    await expect.element(outcome()).toHaveTextContent('Adressen er bekræftet.');
    await expect.element(row('Du får mails på anna@example.dk.')).toBeVisible();
    await page.getByRole('checkbox', {name: '7 dage'}).click();
    await button('Gem').click();
    await expect.element(outcome()).toHaveTextContent('Dit valg er gemt. Du får mails før dine frister.');
    expect(service.mails).toMatchObject({dage: [1, 0], isBekraeftet: true});
    // Nothing needs to be loaded to know that there are no mails any more.
    service.break(503, 'GET');
    await button('Stop mails').click();
    await expect.element(outcome()).toHaveTextContent('vi har slettet din mailadresse');
    await expect.element(button('Få mails')).toBeVisible();
    await expect.element(address()).toHaveValue('');
  });

  it('keep what was chosen while the person corrects the address or gets a new code', async () => {
    await open();
    await address().fill('ana@example.dk');
    await page.getByRole('checkbox', {name: '7 dage'}).click();
    await button('Få mails').click();
    const again = button('Anden adresse eller ny kode');
    await again.click();
    await eventually(() => expect(focused()?.id).toBe('mail-address'));
    await expect.element(address()).toHaveValue('ana@example.dk');
    await address().fill('anna@example.dk');
    await button('Få mails').click();
    await expect.element(page.getByText('en kode til anna@example.dk')).toBeVisible();
    await again.click();
    await button('Få mails').click();
    await eventually(() =>
      expect(sent('PUT').map(({body}) => body)).toMatchObject([
        {email: 'ana@example.dk', dage: [1]},
        {email: 'anna@example.dk', dage: [1]},
        {email: 'anna@example.dk', dage: [1]},
      ]),
    );
    expect(sent('DELETE')).toEqual([]);
    await again.click();
    await expect.element(row('Få en mail om morgenen, før en frist udløber.')).toBeVisible();
    await button('Stop mails').click();
    await expect.element(outcome()).toHaveTextContent('vi har slettet din mailadresse');
  });

  it.each([
    ['of one that a person has chosen', '10000009 10000017', [{cvr: '10000017'}], false],
    ['that a system has chosen', '10000009 10000017 10000025', undefined, false],
    ['that have not left the person’s mails', '10000009 10000017 10000025', undefined, true],
    ['that are all of the page', '10000009 10000017', undefined, false],
    ['that the page does not have', '10000009 10000025', undefined, false],
    ['in the calendar of one of them', '10000009', undefined, false],
    ['that have not left the person’s mails, in the calendar of one', '10000009', undefined, true],
  ])('stay those of some companies %s while the person changes the days', async (_, cvrs, one, alle) => {
    const virksomheder = one ?? [{cvr: '10000009'}, {cvr: '10000017', navn: 'Både'}];
    const choice = {email: 'anna@example.dk', dage: [1], virksomheder, alle, isBekraeftet: true};
    service.mails = {...noMails, ...choice};
    await open(`cvr="${cvrs}"`);
    await expect.element(choices().first()).toHaveDisplayValue('Vælg virksomheder');
    expect(checked()).toEqual(one ? ['CVR 10000017'] : ['Både', 'CVR 10000009']);
    await page.getByRole('checkbox', {name: '7 dage'}).click();
    await button('Gem').click();
    await eventually(() => expect(sent('PUT')).toHaveLength(1));
    const stored = virksomheder.map(({cvr}) => cvr);
    expect(sent('PUT')).toMatchObject([
      {body: {dage: [7, 1], virksomheder: stored, navne: one ? {} : {'10000017': 'Både'}, alle}},
    ]);
    await choices().first().selectOptions('Alle virksomheder');
    await button('Gem').click();
    await eventually(() => expect(sent('PUT')).toHaveLength(2));
    expect(sent('PUT')[1]?.body).toMatchObject({alle: true});
    expect(sent('PUT')[1]?.body).not.toHaveProperty('virksomheder');
  });

  it('of some companies lose one, get another, and list those that are saved first', async () => {
    const virksomheder = [{cvr: '10000013'}, {cvr: '10000021'}];
    const choice = {email: 'anna@example.dk', dage: [1], virksomheder, isBekraeftet: true};
    service.mails = {...noMails, ...choice};
    await open(many(30));
    const shown = () => companies().element().querySelectorAll('li').values();
    const first = () => [...shown()].slice(0, 3).map(({textContent}) => textContent.trim());
    expect(first()).toEqual(['Firma 13', 'Firma 5', 'Firma 1']);
    await company('Firma 13').click();
    await company('Firma 29').click();
    await button('Gem').click();
    await expect.element(outcome()).toHaveTextContent('Dit valg er gemt.');
    expect(sent('PUT')).toMatchObject([{body: {virksomheder: ['10000013', '10000037'], alle: false}}]);
    expect(first()).toEqual(['Firma 29', 'Firma 5', 'Firma 1']);
    expect(checked()).toEqual(['Firma 29', 'Firma 5']);
  });

  it('are for all companies again after the person has stopped them', async () => {
    const choice = {email: 'anna@example.dk', dage: [1], virksomheder: [{cvr: '10000009'}], alle: false};
    service.mails = {...noMails, ...choice, isBekraeftet: true};
    await open('cvr="10000009 10000017"');
    await company('CVR\u00a010000017').click();
    await button('Stop mails').click();
    await expect.element(choices().first()).toHaveDisplayValue('Alle virksomheder');
  });

  it.each([
    ['da', 'Sprog i mails', 'Dansk', 'English', 'en', 'Få besked om frister'],
    ['en', 'Language of the mails', 'English', 'Dansk', 'da', 'Notify me of deadlines'],
  ] as const)(
    'are in the language of the page (%s) until the person has chosen one, which stays on every page',
    async (language, label, own, other, chosen, opener) => {
      await openCalendar(`lang="${language}"`);
      await button(opener).click();
      const languages = page.getByRole('combobox', {name: label});
      await expect.element(languages).toHaveDisplayValue(own);
      await page.getByRole('dialog').getByRole('textbox').first().fill('anna@example.dk');
      await userEvent.keyboard('{Enter}');
      await eventually(() => expect(sent('PUT')).toMatchObject([{body: {sprog: language}}]));
      service.mails = {...noMails, email: 'a@example.dk', dage: [1], sprog: chosen, isBekraeftet: true};
      await userEvent.keyboard('{Escape}');
      await button(opener).click();
      await expect.element(languages).toHaveDisplayValue(other);
      await button(/^(Gem|Save)$/).click();
      await eventually(() => expect(sent('PUT')[1]).toMatchObject({body: {sprog: chosen}}));
      await languages.selectOptions(own);
      await button(/^(Gem|Save)$/).click();
      await eventually(() => expect(sent('PUT')[2]).toMatchObject({body: {sprog: language}}));
    },
  );

  describe('of companies that the person has lost', () => {
    beforeEach(() => {
      service.mails = {...noMails, email: 'anna@example.dk', dage: [1], alle: false, isBekraeftet: true};
    });

    const lost = () =>
      row('Du får ingen mails, for du mistede adgangen til virksomhederne. Gem for at få mails igen.');

    it('do not come until the person has chosen others of several', async () => {
      await open('cvr="10000009 10000017"');
      await expect.element(lost()).toBeVisible();
      await expect.element(row('Du får mails på anna@example.dk.')).not.toBeInTheDocument();
      await expect.element(choices().first()).toHaveDisplayValue('Vælg virksomheder');
      expect(checked()).toEqual([]);
      await button('Gem').click();
      expect(sent('PUT')).toEqual([]);
      await expect.element(choices().first()).toBeInvalid();
      expect(focused()).toBe(choices().first().element());
      await company('CVR\u00a010000017').click();
      await button('Gem').click();
      await expect.element(row('Du får mails på anna@example.dk.')).toBeVisible();
      expect(sent('PUT')).toMatchObject([{body: {dage: [1], virksomheder: ['10000017'], alle: false}}]);
      expect(checked()).toEqual(['CVR 10000017']);
    });

    it('come again for all companies if the person chooses these', async () => {
      await open('cvr="10000009 10000017"');
      await choices().first().selectOptions('Alle virksomheder');
      await button('Gem').click();
      await expect.element(row('Du får mails på anna@example.dk.')).toBeVisible();
      expect(sent('PUT')[0]?.body).toMatchObject({alle: true});
      expect(sent('PUT')[0]?.body).not.toHaveProperty('virksomheder');
      await expect.element(choices().first()).toHaveDisplayValue('Alle virksomheder');
    });

    it('come again for the only company of a calendar', async () => {
      await open();
      await expect.element(lost()).toBeVisible();
      await button('Gem').click();
      await expect.element(row('Du får mails på anna@example.dk.')).toBeVisible();
      expect(sent('PUT')).toMatchObject([{body: {virksomheder: ['10000009'], alle: false}}]);
    });

    it('are not promised to a person who confirms the address', async () => {
      service.mails = {...noMails, email: 'anna@example.dk', dage: [1], alle: false};
      await open('cvr="10000009 10000017"');
      await page.getByRole('textbox', {name: 'Koden fra mailen'}).fill(mailCode);
      await button('Bekræft').click();
      await expect.element(lost()).toBeVisible();
      await expect.element(dialog()).not.toHaveTextContent('Du får mails');
    });

    it('do not come either if later companies were to join them', async () => {
      service.mails = {...noMails, email: 'anna@example.dk', dage: [1], isBekraeftet: true};
      await open('cvr="10000009 10000017"');
      await expect.element(lost()).toBeVisible();
    });
  });

  it('are not chosen without a day', async () => {
    await open();
    await address().fill('anna@example.dk');
    for (const day of ['7 dage', '1 dag']) await page.getByRole('checkbox', {name: day, exact: true}).click();
    await button('Få mails').click();
    expect(sent('PUT')).toEqual([]);
    expect((focused() as HTMLInputElement).validationMessage).toBe('Vælg mindst én dag.');
    await page.getByRole('checkbox', {name: 'Samme dag'}).click();
    await button('Få mails').click();
    await eventually(() => expect(sent('PUT')).toMatchObject([{body: {dage: [0]}}]));
  });

  it('show and send an address as it was typed', async () => {
    await open();
    await address().fill('kontakt@ærø.dk');
    await expect.element(address()).toHaveValue('kontakt@ærø.dk');
    await button('Få mails').click();
    await eventually(() => expect(sent('PUT')).toMatchObject([{body: {email: 'kontakt@ærø.dk'}}]));
  });

  it('name a wrong address, and one that the mail server has refused', async () => {
    const virksomheder = [{cvr: '10000009'}];
    const choice = {email: 'gl@example.dk', dage: [1], virksomheder, isBekraeftet: true};
    service.mails = {...noMails, ...choice, fejl: '550 No.'};
    await open();
    await expect
      .element(page.getByText('Mailserveren afviste en mail til gl@example.dk.', {exact: false}))
      .toBeVisible();
    await address().fill('anna');
    await button('Gem').click();
    await eventually(() => expect(focused()?.textContent).toBe('Mailadressen kan ikke bruges. Ret den.'));
    await expect.element(address()).toHaveAccessibleDescription('Mailadressen kan ikke bruges. Ret den.');
  });
});

it('closes on Escape, and restores the focus', async () => {
  await open();
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(focused()?.ariaLabel).toBe(title));
});
