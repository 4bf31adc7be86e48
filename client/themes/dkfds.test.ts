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

const shape = ['border-top-left-radius', 'border-top-width'];
const box = [...shape, 'border-top-color', 'color', 'background-color'];
const button = [...box, 'font-weight', 'padding-left', 'padding-top', 'height'];

/** Our element, the one of DKFDS that it looks like, and the properties with the same values. */
const counterparts = [
  ['button.button.primary', 'button.button.button-primary', button],
  ['button.button', 'button.button.button-secondary', button],
  ['div.empty', 'div.card', [...shape, 'border-top-color', 'color']],
  ['div.failure', 'div.alert.alert-error', [...shape, 'color', 'background-color']],
  ['input.field', 'input.form-input', [...box, 'padding-left', 'height']],
  ['select.field', 'select.form-select', [...box, 'height']],
  ['a', 'a', ['color', 'font-weight']],
  ['span.due.soon', 'div.alert.alert-warning', ['color', 'background-color']],
  ['span.count', 'div.alert', ['background-color']],
  ['span.state', 'span.badge', [...shape, 'font-weight']],
  ['div.notice', 'div.alert', ['border-top-left-radius', 'color']],
] as const;

function create(document: Document, selector: string): HTMLElement {
  const [tag = '', ...classes] = selector.split('.');
  const element = document.createElement(tag);
  element.className = classes.join(' ');
  if (tag === 'a') element.setAttribute('href', '#');
  return element;
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
  it.each(counterparts)('shows %s as DKFDS shows %s', (ours, theirs, properties) => {
    const wanted = openPage(dkfds);
    const page = openPage(
      theme +
        [tokens, base, shared, styles, entryStyles, editorialStyles].join('\n').replaceAll(':host', 'body'),
    );
    const [one, other] = [create(page.ownerDocument, ours), create(wanted.ownerDocument, theirs)];
    page.append(one);
    wanted.append(other);
    expect(valuesOf(one, properties)).toEqual(valuesOf(other, properties));
    if (!one.matches('div, span')) expect(ringOf(one)).toEqual(ringOf(other));
  });
});
