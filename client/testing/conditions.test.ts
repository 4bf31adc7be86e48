import type {LitElement} from 'lit';
import {describe, expect, it} from 'vitest';

import {expectAccessible} from './axe.ts';
import {elementStates} from './element-states.ts';
import {emulateMedia, rendered, setColours, settled} from './page-fixture.ts';

/** Widths and text sizes, in addition to the usual ones. The last one has the least room: it is also checked with text from right to left. */
const rooms: Record<string, Partial<CSSStyleDeclaration>> = {
  'with text of twice the size': {inlineSize: '1280px', fontSize: '200%'},
  'in a room of 970 px': {inlineSize: '970px'},
  'in a room of 900 px': {inlineSize: '900px'},
  'in a room of 620 px': {inlineSize: '620px'},
  'in a room of 320 px': {inlineSize: '320px'},
  'in a room of 320 px with text of twice the size': {inlineSize: '320px', fontSize: '200%'},
};

/**
 * Brings an element into each of its states and checks that nothing moves, that it passes the rules of axe, in Danish with light colours and in
 * English with dark ones, and the rule for contrast in forced colours. Nothing has to be scrolled sideways in little room, with large text, and,
 * with the least room, from right to left.
 */
describe.each(Object.entries(elementStates))(
  'is accessible, still, and fits into little room: %s',
  (_, states) => {
    /** The unforced colours whose contrast a state has shown. */
    const checked = new Set<string>();

    it.each(Object.entries(states))('%s', async (state, bring) => {
      const {documentElement} = document;
      setColours('light');
      await emulateMedia({reducedMotion: 'reduce'});
      await bring();
      if (state.endsWith('on paper')) await emulateMedia({media: 'print'});
      const element = document.body.lastElementChild as LitElement;
      const shown = openDialog(element) ?? element;
      expect(moving()).toEqual([]);
      await expectAccessible(shown);
      setColours('dark');
      documentElement.lang = 'en';
      await rendered();
      await settled(element);
      await expectAccessible(shown);
      setColours('light');
      await emulateMedia({forcedColors: 'active'});
      const unforced = unforcedColours(shown);
      if ([...unforced].some(each => !checked.has(each))) await expectAccessible(shown, ['color-contrast']);
      unforced.forEach(each => checked.add(each));
      await emulateMedia({forcedColors: 'none'});
      documentElement.lang = 'da';
      for (const [room, style] of Object.entries(rooms)) {
        document.body.removeAttribute('style');
        Object.assign(document.body.style, style);
        await rendered();
        expect(overflowing(element), room).toEqual([]);
        if (!style.fontSize && !state.endsWith('on paper')) {
          expect([...brokenWords(shown)], room).toEqual([]);
        }
      }
      documentElement.dir = 'rtl';
      await rendered();
      expect(overflowing(element), 'from right to left').toEqual([]);
    });
  },
);

/** Returns the open dialog of an element. The content behind it is inert, and other states show it. */
function openDialog({shadowRoot}: HTMLElement): HTMLElement | undefined {
  return shadowRoot?.querySelector('dialog[open]') ?? undefined;
}

/** Returns the visible elements in an element, in shadow roots as well. */
function* elementsIn(root: Element): Generator<Element> {
  for (const element of [...(root.shadowRoot?.children ?? []), ...root.children]) {
    if (!element.checkVisibility()) continue;
    yield element;
    yield* elementsIn(element);
  }
}

/** Returns the colours that elements keep when a visitor forces colours. The browser chooses the colours of all other elements. */
function unforcedColours(root: Element): Set<string> {
  const found = new Set<string>();
  for (const element of elementsIn(root)) {
    const {forcedColorAdjust, opacity, color, backgroundColor, fontSize} = getComputedStyle(element);
    if (forcedColorAdjust === 'none' || opacity !== '1') {
      found.add([element.localName, element.className, opacity, color, backgroundColor, fontSize].join(' '));
    }
  }
  return found;
}

/** Returns the animations that take time, in all shadow roots. */
function moving(): Animation[] {
  return document.getAnimations().filter(({effect}) => effect?.getComputedTiming().activeDuration !== 0);
}

/** Yields words of up to 15 letters that continue on the next line without a hyphen: this browser has no dictionary. */
function* brokenWords(root: Element): Generator<string> {
  const range = document.createRange();
  for (const element of elementsIn(root)) {
    for (const node of element.childNodes) {
      if (!(node instanceof Text)) continue;
      for (const {0: word, index} of node.data.matchAll(/(?<!\p{L})\p{L}{3,15}(?!\p{L})/gu)) {
        range.setStart(node, index);
        range.setEnd(node, index + word.length);
        if (new Set([...range.getClientRects()].map(({top}) => top)).size > 1) yield word;
      }
    }
  }
}

/** Returns which elements overflow: of the element, its children and its dialogs. */
function overflowing(element: HTMLElement): string[] {
  const dialogs = [...(element.shadowRoot?.querySelectorAll('dialog[open]') ?? [])];
  return [element, ...element.children, ...dialogs]
    .filter(({scrollWidth, clientWidth}) => scrollWidth > clientWidth)
    .map(({localName}) => localName);
}
