import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {openCalendar} from '../testing/calendar-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {payloads} from '../testing/payloads.ts';
import {isTooHeavy} from './views/markup-weight.ts';
import {sanitise} from './views/sanitise.ts';

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

  it('keeps text formatting', () => {
    const element = document.createElement('div');
    element.append(
      sanitise(
        '<p>Se <a href="https://skat.dk" target="_blank">skat.dk</a> <b>nu</b></p><ul><li>Moms</li></ul>',
      ),
    );
    expect(element.innerHTML).toBe(
      '<p>Se <a href="https://skat.dk" rel="noopener noreferrer nofollow">skat.dk</a> <b>nu</b></p><ul><li>Moms</li></ul>',
    );
  });

  it('removes links into the page', () => {
    const element = document.createElement('div');
    element.append(sanitise('<a href="/logud">x</a><a href="//evil.example">y</a><a href="#title">z</a>'));
    expect([...element.children].map(link => link.getAttribute('href'))).toEqual([null, null, null]);
  });
});

describe('markup that expands to very many elements', () => {
  /** Returns markup in which the browser reopens each `<b>` in each paragraph. */
  const heavy = (formatting: number, blocks: number, tag = (place: number) => `<b a${place}>`) =>
    `<p>${Array.from({length: formatting}, (_, place) => tag(place)).join('')}${'<p>x'.repeat(blocks)}`;

  it.each([
    ['in 1,767 characters', heavy(110, 250)],
    ['in 10,000 characters', heavy(600, 1_200)],
    ['by attributes with quotes', heavy(110, 250, place => `<font color="a${place}">`)],
    ['by tags that only look alike', heavy(110, 250, place => `<b x"y="z>${place}">`)],
    ['by tags that are closed where that does not count', heavy(60, 500, place => `<b a${place}><hr></b a>`)],
    ['by upper case and slashes', heavy(110, 250, place => `<B/a${place}>`)],
  ])('is not read, %s', (_, markup) => {
    expect(isTooHeavy(markup)).toBe(true);
    expect(() => sanitise(markup)).toThrow('too many elements');
  });

  it('is distinguished from long descriptions with much formatting', () => {
    const paragraph = `<p class="MsoNormal"><b>Betal</b> <i>senest</i> den 1. <font color="red">marts</font> og ikke den 2., se
      <a href="https://virk.dk">Virk</a></p><ul><li><strong>Et</strong> af punkterne</li><li>Et andet</li></ul>`;
    const markup = paragraph.repeat(10_000 / paragraph.length);
    expect(isTooHeavy(markup)).toBe(false);
    expect(sanitise(markup).querySelectorAll('strong').length).toBeGreaterThan(40);
  });

  it('is shown as plain text', async () => {
    fakeCalendar(frist(1, '16-12-2026', {overskrift: 'Moms', beskrivelse: `Betal ${heavy(600, 1_200)}`}));
    await openCalendar('date="2026-12-16" view="list"');
    await page.getByText('Moms').first().click();
    await expect.element(page.getByText(/^Betal\s+x\s+x/)).toBeVisible();
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
