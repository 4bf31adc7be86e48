import {afterEach, beforeEach, test, vi} from 'vitest';
import {commands} from 'vitest/browser';

import {setToday} from './calendar-fixture.ts';
import {calendarStates, crowdedCalendar} from './calendar-states.ts';
import {rendered} from './conditions.ts';
import {loadFont, resize} from './contact-sheet.ts';
import {crowdedDashboard, dashboardStates} from './dashboard-states.ts';
import {deadlinesStates, upcomingDeadlines} from './deadlines-states.ts';
import {editorialStates} from './editorial-states.ts';
import {formStates} from './form-states.ts';
import {resetMedia} from './media.ts';

/*
 * Saves each state of each element as a page without scripts, for pictures in other browsers (`npm run pictures:engines`), which lay out
 * the markup and style sheets.
 */

const states: Record<string, () => Promise<HTMLElement>> = {
  ...prefixed('dashboard', dashboardStates, crowdedDashboard),
  ...prefixed('calendar', calendarStates, crowdedCalendar),
  ...prefixed('deadlines', deadlinesStates, upcomingDeadlines),
  ...formStates,
  ...Object.fromEntries(Object.entries(editorialStates).map(([name, bring]) => [`editorial ${name}`, bring])),
};

const stillness = '*, ::before, ::after {animation: none !important; transition: none !important;}';
/** The source of each style sheet: parsed rules lack what Chromium does not support. */
const sources = new WeakMap<CSSStyleSheet, string>();

const spyOnStyleSheets = () => vi.spyOn(CSSStyleSheet.prototype, 'replaceSync');

beforeEach(() => void spyOnStyleSheets());
afterEach(async () => {
  vi.restoreAllMocks();
  await resetMedia();
});

test.each(Object.entries(states))('%s', async (name, bring) => {
  await loadFont();
  document.body.style.cssText =
    'box-sizing: border-box; min-block-size: 100vh; margin: 0; padding: 16px; font: 16px/1.5 Plex';
  await resize(1280, 700);
  await bring();
  const {contexts, calls} = spyOnStyleSheets().mock;
  for (const [place, sheet] of contexts.entries())
    sources.set(sheet as CSSStyleSheet, calls[place]?.[0] ?? '');
  for (const width of [1280, 320]) {
    await resize(width, 700);
    await rendered();
    const path = `test-results/states/${name.replaceAll(/\W+/g, '-')}-${width}.html`;
    await commands.writeFile(path, serialise());
  }
});

function prefixed<Service>(
  element: string,
  all: Record<string, (service: Service) => Promise<HTMLElement>>,
  createService: () => Service,
): Record<string, () => Promise<HTMLElement>> {
  return Object.fromEntries(
    Object.entries(all).map(([name, bring]) => [
      `${element} ${name}`,
      () => {
        setToday('2026-12-10');
        return bring(createService());
      },
    ]),
  );
}

/** Returns the markup of the page's body with all shadow roots, and with properties as attributes. */
function serialise(): string {
  const roots = shadowRootsOf(document);
  const styles: HTMLStyleElement[] = [];
  for (const root of [document, ...roots]) saveProperties(root);
  for (const [place, root] of roots.entries()) {
    if (root.slotAssignment === 'manual') nameSlots(root, `slot-${place}`);
    const style = document.createElement('style');
    style.textContent = [...root.adoptedStyleSheets.map(sheet => sources.get(sheet)), stillness].join('\n');
    root.prepend(style);
    styles.push(style);
  }
  // Now the slots have names.
  const markup = document.body
    .getHTML({shadowRoots: roots})
    .replaceAll(' shadowrootslotassignment="manual"', '');
  for (const style of styles) style.remove();
  return markup;
}

function shadowRootsOf(root: Document | ShadowRoot): ShadowRoot[] {
  return [...root.querySelectorAll('*')].flatMap(({shadowRoot}) =>
    shadowRoot ? [shadowRoot, ...shadowRootsOf(shadowRoot)] : [],
  );
}

function saveProperties(root: Document | ShadowRoot): void {
  for (const field of root.querySelectorAll('input')) {
    field.setAttribute('value', field.value);
    field.toggleAttribute('checked', field.checked);
  }
  for (const option of root.querySelectorAll('option')) option.toggleAttribute('selected', option.selected);
  for (const dialog of root.querySelectorAll('dialog:modal')) dialog.setAttribute('data-modal', '');
  root.activeElement?.setAttribute('data-focused', '');
}

/** Replaces manual slot assignment by names, which markup can express. */
function nameSlots(root: ShadowRoot, prefix: string): void {
  for (const [place, slot] of root.querySelectorAll('slot').entries()) {
    const name = `${prefix}-${place}`;
    for (const element of slot.assignedElements()) element.slot = name;
    slot.name = name;
  }
}
