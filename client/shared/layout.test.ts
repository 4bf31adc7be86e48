import {describe, expect, it} from 'vitest';

import {addCalendar, openCalendar, query, addDeadlines} from '../testing/calendar-fixture.ts';
import {addDashboard} from '../testing/dashboard-fixture.ts';
import {addEditorial} from '../testing/editorial-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {fakeEditorial} from '../testing/fake-editorial.ts';
import {fakeForms, plainForm} from '../testing/fake-forms.ts';
import {addForm, addSearch} from '../testing/forms-fixture.ts';
import {rendered} from '../testing/page-fixture.ts';

/** Adds each element, with a fake service that has data for it. */
const elements: Record<string, () => HTMLElement> = {
  'tavle-dashboard': () => (fakeDashboard({frister: 'active'}), addDashboard()),
  'tavle-calendar': () => (fakeCalendar(frist(1, '10-12-2026')), addCalendar()),
  'tavle-deadlines': () => (fakeCalendar(frist(1, '10-12-2026')), addDeadlines()),
  'tavle-form': () => (fakeForms([plainForm()]), addForm()),
  'tavle-form-search': () => (fakeForms([plainForm()]), addSearch()),
  'tavle-editorial': () => (fakeEditorial([]), addEditorial()),
};

/** Layouts with a `<slot>` in place of the element. Some have rules of Bootstrap 5.3: `.d-flex`, `.row` and `.col-auto`. */
const layouts: Record<string, string> = {
  'a block': '<slot></slot>',
  'a row': '<div style="display: flex"><slot></slot></div>',
  'a centred row': '<div style="display: flex; justify-content: center"><slot></slot></div>',
  'a column': '<div style="display: flex; flex-direction: column"><slot></slot></div>',
  'a centred column':
    '<div style="display: flex; flex-direction: column; align-items: center"><slot></slot></div>',
  'an inline flex box': '<div style="display: inline-flex"><slot></slot></div>',
  'a centring grid': '<div style="display: grid; place-items: center"><slot></slot></div>',
  'a column of a grid': '<div style="display: grid; grid-template-columns: auto"><slot></slot></div>',
  'an inline grid': '<div style="display: inline-grid"><slot></slot></div>',
  'a float': '<div style="float: left"><slot></slot></div>',
  'an inline block': '<div style="display: inline-block"><slot></slot></div>',
  'a table cell': '<div style="display: table-cell"><slot></slot></div>',
  'a table': '<table><tr><td><slot></slot></td></tr></table>',
  'an absolute position':
    '<div style="position: relative"><div style="position: absolute"><slot></slot></div></div>',
  'a fixed position':
    '<div style="transform: translate(0)"><div style="position: fixed; max-inline-size: 100%"><slot></slot></div></div>',
  'a fitting width': '<div style="inline-size: fit-content"><slot></slot></div>',
  'a maximum width': '<div style="inline-size: max-content; max-inline-size: 100%"><slot></slot></div>',
  'a minimum width': '<div style="inline-size: min-content"><slot></slot></div>',
  'a d-flex of Bootstrap': '<div style="display: flex !important; gap: 1rem"><slot></slot></div>',
  'a col-auto of Bootstrap':
    '<div style="display: flex; flex-wrap: wrap"><div style="flex: 0 0 auto; width: auto; max-width: 100%"><slot></slot></div></div>',
};

/** Styles of the page for the element. */
const styles: Record<string, string> = {
  'float: left': 'float: left',
  'display: inline-block': 'display: inline-block',
  'display: flex': 'display: flex',
  'display: inline-flex': 'display: inline-flex',
  'display: grid': 'display: grid',
  'display: table-cell': 'display: table-cell',
  'inline-size: fit-content': 'inline-size: fit-content',
  'inline-size: max-content': 'inline-size: max-content',
  'inline-size: min-content': 'inline-size: min-content',
  'position: absolute': 'position: absolute',
  'aspect-ratio: 2': 'aspect-ratio: 2',
};

/** Adds an element in a layout, in a box of a width. */
async function place(
  add: () => HTMLElement,
  layout: string,
  width: string,
  style = '',
): Promise<HTMLElement> {
  const box = document.createElement('div');
  box.style.cssText = `position: relative; inline-size: ${width}`;
  box.innerHTML = layout;
  document.body.style.inlineSize = 'auto';
  document.body.append(box);
  const element = add();
  element.style.cssText = style;
  box.querySelector('slot')?.replaceWith(element);
  await rendered();
  return element;
}

const widthOf = (element: Element) => Math.round(element.getBoundingClientRect().width);

function contentOf({shadowRoot}: Element): Element {
  const root = shadowRoot?.querySelector('.root');
  if (!root) throw new Error('The element is not rendered.');
  return root;
}

/** Expects that the content fills an element, and that the content after the element does not overlap it. */
function expectFilled(element: Element): void {
  const [outer, inner] = [element, contentOf(element)].map(each => each.getBoundingClientRect());
  expect(inner?.x).toBeCloseTo(outer?.x ?? 0, 0);
  expect(inner?.width).toBeCloseTo(outer?.width ?? 0, 0);
  expect(inner?.bottom).toBeLessThanOrEqual((outer?.bottom ?? 0) + 1);
  expect(contentOf(element).scrollHeight).toBeLessThanOrEqual(contentOf(element).clientHeight);
}

describe.each(Object.entries(elements))('%s has a sensible width', (_, add) => {
  it.each(Object.entries(layouts))('in %s', async (name, layout) => {
    const isMinimum = name === 'a minimum width';
    expect(widthOf(await place(add, layout, '1200px'))).toBeGreaterThanOrEqual(isMinimum ? 288 : 960);
    document.body.replaceChildren();
    const narrow = await place(add, layout, '300px');
    expect(widthOf(narrow)).toBeGreaterThanOrEqual(isMinimum ? 288 : 290);
    expect(widthOf(narrow)).toBeLessThanOrEqual(300);
  });

  it.each(Object.entries(styles))('with %s', async (name, style) => {
    const isMinimum = name.endsWith('min-content');
    const wide = await place(add, '<slot></slot>', '1200px', style);
    expect(widthOf(wide)).toBeGreaterThanOrEqual(isMinimum ? 288 : 960);
    expectFilled(wide);
    document.body.replaceChildren();
    const narrow = await place(add, '<slot></slot>', '250px', style);
    // A cell is as wide as its content needs.
    expect(widthOf(narrow)).toBeLessThanOrEqual(name.endsWith('table-cell') ? 288 : 250);
    expectFilled(narrow);
  });

  it('with display: contents in a row', async () => {
    const row = '<div style="display: flex"><slot></slot></div>';
    const element = await place(add, row, '1200px', 'display: contents');
    expect(widthOf(contentOf(element))).toBe(1200);
  });

  it('next to another one in a row of 1,200 px', async () => {
    const row = '<div style="display: flex; gap: 16px"><slot></slot><slot></slot></div>';
    const first = await place(add, row, '1200px');
    const second = add();
    first.nextElementSibling?.replaceWith(second);
    expect([first, second].map(widthOf)).toEqual([592, 592]);
  });

  it('in a dialog and as a popover of the page', async () => {
    const element = await place(add, '<dialog><slot></slot></dialog>', '300px');
    element.closest('dialog')?.showModal();
    expect(widthOf(element)).toBeGreaterThan(280);
    document.body.replaceChildren();
    const popover = await place(add, '<slot></slot>', '300px');
    popover.popover = 'auto';
    expect(popover.checkVisibility()).toBe(false);
    popover.showPopover();
    expect(popover.checkVisibility()).toBe(true);
    expect(widthOf(popover)).toBeGreaterThan(280);
    const {top, bottom} = popover.getBoundingClientRect();
    expect(Math.abs(top - (innerHeight - bottom))).toBeLessThan(2);
  });

  it('hidden="until-found", and is found there', async () => {
    const element = await place(add, '<slot></slot>', '300px');
    element.setAttribute('hidden', 'until-found');
    expect(getComputedStyle(element).display).toBe('block');
    expect(widthOf(element)).toBe(300);
    element.hidden = true;
    expect(getComputedStyle(element).display).toBe('none');
  });

  it('with inherited styles of lines of the page', async () => {
    const style = 'white-space: nowrap; text-indent: 5em; text-align: center';
    const element = await place(add, `<div style="${style}"><slot></slot></div>`, '300px', style);
    const {whiteSpace, textIndent, textAlign} = getComputedStyle(contentOf(element));
    expect([whiteSpace, textIndent, textAlign]).toEqual(['normal', '0px', 'start']);
    expect(element.scrollWidth).toBeLessThanOrEqual(element.clientWidth);
  });
});

it.each(['zoom: 2', 'zoom: 0.5', 'transform: scale(2)', 'transform: scale(0.5)'])(
  'chooses the view of a calendar by its own width, in a page with %s',
  async style => {
    fakeCalendar(frist(1, '10-12-2026'));
    document.body.style.cssText = `inline-size: 700px; ${style}`;
    await openCalendar();
    expect(query('table')).toBeTruthy();
    document.body.replaceChildren();
    document.body.style.inlineSize = '400px';
    await openCalendar();
    expect(query('.agenda')).toBeTruthy();
  },
);
