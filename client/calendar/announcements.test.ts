import {beforeEach, describe, expect, it} from 'vitest';
import {page} from 'vitest/browser';

import {openCalendar, toggleFilter} from '../testing/calendar-fixture.ts';
import {type FakeCalendar, fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {alert, eventually} from '../testing/page-fixture.ts';

let service: FakeCalendar;
beforeEach(() => {
  service = fakeCalendar(
    frist(1, '10-12-2026', {overskrift: 'Moms'}),
    frist(2, '11-12-2026', {overskrift: 'Løn', isLaest: true}),
    frist(3, '02-01-2027', {overskrift: 'Told', isLaest: true}),
  );
});

const hidden = 'Løn er skjult for alle i virksomheden. Fristen gælder stadig.';
const press = (name: string) => page.getByRole('button', {name, exact: true}).first().click();

/** Records the texts of live regions, with their roles. */
function listen(root: ShadowRoot | null): string[] {
  const spoken: string[] = [];
  const observer = new MutationObserver(mutations => {
    for (const region of new Set(mutations.map(({target}) => regionOf(target)))) {
      const text = region?.textContent.trim();
      if (text) spoken.push(`${region?.getAttribute('role') ?? ''}: ${text}`);
    }
  });
  if (root) observer.observe(root, {subtree: true, childList: true, characterData: true});
  return spoken;
}

function regionOf(node: Node): Element | null | undefined {
  const element = node instanceof Element ? node : node.parentElement;
  return element?.closest('[role="status"], [role="alert"]');
}

const statuses = () => page.getByRole('status').elements();

describe('the notice’s live region exists before it has text (WCAG 4.1.3)', () => {
  it('in the calendar', async () => {
    await openCalendar();
    const regions = statuses();
    await eventually(() =>
      expect(regions.map(({textContent}) => textContent.trim())).toEqual([
        expect.stringContaining('Viser december'),
        '',
      ]),
    );
    expect(page.getByRole('alert').elements()).toHaveLength(1);
    await page.getByText('Løn', {exact: true}).click();
    await press('Skjul for alle');
    await expect.element(page.getByText(hidden)).toBeVisible();
    expect(statuses()).toEqual(regions);
    expect(page.getByText(hidden).elements()).toEqual([regions[1]]);
  });

  it('in the dialog', async () => {
    await openCalendar();
    const outside = statuses();
    await page.getByText('Løn', {exact: true}).click();
    const dialog = page.getByRole('dialog');
    const region = dialog.getByRole('status').last().element();
    expect(region.textContent).toBe('');
    expect(dialog.getByRole('alert').elements()).toHaveLength(2);
    await press('Markér som ulæst');
    await expect.element(dialog.getByText('Markeret som ulæst: Løn')).toBeVisible();
    expect(statuses()).toEqual([...outside, dialog.getByRole('status').first().element(), region]);
    expect(page.getByText('Markeret som ulæst: Løn').elements()).toEqual([region]);
  });
});

it('the page’s live region gets text only after the dialog that covered it has closed', async () => {
  const calendar = await openCalendar();
  const [, region] = statuses();
  await page.getByText('Løn', {exact: true}).click();
  const textAtClose = new Promise(resolve => {
    const note = () => resolve(region?.textContent);
    calendar.shadowRoot?.querySelector('dialog')?.addEventListener('close', note, {once: true});
  });
  await press('Skjul for alle');
  expect(await textAtClose).toBe('');
  await eventually(() => expect(region?.textContent).toBe(hidden));
});

it('a dialog does not change the page’s live region, so its text is not announced again', async () => {
  const calendar = await openCalendar();
  const [, region] = statuses();
  await page.getByText('Løn', {exact: true}).click();
  await press('Skjul for alle');
  await press('Fortryd');
  await eventually(() => expect(region?.textContent).toBe('Løn vises igen for alle i virksomheden.'));
  const spoken = listen(calendar.shadowRoot);
  await page.getByText('Moms', {exact: true}).click();
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(region?.textContent).toBe('Løn vises igen for alle i virksomheden.');
  await press('Luk');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(spoken.join()).not.toContain('vises igen');
});

it('changes are announced', async () => {
  const calendar = await openCalendar();
  const spoken = listen(calendar.shadowRoot);
  const says = async (text: string) => {
    await eventually(() => expect(spoken).toContainEqual(expect.stringContaining(text)));
    spoken.length = 0;
  };

  await press('Næste måned');
  await says('status: Viser januar 2027, 1 frist, ingen ulæste');
  await press('Forrige måned');
  await says('status: Viser december 2026, 2 frister, 1 ulæst');
  await toggleFilter();
  await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
  await says('status: Viser december 2026, 1 frist, 1 ulæst');
  await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
  await says('status: Viser december 2026, 2 frister, 1 ulæst');

  await page.getByText('Løn', {exact: true}).click();
  await press('Markér som ulæst');
  await says('status: Markeret som ulæst: Løn');
  await press('Markér som læst');
  await says('status: Markeret som læst: Løn');
  await press('Skjul for alle');
  await says(`status: ${hidden}`);
  await press('Fortryd');
  await says('status: Løn vises igen for alle i virksomheden.');

  service.break(503, 'PUT');
  await page.getByText('Løn', {exact: true}).click();
  await press('Skjul for alle');
  await says('alert: Løn blev ikke skjult.');
  service.heal();
  await press('Prøv igen');
  await says(`status: ${hidden}`);
  service.break(503);
  await calendar.refresh();
  await says('alert: Vi kunne ikke opdatere fristerne.');
  calendar.goTo('2030-01-01');
  await expect.element(alert()).toHaveTextContent('Vi kunne ikke hente fristerne');
});

it('the numbers of a month are announced half a second after its days are rendered', async () => {
  const calendar = await openCalendar();
  await eventually(() => expect(statuses()[0]?.textContent).toContain('Viser december'));
  const root = calendar.shadowRoot;
  const changes: string[] = [];
  const times = {month: 0, announcement: 0};
  const observer = new MutationObserver(mutations => {
    const [region] = statuses();
    const isAnnounced = mutations.some(({target}) => region?.contains(target)) && region?.textContent.trim();
    const isOfMonth = mutations.some(({target}) => root?.querySelector('table')?.contains(target));
    if (isAnnounced || isOfMonth) times[isAnnounced ? 'announcement' : 'month'] = performance.now();
    if (isAnnounced) changes.push(isOfMonth ? 'both' : 'announcement');
    else if (isOfMonth) changes.push('month');
  });
  if (root) observer.observe(root, {subtree: true, childList: true, characterData: true, attributes: true});
  await press('Næste måned');
  await eventually(() => expect(statuses()[0]?.textContent).toContain('Viser januar 2027'));
  await eventually(() => expect(changes.at(-1)).toBe('announcement'));
  observer.disconnect();
  expect(changes).toContain('month');
  expect(changes).not.toContain('both');
  expect(times.announcement - times.month).toBeGreaterThan(400);
});

it('a filter that changes no number is announced', async () => {
  service.frister.delete(2);
  const calendar = await openCalendar();
  await eventually(() => expect(statuses()[0]?.textContent).toContain('1 frist, 1 ulæst'));
  const spoken = listen(calendar.shadowRoot);
  await toggleFilter();
  await page.getByRole('checkbox', {name: 'Kun ulæste'}).click();
  await eventually(() => expect(spoken).toContain('status: Viser december 2026, 1 frist, 1 ulæst'));
});
