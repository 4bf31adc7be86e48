import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleErrorEvent} from '../index.ts';
import {openCalendar} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar} from '../testing/fake-calendar.ts';
import {button, eventually, focused} from '../testing/page-fixture.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar();
});

const field = () => page.getByRole('textbox', {name: 'Kalenderlink'});
const row = (name: string) => page.getByText(name, {exact: true});
const outcome = () => page.getByRole('dialog').getByRole('status').first();
const failure = () => page.getByRole('dialog').getByRole('alert').first();
const methods = () => service.calls.map(({method}) => method);

async function openSubscription() {
  const calendar = await openCalendar();
  await button('Abonnér på frister').click();
  await expect.element(page.getByRole('dialog', {name: 'Abonnér på frister'})).toBeVisible();
  return calendar;
}

async function createLink() {
  const calendar = await openSubscription();
  await button('Opret link').click();
  await expect.element(outcome()).toHaveTextContent('Linket er klar.');
  return calendar;
}

const feed = '//tavle.example/calendar/1/abonnementer/hemmelig1.ics?paamindelse=7';
const name = 'Frister, CVR 10000009';
const inGoogle = 'https://calendar.google.com/calendar/r/settings/addbyurl';
const inOutlook = `/calendar/0/addfromweb?${new URLSearchParams({url: `https:${feed}`, name})}`;

describe('the dialog of the calendar link', () => {
  it('offers to create a link while there is none, and creates none by itself', async () => {
    await openSubscription();
    await expect.element(button('Opret link')).toBeVisible();
    expect(service.calls.filter(({method}) => method !== 'GET')).toEqual([]);
    expect(row('Administrér linket').query()).toBeNull();
    expect(field().query()).toBeNull();
  });

  it('shows that it is loading before it knows whether there is a link', async () => {
    await openCalendar();
    service.hold();
    await button('Abonnér på frister').click();
    await expect.element(page.getByText('Undersøger, om I har et kalenderlink …')).toBeVisible();
    expect(button('Opret link').query()).toBeNull();
    service.release();
    await expect.element(button('Opret link')).toBeVisible();
  });

  it('reports why the state of the link could not be loaded, and retries', async () => {
    await openCalendar();
    service.break(503, 'GET');
    await button('Abonnér på frister').click();
    await expect
      .element(failure())
      .toHaveTextContent('Vi kunne ikke undersøge, om I har et kalenderlink. Vi har problemer lige nu.');
    expect(button('Opret link').query()).toBeNull();
    service.heal();
    await button('Prøv igen').click();
    await expect.element(button('Opret link')).toBeVisible();
  });

  it('shows the date of a link whose URL is unknown, and offers to replace it', async () => {
    service.links.set('10000009', 'https://tavle.example/calendar/1/abonnementer/kollega.ics');
    await openSubscription();
    await expect
      .element(page.getByText('I har et kalenderlink fra søndag den 22. november 2026.', {exact: false}))
      .toBeVisible();
    expect(field().query()).toBeNull();
    expect(button('Opret link').query()).toBeNull();
    await expect.element(button('Udskift linket …')).toBeVisible();
  });

  it('creates a link in a read-only field, which can be copied before any app’s link', async () => {
    await createLink();
    await expect.element(field()).toHaveValue(`https:${feed}`);
    await expect.element(field()).toHaveAttribute('readonly');
    expect(outcome().element().textContent).toBe('Linket er klar.');
    expect(page.getByRole('dialog').getByRole('link').query()).toBeNull();
    const [post] = service.calls.filter(({method}) => method === 'POST');
    expect(post?.token).toBe('Bearer token');
    expect(post?.url.pathname).toBe('/calendar/1/virksomheder/10000009/abonnement');
  });

  it.each([
    ['Apple Kalender (iPhone, Mac)', `webcal:${feed}`, '', 'iPhone: Vælg Kalendere'],
    ['Outlook (arbejde)', `https://outlook.office.com${inOutlook}`, 'noopener noreferrer', 'Vælg Importér.'],
    ['Outlook.com (privat)', `https://outlook.live.com${inOutlook}`, 'noopener noreferrer', 'Vælg Importér.'],
    ['Google Kalender', inGoogle, 'noopener noreferrer', 'Indsæt linket, og vælg Tilføj kalender.'],
  ])('opens the link in %s, with three steps', async (app, href, rel, step) => {
    await createLink();
    await row(app).click();
    const link = page.getByRole('dialog').getByRole('link').element() as HTMLAnchorElement;
    expect([link.href, link.rel]).toEqual([href, rel]);
    const steps = page.getByRole('dialog').getByRole('listitem');
    expect(steps.elements()).toHaveLength(3);
    await expect.element(steps.filter({hasText: step})).toBeVisible();
  });

  it('puts the reminder into the link', async () => {
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
  ])('selects the link in a browser that %s', async (_, prevent) => {
    prevent();
    await createLink();
    await button('Kopiér').click();
    await expect.element(failure()).toHaveTextContent('Linket blev ikke kopieret. Kopiér det fra feltet.');
    const address = focused() as HTMLInputElement;
    expect(address.value.slice(address.selectionStart ?? 0, address.selectionEnd ?? 0)).toBe(`https:${feed}`);
  });

  it('keeps a created link when it is reopened, until a colleague replaces or revokes it', async () => {
    await createLink();
    const reopen = async () => {
      await userEvent.keyboard('{Escape}');
      await button('Abonnér på frister').click();
    };
    await reopen();
    await expect.element(row('Google Kalender')).toBeVisible();
    expect(outcome().element().textContent).toBe('');
    await eventually(() => expect(methods().at(-1)).toBe('GET'));
    service.createdAt = '2026-11-23T08:00:00+0100';
    await reopen();
    await expect.element(page.getByText('I har et kalenderlink fra mandag', {exact: false})).toBeVisible();
    expect(row('Google Kalender').query()).toBeNull();
    service.links.clear();
    await reopen();
    await expect.element(button('Opret link')).toBeVisible();
  });

  it('renders its live regions before they have text', async () => {
    await openSubscription();
    const dialog = page.getByRole('dialog');
    for (const role of ['status', 'alert'] as const) {
      expect(
        dialog
          .getByRole(role)
          .elements()
          .map(({textContent}) => textContent),
      ).toEqual(['', '']);
    }
  });

  it('asks before it replaces a link, and explains the effect', async () => {
    await createLink();
    await row('Administrér linket').click();
    await button('Udskift linket …').click();
    await expect
      .element(page.getByRole('group', {name: 'Det nuværende link holder op med at virke.'}))
      .toBeVisible();
    await button('Annullér').click();
    expect(button('Ja, udskift linket').query()).toBeNull();
    expect(methods().filter(method => method === 'POST')).toHaveLength(1);
    await button('Udskift linket …').click();
    await button('Ja, udskift linket').click();
    await expect.element(outcome()).toHaveTextContent('Linket er klar. Det tidligere link virker ikke mere.');
    await eventually(() => expect((field().element() as HTMLInputElement).value).toContain('hemmelig2.ics'));
  });

  it('revokes the link, offers to create a new one, and keeps the focus', async () => {
    await createLink();
    await row('Administrér linket').click();
    await button('Stop linket …').click();
    await button('Ja, stop linket').click();
    await expect
      .element(outcome())
      .toHaveTextContent('Linket er stoppet. Kalendere, der bruger det, får ikke længere frister.');
    await expect.element(button('Opret link')).toBeVisible();
    expect(row('Google Kalender').query()).toBeNull();
    expect(service.links.size).toBe(0);
    await eventually(() => expect(focused()?.textContent).toContain('Abonnér på frister'));
  });

  it('reports why a link was not created, and fires an event', async () => {
    const calendar = await openSubscription();
    const failed = new Promise<TavleErrorEvent>(resolve => calendar.addEventListener('tavle-error', resolve));
    await expect.element(button('Opret link')).toBeVisible();
    service.break(503);
    await button('Opret link').click();
    await expect.element(failure()).toHaveTextContent('Linket blev ikke oprettet. Vi har problemer lige nu.');
    expect(await failed).toMatchObject({operation: 'subscribe'});
    service.heal();
    await button('Opret link').click();
    await expect.element(outcome()).toHaveTextContent('Linket er klar.');
  });

  it('creates one link for several presses of the button', async () => {
    await openSubscription();
    await expect.element(button('Opret link')).toBeVisible();
    service.hold();
    await button('Opret link').click();
    await userEvent.keyboard('{Enter}');
    service.release();
    await expect.element(outcome()).toHaveTextContent('Linket er klar.');
    expect(methods().filter(method => method === 'POST')).toHaveLength(1);
  });

  it('closes on Escape, and restores the focus', async () => {
    await openSubscription();
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(focused()?.ariaLabel).toBe('Abonnér på frister'));
  });
});
