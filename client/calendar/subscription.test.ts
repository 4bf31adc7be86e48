import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleErrorEvent} from '../index.ts';
import {focused, openCalendar} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar} from '../testing/fake-calendar.ts';
import {eventually} from '../testing/patience.ts';
import {googleUrl, outlookUrl, webcalUrl} from './model/subscription.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar();
});

const button = (name: string | RegExp) => page.getByRole('button', {name});
const field = () => page.getByRole('textbox', {name: 'Adresse til kalenderprogrammer'});
const outcome = () => page.getByRole('dialog').getByRole('status').first();

async function openSubscription() {
  const calendar = await openCalendar();
  await button('Få i din kalender').click();
  await expect.element(page.getByRole('dialog', {name: 'Abonnér på kalender'})).toBeVisible();
  return calendar;
}

describe('subscribing', () => {
  it('makes nothing before it is asked to', async () => {
    await openSubscription();
    expect(service.calls.filter(({method}) => method !== 'GET')).toEqual([]);
    expect(field().query()).toBeNull();
  });

  it('makes an address that can be read but not changed', async () => {
    await openSubscription();
    await button('Lav en adresse').click();
    await expect.element(field()).toHaveValue('https://tavle.example/calendar/1/abonnementer/hemmelig1.ics');
    await expect.element(field()).toHaveAttribute('readonly');
    await expect.element(outcome()).toHaveTextContent('Adressen er klar.');
    expect(service.calls.at(-1)).toMatchObject({method: 'POST', token: 'Bearer token'});
    expect(service.calls.at(-1)?.url.pathname).toBe('/calendar/1/virksomheder/10000009/abonnement');
  });

  it('opens the address in calendar programs', async () => {
    await openSubscription();
    await button('Lav en adresse').click();
    const links = page.getByRole('link').elements() as HTMLAnchorElement[];
    expect(links.map(({protocol, host, rel}) => [protocol, host, rel])).toEqual([
      ['webcal:', 'tavle.example', ''],
      ['https:', 'calendar.google.com', 'noopener noreferrer'],
      ['https:', 'outlook.office.com', 'noopener noreferrer'],
    ]);
  });

  it('copies the address', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockResolvedValue();
    await openSubscription();
    await button('Lav en adresse').click();
    await button('Kopiér').click();
    expect(write).toHaveBeenCalledWith(service.subscription);
    await expect.element(outcome()).toHaveTextContent('Adressen er kopieret.');
    write.mockRestore();
  });

  it('marks the address where the browser does not let it be copied', async () => {
    const write = vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('no'));
    await openSubscription();
    await button('Lav en adresse').click();
    await button('Kopiér').click();
    await expect
      .element(page.getByRole('dialog').getByRole('alert').first())
      .toHaveTextContent('Kopiér den med Ctrl+C.');
    const address = focused() as HTMLInputElement;
    expect(address.value.slice(address.selectionStart ?? 0, address.selectionEnd ?? 0)).toBe(
      service.subscription,
    );
    write.mockRestore();
  });

  it('marks the address where there is no clipboard', async () => {
    vi.spyOn(navigator, 'clipboard', 'get').mockReturnValue(undefined as never);
    await openSubscription();
    await button('Lav en adresse').click();
    await button('Kopiér').click();
    await eventually(() => expect((focused() as HTMLInputElement).value).toBe(service.subscription));
    vi.restoreAllMocks();
  });

  it('that was told of is not told of again when the dialog is opened another time', async () => {
    await openSubscription();
    await button('Lav en adresse').click();
    await expect.element(outcome()).toHaveTextContent('Adressen er klar.');
    await userEvent.keyboard('{Escape}');
    await button('Få i din kalender').click();
    await expect.element(field()).toBeVisible();
    expect(outcome().element().textContent).toBe('');
  });

  it('has its regions for what is spoken before there is anything to say, as the notice of the dialog has', async () => {
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

  it('replaces the address', async () => {
    await openSubscription();
    await button('Lav en adresse').click();
    await button('Lav en ny adresse').click();
    await expect.element(field()).toHaveValue('https://tavle.example/calendar/1/abonnementer/hemmelig2.ics');
  });

  it('withdraws the address', async () => {
    await openSubscription();
    await button('Lav en adresse').click();
    await expect.element(field()).toBeVisible();
    await button('Luk adressen').click();
    await expect.element(outcome()).toHaveTextContent('Adressen er lukket og virker ikke længere.');
    expect(field().query()).toBeNull();
    expect(service.subscription).toBeUndefined();
  });

  it('that fails says why, and the page is told', async () => {
    const calendar = await openSubscription();
    const failed = new Promise<TavleErrorEvent>(resolve => calendar.addEventListener('tavle-error', resolve));
    service.break(503);
    await button('Lav en adresse').click();
    await expect
      .element(page.getByRole('dialog').getByRole('alert').first())
      .toHaveTextContent('Adressen kunne ikke laves. Tjenesten svarer ikke lige nu.');
    expect(await failed).toMatchObject({operation: 'subscribe'});
    service.heal();
    await button('Lav en adresse').click();
    await expect.element(field()).toBeVisible();
  });

  it('is asked for once, however often the button is pressed meanwhile', async () => {
    await openSubscription();
    service.hold();
    await button('Lav en adresse').click();
    await userEvent.keyboard('{Enter}');
    service.release();
    await expect.element(field()).toBeVisible();
    expect(service.calls.filter(({method}) => method === 'POST')).toHaveLength(1);
  });

  it('is closed by Escape, and the focus goes back', async () => {
    await openSubscription();
    await userEvent.keyboard('{Escape}');
    await eventually(() => expect(focused()?.textContent.trim()).toBe('Få i din kalender'));
  });
});

describe('the address for', () => {
  const url = 'https://tavle.example/calendar/1/abonnementer/a&b.ics';

  it.each([
    ['calendar programs', webcalUrl(url), 'webcal://tavle.example/calendar/1/abonnementer/a&b.ics'],
    [
      'Google',
      googleUrl(url),
      'https://calendar.google.com/calendar/r?cid=webcal%3A%2F%2Ftavle.example%2Fcalendar%2F1%2Fabonnementer%2Fa%26b.ics',
    ],
    [
      'Outlook',
      outlookUrl(url, 'Frister'),
      'https://outlook.office.com/calendar/0/addfromweb?url=https%3A%2F%2Ftavle.example%2Fcalendar%2F1%2Fabonnementer%2Fa%26b.ics&name=Frister',
    ],
  ])('%s is encoded', (_, made, expected) => {
    expect(made).toBe(expected);
  });
});
