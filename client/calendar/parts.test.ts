import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {addCalendar, focused, openCalendar, setToday} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {removePart} from '../testing/parts.ts';
import {companiesPart} from './companies-part.ts';
import {dialogsPart, toolsPart, yearPart} from './parts.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(frist(1, '16-12-2026', {overskrift: 'Moms', beskrivelse: '<p>Betal moms.</p>'}));
});

const dialog = () => page.getByRole('dialog');
const button = (name: string) => page.getByRole('button', {name, exact: true});
const offline = 'Vi har problemer lige nu. Prøv igen om lidt.';

/** Records the page's error events. */
function watchErrors(): string[] {
  const operations: string[] = [];
  document.body.addEventListener('tavle-error', event => operations.push(event.operation), {
    once: true,
  });
  return operations;
}

describe('the content of the dialog', () => {
  it('is loaded when the pointer or the focus enters the calendar', async () => {
    const {load} = await removePart(dialogsPart);
    const calendar = await openCalendar();
    expect(load).not.toHaveBeenCalled();
    calendar.shadowRoot
      ?.querySelector<HTMLElement>('td')
      ?.dispatchEvent(new PointerEvent('pointerover', {bubbles: true, composed: true}));
    expect(load).toHaveBeenCalledOnce();
  });

  it('is not needed for a day', async () => {
    await removePart(dialogsPart);
    fakeCalendar(frist(1, '16-12-2026'), frist(2, '16-12-2026', {overskrift: 'Løn'}));
    await openCalendar();
    (page.getByRole('gridcell', {name: /16. december/}).element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(dialog().getByRole('button', {name: 'Løn'})).toBeVisible();
  });

  it('is announced while it is loading, below the title of the deadline, which has the focus', async () => {
    await removePart(dialogsPart, 'lasts');
    const calendar = await openCalendar();
    void calendar.open(1);
    await expect.element(page.getByRole('dialog', {name: 'Moms'})).toBeVisible();
    expect(focused()?.textContent.trim()).toBe('Moms');
    await expect.element(dialog().getByRole('status').first()).toHaveTextContent('Henter …');
  });

  it.each([
    ['of a deadline', 'Moms', () => page.getByText('Moms', {exact: true}).last().click(), 'Betal moms.'],
    ['of the calendar link', 'Abonnér på frister', () => button('Abonnér på frister').click(), 'Påmindelse'],
  ])('%s that could not be loaded is loaded by a second attempt', async (_, title, open, text) => {
    const {heal} = await removePart(dialogsPart);
    const errors = watchErrors();
    await openCalendar();
    await open();
    await expect.element(dialog().getByRole('alert').first()).toHaveTextContent(offline);
    expect(errors).toEqual(['load']);
    expect(focused()?.textContent.trim()).toBe(title);
    heal();
    await button('Prøv igen').click();
    if (text === 'Påmindelse') await button('Opret link').click();
    await expect.element(dialog().getByText(text, {exact: true})).toBeVisible();
    expect(dialog().getByText(offline).query()).toBeNull();
  });

  it('that could not be loaded keeps its deadline unread until it is loaded', async () => {
    const {heal} = await removePart(dialogsPart);
    const calendar = await openCalendar();
    await calendar.open(1);
    await expect.element(dialog().getByRole('alert').first()).toHaveTextContent(offline);
    expect(service.frister.get(1)?.isLaest).toBe(false);
    heal();
    await button('Prøv igen').click();
    await expect.poll(() => service.frister.get(1)?.isLaest).toBe(true);
  });

  it.each([
    ['one company', 'date="2026-12-01"'],
    ['several companies', 'cvr="10000009 10000017" date="2026-12-01"'],
  ])(
    'marks only the deadline of %s that is shown once it is loaded, and only once',
    async (_, attributes) => {
      service = fakeCalendar(frist(1, '16-12-2026'), frist(2, '17-12-2026'));
      service.own.set('10000017', new Map());
      const {heal} = await removePart(dialogsPart, 'waits');
      const calendar = await openCalendar(attributes);
      await calendar.open(1);
      await calendar.open(2);
      await userEvent.keyboard('{Escape}');
      await expect.element(dialog()).not.toBeInTheDocument();
      await calendar.open(2);
      heal();
      await expect.element(dialog().getByRole('button', {name: 'Markér som ulæst'})).toBeVisible();
      await expect.poll(() => service.frister.get(2)?.isLaest).toBe(true);
      const marks = service.calls.filter(({method}) => method === 'PUT').map(({url}) => url.pathname);
      expect(marks).toEqual(['/calendar/1/virksomheder/10000009/frister/2']);
    },
  );

  it('that could not be loaded reports a missing connection', async () => {
    await removePart(dialogsPart);
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const calendar = await openCalendar();
    await calendar.open(1);
    await expect
      .element(dialog().getByRole('alert').first())
      .toHaveTextContent('Du har ikke forbindelse til internettet.');
  });
});

describe('the code for several companies', () => {
  const several = 'cvr="10000009 10000017" date="2026-12-01"';
  beforeEach(() => service.own.set('10000017', new Map()));

  it('is not loaded for one company', async () => {
    const {load} = await removePart(companiesPart);
    await openCalendar();
    expect(load).not.toHaveBeenCalled();
  });

  it('shows a skeleton while it loads', async () => {
    const {heal} = await removePart(companiesPart, 'waits');
    addCalendar(several);
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
    await expect.element(page.getByRole('status').getByText('Henter frister …')).toBeInTheDocument();
    expect(service.calls).toEqual([]);
    heal();
    await expect.element(page.getByTitle(/^Moms .CVR/)).toBeVisible();
  });

  it('that could not be loaded shows the reason and is loaded on retry', async () => {
    const {heal} = await removePart(companiesPart);
    const errors = watchErrors();
    addCalendar(several);
    await expect.element(page.getByRole('heading', {name: 'Fristerne kunne ikke hentes'})).toBeVisible();
    await expect.element(page.getByText(offline)).toBeVisible();
    expect(errors).toEqual(['load']);
    heal();
    await button('Prøv igen').click();
    await expect.element(page.getByTitle(/^Moms .CVR/)).toBeVisible();
    expect(page.getByText(offline).query()).toBeNull();
  });

  it('does not delay a calendar that was changed to one company', async () => {
    const {heal} = await removePart(companiesPart, 'waits');
    const calendar = addCalendar(several);
    await expect.element(page.getByRole('grid')).toHaveAttribute('aria-busy', 'true');
    calendar.cvr = '10000009';
    await expect.element(page.getByTitle('Moms')).toBeVisible();
    const {length} = service.calls;
    heal();
    await calendar.updateComplete;
    expect(service.calls).toHaveLength(length);
  });
});

describe('the filter’s choices and the print view', () => {
  const authority = () => page.getByRole('combobox', {name: 'Myndighed'});
  const filter = () => button('Filter').click();

  it('are loaded when the deadlines are shown and the page is idle', async () => {
    const {load} = await removePart(toolsPart);
    await openCalendar();
    expect(load).not.toHaveBeenCalled();
    await expect.poll(() => load).toHaveBeenCalledOnce();
  });

  it('are announced while they are loading, and shown then', async () => {
    const {heal} = await removePart(toolsPart, 'waits');
    await openCalendar();
    await filter();
    await expect.element(page.getByRole('status').getByText('Henter …')).toBeInTheDocument();
    heal();
    await expect.element(authority()).toBeVisible();
  });

  it('that could not be loaded show the reason and are loaded on retry', async () => {
    const {heal} = await removePart(toolsPart);
    const errors = watchErrors();
    await openCalendar();
    await filter();
    await expect.element(page.getByText(offline)).toBeVisible();
    expect(errors).toEqual(['load']);
    heal();
    await button('Prøv igen').click();
    await expect.element(authority()).toBeVisible();
    expect(page.getByText(offline).query()).toBeNull();
  });

  it('that could not be loaded are replaced by the month on paper', async () => {
    setToday('2026-12-16');
    await removePart(toolsPart);
    const calendar = await openCalendar('view="month"');
    dispatchEvent(new Event('beforeprint'));
    expect(calendar.shadowRoot?.querySelector('.entry')?.textContent).toContain('Moms');
    expect(calendar.shadowRoot?.querySelector('.paper')).toBeNull();
    dispatchEvent(new Event('afterprint'));
  });
});

describe('the year', () => {
  it('is loaded when the pointer or the focus reaches its button', async () => {
    const {load} = await removePart(yearPart);
    await openCalendar('date="2026-12-01" view="list"');
    expect(load).not.toHaveBeenCalled();
    (button('År').element() as HTMLElement).focus();
    expect(load).toHaveBeenCalledOnce();
  });

  it('that could not be loaded shows the reason and is loaded on retry', async () => {
    const {heal} = await removePart(yearPart);
    const errors = watchErrors();
    addCalendar('date="2026-12-01"');
    await button('År').click();
    await expect.element(page.getByText(offline)).toBeVisible();
    expect(errors).toEqual(['load']);
    heal();
    (button('Prøv igen').element() as HTMLElement).focus();
    await userEvent.keyboard('{Enter}');
    await expect.element(page.getByRole('button', {name: 'december 2026, 1 frist, 1 ulæst'})).toBeVisible();
    // The focused button was removed.
    expect(focused()?.getAttribute('data-month')).toBe('2026-12');
  });
});
