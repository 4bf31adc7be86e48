import {beforeEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {addCalendar, focusDay, openCalendar, openDeadlines, query} from '../testing/calendar-fixture.ts';
import {openDashboard, shown, threeApps} from '../testing/dashboard-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {fakeForms, plainForm} from '../testing/fake-forms.ts';
import {addForm, addSearch, loaded} from '../testing/forms-fixture.ts';
import {button, eventually, focused, opened, settled} from '../testing/page-fixture.ts';

/** Clicks and keys that are the browser's or the page's, and those that an element has used. */

const modifiers = ['Alt', 'Control', 'Meta', 'Shift'] as const;

const isOpen = () => query('dialog').matches('[open]');

/** Records the keys that a page hears, as a modal or a drawer around an element does. */
function hearKeys(): string[] {
  const heard: string[] = [];
  const hear = ({type, key}: KeyboardEvent) => heard.push(`${type} ${key}`);
  for (const type of ['keydown', 'keyup'] as const) {
    document.addEventListener(type, hear);
    onTestFinished(() => document.removeEventListener(type, hear));
  }
  return heard;
}

describe('a click with a key held', () => {
  /** Returns for each click whether the browser was free to follow it. Then prevents this, since it would leave the test. */
  async function clickWithKeys(link: ReturnType<typeof page.getByText>): Promise<boolean[]> {
    const free: boolean[] = [];
    const stop = (click: Event) => {
      free.push(!click.defaultPrevented);
      click.preventDefault();
    };
    addEventListener('click', stop);
    onTestFinished(() => removeEventListener('click', stop));
    for (const modifier of modifiers) await link.click({modifiers: [modifier]});
    await link.click();
    return free;
  }

  it.each([
    [
      'a deadline',
      'tavle-open',
      () => {
        fakeCalendar(frist(1, '10-06-2027', {overskrift: 'Moms'}));
        return openDeadlines('href="#frist-{id}"');
      },
      'Moms',
    ],
    [
      'a form that was found',
      'tavle-open-form',
      () => {
        fakeForms([plainForm()]);
        return loaded(addSearch({'form-url': '#{permalink}'}));
      },
      'Anmeldelse af udstationering',
    ],
    [
      'the start of a form',
      'tavle-start',
      () => {
        fakeForms([plainForm()]);
        return loaded(addForm());
      },
      'Start',
    ],
  ] as const)('is the browser’s on the link of %s', async (_, event, open, text) => {
    const element = await open();
    const cancel = vi.fn((event: Event) => event.preventDefault());
    element.addEventListener(event, cancel);
    const free = await clickWithKeys(page.getByText(text, {exact: true}));
    expect(free).toEqual([true, true, true, true, false]);
    expect(cancel).toHaveBeenCalledOnce();
  });

  it('opens no deadline or day of a month, but a deadline that is a button', async () => {
    fakeCalendar(frist(1, '10-12-2026', {overskrift: 'Moms'}));
    const calendar = await openCalendar();
    for (const modifier of modifiers)
      for (const selector of ['.chip', '[data-date="2026-12-09"]'])
        await userEvent.click(query(selector), {modifiers: [modifier]});
    await calendar.updateComplete;
    expect(isOpen()).toBe(false);
    calendar.remove();
    await openCalendar('date="2026-12-01" view="list"');
    await userEvent.click(query('.entry'), {modifiers: ['Shift']});
    await expect.poll(isOpen).toBe(true);
  });
});

it('a press that selects the text of a deadline is not a click, also in a shadow root of the page', async () => {
  fakeCalendar(frist(1, '10-12-2026', {overskrift: 'Moms og lønsum'}));
  const root = document.body.appendChild(document.createElement('div')).attachShadow({mode: 'open'});
  const calendar = await opened(() => {
    const added = addCalendar();
    root.append(added);
    return added;
  });
  const title = calendar.shadowRoot?.querySelector('.chip-title') ?? expect.fail();
  await userEvent.dragAndDrop(title, title, {sourcePosition: {x: 2, y: 8}, targetPosition: {x: 50, y: 8}});
  await calendar.updateComplete;
  expect(String(getSelection())).not.toBe('');
  const dialog = calendar.shadowRoot?.querySelector('dialog');
  expect(dialog?.open).toBe(false);
  await userEvent.click(title, {position: {x: 20, y: 8}});
  await expect.poll(() => dialog?.open).toBe(true);
});

describe('Escape', () => {
  it('closes only the calendar’s dialog, also while it is held', async () => {
    fakeCalendar(frist(1, '10-12-2026'));
    const around = document.body.appendChild(document.createElement('dialog'));
    const calendar = await opened(() => {
      const added = addCalendar();
      around.append(added);
      around.showModal();
      return added;
    });
    await calendar.open(1);
    await expect.poll(isOpen).toBe(true);
    const heard = hearKeys();
    await userEvent.keyboard('{Escape>3/}');
    expect(isOpen()).toBe(false);
    expect(around.open).toBe(true);
    expect(heard).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(around.open).toBe(false);
    expect(heard).toContain('keydown Escape');
  });

  it('cancels a move, and is not heard by the page', async () => {
    fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'active'});
    const dashboard = await openDashboard();
    await button('Tilpas overblik').click();
    await settled(dashboard);
    const heard = hearKeys();
    await userEvent.keyboard('{Tab} {End}');
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['cvr', 'tilskud', 'frister']);
    heard.length = 0;
    await userEvent.keyboard('{Escape}');
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr', 'tilskud']);
    expect(focused()?.ariaLabel).toBe('Flyt Frister');
    expect(heard).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(heard).toEqual(['keydown Escape', 'keyup Escape']);
  });

  it('empties a search field first', async () => {
    fakeForms([plainForm()]);
    await loaded(addSearch());
    const field = page.getByRole('searchbox');
    await userEvent.fill(field, 'moms');
    const heard = hearKeys();
    await userEvent.keyboard('{Escape}');
    await expect.element(field).toHaveValue('');
    expect(heard).toEqual([]);
    await userEvent.keyboard('{Escape}');
    expect(heard).toContain('keydown Escape');
  });
});

describe('the page', () => {
  let heard: string[];
  beforeEach(() => (heard = hearKeys()));
  const downs = () => heard.filter(each => each.startsWith('keydown')).map(each => each.slice(8));

  it('hears the keys of a month that have another meaning, and not those that move the day', async () => {
    fakeCalendar(frist(1, '10-12-2026'));
    const calendar = await openCalendar('date="2026-12-16"');
    focusDay();
    await userEvent.keyboard('{ArrowRight}{Control>}{Home}{/Control}{PageDown}');
    expect(downs()).toEqual(['Control']);
    heard.length = 0;
    const day = calendar.date;
    await userEvent.keyboard('{Shift>}{ArrowRight}{Home}{Enter} {/Shift}{Alt>}{ArrowLeft}{/Alt}');
    expect(downs()).toEqual(['Shift', 'ArrowRight', 'Home', 'Enter', ' ', 'Alt', 'ArrowLeft']);
    expect([calendar.date, isOpen()]).toEqual([day, false]);
  });

  it('hears the keys of a moving app that have another meaning', async () => {
    fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'active'});
    const dashboard = await openDashboard(threeApps);
    await button('Tilpas overblik').click();
    await settled(dashboard);
    await userEvent.keyboard('{Tab} ');
    heard.length = 0;
    await userEvent.keyboard('{Control>}{End}{/Control}{Alt>}{ArrowRight}{/Alt}{Meta>}{ArrowDown}{/Meta}');
    await settled(dashboard);
    expect(downs()).toEqual(['Control', 'End', 'Alt', 'ArrowRight', 'Meta', 'ArrowDown']);
    expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr', 'tilskud']);
    heard.length = 0;
    await userEvent.keyboard('{End}');
    expect(downs()).toEqual([]);
    await eventually(() => expect(shown(dashboard, 'active')).toEqual(['cvr', 'tilskud', 'frister']));
  });

  it('does not hear the Enter that starts a search, or the Ctrl+Z that undoes', async () => {
    fakeForms([plainForm()]);
    await loaded(addSearch());
    await userEvent.click(page.getByRole('searchbox'));
    await userEvent.keyboard('{Enter}');
    expect(downs()).toEqual([]);
    const service = fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'active'});
    await openDashboard();
    await button('Tilpas overblik').click();
    await page.getByRole('switch', {name: 'Tilskud'}).click();
    await eventually(() => expect(service.states.get('tilskud')).toBe('deactive'));
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(downs()).toEqual(['Control']);
  });
});
