import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {openCalendar} from '../testing/calendar-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {payloads} from '../testing/payloads.ts';
import {sanitise} from '../shared/sanitise.ts';

const hit = vi.fn();
beforeEach(() => void Object.assign(window, {hit}));
afterEach(() => {
  expect(hit).not.toHaveBeenCalled();
  Reflect.deleteProperty(window, 'hit');
});

/** Selects elements that can run, load or mislead. */
const forbidden =
  'script, style, link, meta, base, img, svg, math, iframe, object, embed, video, audio, form, input, select, button, template, [style], [id], [class], [slot], [part], [data-id], [src]';

function findUnsafeContent(root: ParentNode): string[] {
  const elements = [...root.querySelectorAll('*')];
  const withHandler = elements.filter(({attributes}) =>
    [...attributes].some(({name}) => name.startsWith('on')),
  );
  const links = [...root.querySelectorAll('a')].filter(
    link => link.href && !/^(https?|mailto|tel):/.test(link.href),
  );
  return [...root.querySelectorAll(forbidden), ...withHandler, ...links].map(element => element.outerHTML);
}

describe('markup', () => {
  it.each(payloads)('%s has no effect', payload => {
    const fragment = sanitise(`<p>Før</p>${payload}`);
    expect(findUnsafeContent(fragment)).toEqual([]);
    expect(fragment.textContent).toContain('Før');
  });

  it('removes links into the page', () => {
    const element = document.createElement('div');
    element.append(sanitise('<a href="/logud">x</a><a href="//evil.example">y</a><a href="#title">z</a>'));
    expect([...element.children].map(link => link.getAttribute('href'))).toEqual([null, null, null]);
  });
});

it.each(['month', 'list'])(
  'no field can run script or imitate the element’s texts in the %s or in the dialogs',
  async view => {
    fakeCalendar(
      ...payloads.map((payload, place) =>
        frist(place + 1, '16-12-2026', {overskrift: payload, beskrivelse: payload, afsenderNavn: payload}),
      ),
    );
    const calendar = await openCalendar(`date="2026-12-16" view="${view}"`);
    await page
      .getByText(payloads[2] ?? '', {exact: true})
      .first()
      .click();
    await expect.element(page.getByRole('dialog', {name: payloads[2] ?? ''})).toBeVisible();
    await expect.element(page.getByText(`Fra ${payloads[2] ?? ''}`)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    expect(
      calendar.shadowRoot?.querySelectorAll('script, img, iframe, object, embed, style, form'),
    ).toHaveLength(0);
  },
);
