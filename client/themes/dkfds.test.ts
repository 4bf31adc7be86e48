import borgerdk from '../../node_modules/dkfds/dist/css/dkfds-borgerdk.css?raw';
import virkdk from '../../node_modules/dkfds/dist/css/dkfds-virkdk.css?raw';
import neutraldk from '../../node_modules/dkfds/dist/css/dkfds.css?raw';
import {describe, expect, it} from 'vitest';

import {editorialStyles} from '../editorial/views/editorial.styles.ts';
import {entryStyles} from '../frist/views/entry.styles.ts';
import {styles} from '../shared/search.styles.ts';
import {shared} from '../shared/shared.styles.ts';
import {base, tokens} from '../styles/tokens.ts';
import borger from './borger.css?inline';
import neutral from './neutral.css?inline';
import virk from './virk.css?inline';

const text = ['color', 'font-size', 'font-weight', 'line-height'];
const shape = ['border-top-left-radius', 'border-top-width'];
const box = [...shape, 'border-top-color', 'color', 'background-color'];
const padding = ['padding-left', 'padding-right', 'padding-top', 'padding-bottom'];
const button = [...box, ...text, ...padding, 'height'];

/** Our element, the one of DKFDS that it looks like, and the properties with the same values. */
const counterparts = [
  ['button.button.primary', 'button.button.button-primary', button],
  ['button.button', 'button.button.button-secondary', button],
  ['div.empty', 'div.card', [...shape, 'border-top-color', 'color']],
  ['div.failure', 'div.alert.alert-error', [...shape, 'color', 'background-color']],
  ['input.field', 'input.form-input', [...box, 'font-size', 'padding-left', 'height']],
  ['input.field[aria-invalid]', 'div.form-group.form-error > input.form-input', box],
  ['select.field', 'select.form-select', [...box, 'font-size', 'height']],
  ['textarea.field', 'textarea.form-input', [...box, 'font-size', 'padding-left']],
  ['label', 'label.form-label', text],
  ['p.problem', 'span.form-error-message', text],
  ['p', 'p', text],
  ['a', 'a', ['color', 'font-weight', 'text-decoration-line']],
  ['span.due.soon', 'div.alert.alert-warning', ['color', 'background-color']],
  ['span.count', 'div.alert', ['background-color']],
  ['span.state', 'span.badge', [...shape, 'font-weight']],
  ['div.notice', 'div.alert', ['border-top-left-radius', 'color']],
] as const;

/** By custom property, an element of DKFDS whose property has the same value. */
const values = {
  'color-primary': ['button.button.button-primary', 'background-color'],
  'color-on-primary': ['button.button.button-primary', 'color'],
  'color-text': ['p', 'color'],
  'color-surface': ['div.date-picker__calendar', 'background-color'],
  'color-surface-muted': ['div.alert', 'background-color'],
  'color-border': ['div.card', 'border-top-color'],
  'color-border-strong': ['input.form-input', 'border-top-color'],
  'color-error': ['span.form-error-message', 'color'],
  'color-error-surface': ['div.alert.alert-error', 'background-color'],
  'color-link': ['a', 'color'],
  'color-warning-surface': ['div.alert.alert-warning', 'background-color'],
  radius: ['div.card', 'border-top-left-radius'],
  'radius-control': ['button.button.button-primary', 'border-top-left-radius'],
  'border-width': ['input.form-input', 'border-top-width'],
  space: ['div.alert', 'padding-top'],
  'heading-weight': ['h2', 'font-weight'],
  shadow: ['div.date-picker__calendar', 'box-shadow'],
} as const;

/**
 * Compared in another way: secondary text is darker in Tavle, since it is also on coloured surfaces, and the focus ring is compared for each
 * control.
 */
const others = ['color-text-secondary', 'focus-ring'];

/** Creates the elements of a selector in a page, and returns the innermost one. */
function create(page: HTMLElement, selector: string): HTMLElement {
  return selector.split(' > ').reduce((parent, part) => {
    const [, tag = '', classes = '', attribute] = /^(\w+)([^[]*)(?:\[(.*)\])?$/.exec(part) ?? [];
    const element = page.ownerDocument.createElement(tag);
    element.className = classes.replaceAll('.', ' ').trim();
    if (attribute) element.setAttribute(attribute, 'true');
    if (tag === 'a') element.setAttribute('href', '#');
    return parent.appendChild(element);
  }, page);
}

const valuesOf = (element: Element, properties: readonly string[]) => {
  const style = getComputedStyle(element);
  return Object.fromEntries(properties.map(name => [name, style.getPropertyValue(name)]));
};

function ringOf(element: HTMLElement) {
  element.focus();
  return valuesOf(element, ['outline-color', 'outline-width', 'outline-style', 'outline-offset']);
}

/** Returns the body of an empty page with a style sheet. */
function openPage(css: string): HTMLElement {
  const frame = document.body.appendChild(document.createElement('iframe'));
  const page = frame.contentDocument ?? expect.fail('The page is missing.');
  page.documentElement.style.colorScheme = 'light';
  page.head.appendChild(page.createElement('style')).textContent = css;
  return page.body;
}

describe.each([
  ['virk', virk, virkdk],
  ['borger', borger, borgerdk],
  ['neutral', neutral, neutraldk],
])('the theme %s', (_, theme, dkfds) => {
  const openOurs = () =>
    openPage(
      theme +
        [tokens, base, shared, styles, entryStyles, editorialStyles].join('\n').replaceAll(':host', 'body'),
    );

  it.each(counterparts)('shows %s as DKFDS shows %s', (ours, theirs, properties) => {
    const [one, other] = [create(openOurs(), ours), create(openPage(dkfds), theirs)];
    expect(valuesOf(one, properties)).toEqual(valuesOf(other, properties));
    if (one.matches('a, button, input, select, textarea')) expect(ringOf(one)).toEqual(ringOf(other));
  });

  it.each(Object.entries(values))('--tavle-%s has the value of DKFDS in %s', (name, [selector, property]) => {
    const one = create(openOurs(), 'i');
    one.style.borderStyle = 'solid';
    one.style.setProperty(property, `var(--_${name.replace('color-', '')})`);
    const value = valuesOf(create(openPage(dkfds), selector), [property]);
    expect(valuesOf(one, [property])).toEqual(value);
  });

  it('shows secondary text in a darker grey than DKFDS', () => {
    const one = create(openOurs(), 'i');
    one.style.color = 'var(--_text-secondary)';
    const grey = (element: Element) => Number(/\d+/.exec(getComputedStyle(element).color)?.[0]);
    expect(grey(one)).toBeLessThan(grey(create(openPage(dkfds), 'span.form-hint')));
  });
});

it('compares every custom property with DKFDS', () => {
  const names = [...tokens.cssText.matchAll(/var\(--tavle-([a-z-]+)/g)].map(([, name]) => name);
  expect(new Set(names)).toEqual(new Set([...Object.keys(values), ...others]));
});
