import {afterEach, beforeEach, expect, it, onTestFinished, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';
import {addDashboard, openDashboard} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {english} from './localize.ts';
import {openCalendar, openDeadlines, setToday} from '../testing/calendar-fixture.ts';
import {crowdedCalendar, severalCompanies} from '../testing/calendar-states.ts';
import {upcomingDeadlines} from '../testing/deadlines-states.ts';
import {frist} from '../testing/fake-calendar.ts';
import {fakeForms, manyForms, wholeForm} from '../testing/fake-forms.ts';
import {addForm, addSearch, loaded} from '../testing/forms-fixture.ts';
import {button, eventually, settled} from '../testing/page-fixture.ts';

beforeEach(() => {
  fakeDashboard({A: 'active'});
});

/** Removes the English texts until the test ends. Each load fails or never ends; `heal` lets them succeed. */
async function removeTexts(outcome: 'fails' | 'lasts' = 'fails') {
  await english.load();
  const {texts} = english;
  let isHealed = false;
  english.texts = undefined;
  const load = vi.spyOn(english, 'load').mockImplementation(() => {
    if (outcome === 'lasts') return new Promise(() => undefined);
    english.texts = isHealed ? texts : undefined;
    english.hasFailed = !isHealed;
    return Promise.resolve();
  });
  onTestFinished(() => {
    Object.assign(english, {texts, hasFailed: false});
  });
  return {
    load,
    heal: () => {
      isHealed = true;
    },
  };
}

const heading = (name: string) => page.getByRole('heading', {name});

it('a Danish element does not load the English texts', async () => {
  const {load} = await removeTexts();
  await settled(addDashboard('<tavle-app name="A"></tavle-app>'));
  await expect.element(heading('På dit overblik')).toBeVisible();
  expect(load).not.toHaveBeenCalled();
});

it('an English element shows no Danish texts while the English texts are loading', async () => {
  const {load} = await removeTexts('lasts');
  document.documentElement.lang = 'en';
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.poll(() => load).toHaveBeenCalled();
  expect(dashboard.shadowRoot?.textContent).toBe('');
});

it('an element that becomes English keeps its Danish texts until the English ones are loaded', async () => {
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.element(heading('På dit overblik')).toBeVisible();
  const {heal, load} = await removeTexts();
  dashboard.lang = 'en';
  await expect.poll(() => load).toHaveBeenCalled();
  await expect.element(heading('På dit overblik')).toBeVisible();
  heal();
  dispatchEvent(new Event('online'));
  await expect.element(heading('On your overview')).toBeVisible();
});

it('an element is Danish if the English texts fail to load, until the browser is online again', async () => {
  const {heal} = await removeTexts();
  document.documentElement.lang = 'en';
  addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.element(heading('På dit overblik')).toBeVisible();
  heal();
  dispatchEvent(new Event('online'));
  await expect.element(heading('On your overview')).toBeVisible();
});

it('marks its texts as Danish on a page in another language, and only there (WCAG 3.1.2)', async () => {
  document.documentElement.lang = 'sv';
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  await expect.element(heading('På dit overblik')).toBeVisible();
  const languages = () =>
    [...(dashboard.shadowRoot?.children ?? [])].map(child => child.getAttribute('lang'));
  expect(new Set(languages())).toEqual(new Set(['da']));
  document.documentElement.lang = 'da-DK';
  await expect.poll(() => new Set(languages())).toEqual(new Set([null]));
  document.documentElement.removeAttribute('lang');
  await expect.poll(() => new Set(languages())).toEqual(new Set(['da']));
});

it('follows the language of each element around it in the shadow roots of a portal', async () => {
  const addRoot = (parent: Node) => {
    const section = document.createElement('section');
    parent.appendChild(document.createElement('div')).attachShadow({mode: 'open'}).append(section);
    return section;
  };
  const outer = addRoot(document.body);
  const inner = addRoot(outer);
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  inner.append(dashboard);
  await expect.element(heading('På dit overblik')).toBeVisible();
  for (const element of [outer, inner, dashboard]) {
    element.lang = 'en';
    await expect.element(heading('On your overview')).toBeVisible();
    element.lang = 'da';
    await expect.element(heading('På dit overblik')).toBeVisible();
  }
});

it.each([undefined, null])('has the language of the page if a framework sets `lang` to %s', async missing => {
  document.documentElement.lang = 'en';
  const dashboard = addDashboard('<tavle-app name="A"></tavle-app>');
  Object.assign(dashboard, {lang: missing});
  await expect.element(heading('On your overview')).toBeVisible();
  expect(dashboard.shadowRoot?.querySelector('.root')?.getAttribute('lang')).toBeNull();
});

// The tag `font` is deprecated, but translators use it.
const createFont = () => document.createElement('font' as string);

/** The ways in which translators replace the text nodes of a page. */
const replacements: Record<string, (text: Text) => void> = {
  'replaces texts by elements': text => {
    const inner = createFont();
    inner.textContent = text.data;
    const outer = createFont();
    outer.append(inner);
    text.replaceWith(outer);
  },
  'moves texts into elements': text => {
    const outer = createFont();
    const inner = createFont();
    outer.append(inner);
    text.replaceWith(outer);
    inner.append(text);
  },
  'adds elements and then removes texts': text => {
    const inner = createFont();
    inner.textContent = text.data;
    text.before(inner);
    text.remove();
  },
  'replaces texts by texts': text => text.replaceWith(text.data),
};

function replaceTexts(root: Node, replace: (text: Text) => void): void {
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const texts: Text[] = [];
  while (walker.nextNode()) texts.push(walker.currentNode as Text);
  for (const text of texts) {
    if (!text.parentElement?.closest('style, script, font')) replace(text);
  }
}

/** Moves the children of blocks of text, without the comments between texts, as Firefox does (`updateElement` of translations-document.sys.mjs). */
function mergeBlocks(root: ParentNode): void {
  for (const element of root.children) {
    if (!element.textContent.trim() || element.matches('style, script')) continue;
    const isBlock = (each: Element) => !getComputedStyle(each).display.startsWith('inline');
    if ([...element.querySelectorAll('*')].some(isBlock)) mergeBlocks(element);
    else merge(element);
  }
}

function merge(element: Element): void {
  const nodes = [...element.childNodes];
  const texts = nodes.filter(node => node instanceof Text);
  element.replaceChildren();
  let written = '';
  const write = () => {
    const text = written && texts.shift();
    if (text) text.data = written;
    if (text) element.append(text);
    written = '';
  };
  for (const node of nodes) {
    if (node instanceof Text) written += node.data;
    if (!(node instanceof Element)) continue;
    write();
    if (node.textContent.trim()) merge(node);
    element.append(node);
  }
  write();
}

const translators: Record<string, (root: ShadowRoot | Element) => void> = {
  ...Object.fromEntries(
    Object.entries(replacements).map(([name, replace]) => [
      name,
      (root: ShadowRoot | Element) => replaceTexts(root, replace),
    ]),
  ),
  'moves the nodes of blocks': mergeBlocks,
};
let translate: ((root: ShadowRoot | Element) => void) | undefined;

function translateAll(root: ShadowRoot | Element): void {
  const elements = [root, ...root.querySelectorAll('*')];
  for (const element of elements)
    if ('shadowRoot' in element && element.shadowRoot) translateAll(element.shadowRoot);
  translate?.(root);
}

/** Returns the texts of an element and of those inside it, without announcements, which come later. */
function textsOf(element: Element): string {
  const children = [element, ...element.querySelectorAll('*')].flatMap(({shadowRoot}) => [
    ...(shadowRoot?.querySelector('.root')?.children ?? []),
  ]);
  const texts = children.filter(child => !child.matches('.spoken')).map(({textContent}) => textContent);
  return texts.join(' ').replace(/\s+/g, ' ');
}

/** The texts of a journey without a translator. */
let wanted: string[] | undefined;

/** Takes steps, each from a translated page if there is a translator. Returns the texts after each step, or compares them with `wanted`. */
async function go(element: HTMLElement, steps: readonly (() => unknown)[]): Promise<string[]> {
  const texts: string[] = [];
  for (const [index, step] of steps.entries()) {
    translateAll(element);
    await step();
    const expected = wanted?.[index];
    let last = '';
    await eventually(async () => {
      const now = textsOf(element);
      // Without a translator, waits until two successive looks find the same texts. The notice of a mark comes 150 ms
      // after the dialog has closed.
      const isDone = expected === undefined ? now === last : now === expected;
      last = now;
      if (expected === undefined) await new Promise(resolve => setTimeout(resolve, 200));
      if (!isDone) expect(now, `step ${index}`).toBe(expected);
    });
    texts.push(last);
  }
  return texts;
}

const click =
  (name: RegExp | string, role = 'button') =>
  async () => {
    const found = page.getByRole(role, {name}).first();
    await expect.element(found).toBeVisible();
    // Clicks in one task: a rendering during a press of the mouse would move the nodes that Firefox has moved, and the
    // browser would fire no click.
    (found.element() as HTMLElement).click();
  };

const journeys: Record<string, () => Promise<string[]>> = {
  'the calendar': async () => {
    setToday('2026-12-10');
    // Gives the authority one name: which of several names the filter shows depends on the order of responses.
    crowdedCalendar().frister.set(7, frist(7, '17-12-2026'));
    const calendar = await openCalendar('date="2026-12-16" view="month"');
    const key = (key: string) => () =>
      calendar.shadowRoot
        ?.querySelector('[role=gridcell] [tabindex="0"], [role=gridcell][tabindex="0"]')
        ?.dispatchEvent(new KeyboardEvent('keydown', {key, bubbles: true, composed: true}));
    return go(calendar, [
      () => undefined,
      click('Næste måned'),
      click('Forrige måned'),
      click('Forrige måned'),
      click('Forrige måned'),
      () => calendar.setAttribute('date', '2026-12-16'),
      key('PageDown'),
      key('PageUp'),
      click('År'),
      () => calendar.setAttribute('date', '2027-01-02'),
      () => calendar.setAttribute('date', '2026-12-16'),
      click('Liste'),
      () => calendar.setAttribute('date', '2027-01-02'),
      click('Måned'),
      () => calendar.setAttribute('date', '2026-12-16'),
      () => calendar.open(7),
      click(/^Luk/),
      () => calendar.open(1),
      click(/ulæst/),
      click(/^Skjul/),
      click(/^Fortryd/),
      click(/^Filter/),
      click(/./, 'checkbox'),
      () => calendar.setAttribute('lang', 'en'),
      click('Next month'),
      () => calendar.setAttribute('lang', 'da'),
    ]);
  },
  'a narrow calendar of several companies': async () => {
    setToday('2026-12-10');
    crowdedCalendar();
    document.body.style.inlineSize = '320px';
    const calendar = await openCalendar(`date="2026-12-16" view="month" ${severalCompanies}`);
    return go(calendar, [
      () => calendar.setAttribute('date', '2026-12-17'),
      () => calendar.setAttribute('date', '2026-12-18'),
      () => calendar.setAttribute('date', '2027-01-02'),
      () => calendar.setAttribute('view', 'list'),
      () => calendar.setAttribute('date', '2026-12-16'),
    ]);
  },
  'the next deadlines': async () => {
    setToday('2026-12-01');
    upcomingDeadlines();
    const element = await openDeadlines('max="4"');
    return go(element, [
      () => {
        setToday('2026-12-09');
        return element.refresh();
      },
      () => element.setAttribute('max', '2'),
      () => {
        setToday('2026-12-16');
        return element.refresh();
      },
      () => element.setAttribute('heading', 'Frister nu'),
    ]);
  },
  'the dashboard': async () => {
    fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'});
    const dashboard = await openDashboard();
    return go(dashboard, [
      click('Tilpas overblik'),
      click('Tilskud', 'switch'),
      click('Frister', 'switch'),
      click(/^Fortryd/),
      () => dashboard.querySelector('tavle-app')?.setAttribute('heading', 'Dine frister'),
      click(/^Flyt CVR.* tidligere/),
      click('Færdig'),
      () => settled(dashboard),
    ]);
  },
  'a form': async () => {
    const service = fakeForms([wholeForm()]);
    const form = await loaded(addForm());
    return go(form, [
      () => {
        service.forms.splice(
          0,
          1,
          wholeForm({titel: 'En anden titel', kortBeskrivelse: 'Kort', trin: ['Et']}),
        );
        return form.refresh();
      },
      () => form.setAttribute('lang', 'en'),
      () => form.setAttribute('permalink', 'findes-ikke'),
    ]);
  },
  'the search for forms': async () => {
    fakeForms(manyForms());
    const search = await loaded(addSearch());
    const find = (text: string) => async () => {
      const isLoaded = loaded(search);
      await userEvent.fill(page.getByRole('searchbox'), text);
      await isLoaded;
    };
    return go(search, [click(/^Vis/), find('2'), find('findes ikke'), find('')]);
  },
};

afterEach(() => {
  translate = undefined;
  wanted = undefined;
});

/** The calendar's journey has 26 steps, and is taken once for each translator. */
const journeyTimeoutMs = 180_000;

it.each(Object.entries(journeys))(
  '%s shows the same texts in a translated page',
  async (_, take) => {
    wanted = await take();
    expect(new Set(wanted).size).toBeGreaterThan(1);
    for (translate of Object.values(translators)) {
      document.body.replaceChildren();
      await take();
    }
  },
  journeyTimeoutMs,
);

it.each(Object.entries(replacements))('a press on a text begins on its button: %s', async (_, replace) => {
  crowdedCalendar();
  const calendar = await openCalendar('view="month"');
  const year = button('År').element();
  replaceTexts(year, replace);
  year.scrollIntoView({block: 'center'});
  const {left, top, width, height} = year.getBoundingClientRect();
  expect(calendar.shadowRoot?.elementFromPoint(left + width / 2, top + height / 2)).toBe(year);
});
