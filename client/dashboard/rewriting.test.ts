import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import type {TavleDashboard} from '../index.ts';
import {addDashboard, openDashboard, settled, shown, threeApps} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {eventually} from '../testing/waiting.ts';

/** Other scripts rewrite the page around and inside the dashboard: Turbo and htmx morph and copy it, frameworks build its children. */

beforeEach(() => {
  const service = fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'});
  service.locked.add('cvr');
});

const app = (dashboard: ParentNode, name = 'frister') => {
  const found = dashboard.querySelector<HTMLElementTagNameMap['tavle-app']>(`tavle-app[name=${name}]`);
  if (!found) throw new Error(`No ${name}`);
  return found;
};
const contents = (root: ParentNode = document) =>
  [...root.querySelectorAll('tavle-app > :not(template)')].map(({textContent}) => textContent);

/** Gives the dashboard the attributes and children that its page has on the server, as idiomorph does. */
function morph(dashboard: TavleDashboard): void {
  const wanted = document.createElement('div');
  wanted.innerHTML = threeApps;
  for (const element of dashboard.querySelectorAll('tavle-app')) {
    const {attributes} = app(wanted, element.getAttribute('name') ?? '');
    for (const name of element.getAttributeNames()) {
      if (!attributes.getNamedItem(name)) element.removeAttribute(name);
    }
    for (const child of element.children) if (!child.matches('template')) child.remove();
  }
}

describe('a morphed dashboard', () => {
  it('keeps its apps, their locks and their content', async () => {
    const dashboard = await openDashboard();
    morph(dashboard);
    await settled(dashboard);
    expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr']);
    await expect.element(page.getByText('To frister')).toBeVisible();
    await expect.element(page.getByText('Vises altid')).toBeVisible();
    expect(app(dashboard, 'cvr').hasAttribute('locked')).toBe(true);
    expect(contents()).toEqual(['To frister', 'Dine oplysninger']);
  });

  it('leaves an element of the page that the morph made of the content', async () => {
    const dashboard = await openDashboard();
    const content = app(dashboard).querySelector('.tavle-app-content');
    if (content) {
      content.className = 'hint';
      content.textContent = 'Af siden';
    }
    app(dashboard).append(document.createElement('hr'));
    await settled(dashboard);
    expect(contents()).toEqual(['Af siden', '', 'To frister', 'Dine oplysninger']);
    await page.getByRole('switch', {name: 'Frister', exact: true}).click();
    await settled(dashboard);
    expect(contents()).toEqual(['Af siden', '', 'Dine oplysninger']);
  });

  it('has content again after another script emptied an app', async () => {
    const dashboard = await openDashboard();
    const template = app(dashboard).querySelector('template');
    app(dashboard).replaceChildren(...(template ? [template] : []));
    await eventually(() => expect(contents()).toEqual(['To frister', 'Dine oplysninger']));
  });
});

describe('a copy of a dashboard', () => {
  const ways: Record<string, (dashboard: TavleDashboard) => void> = {
    'by cloneNode': dashboard => {
      const copy = dashboard.cloneNode(true) as TavleDashboard;
      dashboard.replaceWith(copy);
    },
    'by innerHTML': dashboard => {
      document.body.innerHTML = dashboard.outerHTML;
    },
    'by a history cache': dashboard => {
      const page = document.body.cloneNode(true) as HTMLElement;
      dashboard.remove();
      document.body.replaceChildren(...page.childNodes);
    },
    'by a document fragment that was parsed elsewhere': dashboard => {
      const parsed = new DOMParser().parseFromString(dashboard.outerHTML, 'text/html');
      document.body.replaceChildren(...parsed.body.childNodes);
    },
  };

  it.each(Object.entries(ways))('%s has each content once', async (_, copy) => {
    copy(await openDashboard());
    const dashboard = document.querySelector('tavle-dashboard');
    if (!dashboard) throw new Error('No copy');
    dashboard.getToken = () => Promise.resolve('token');
    await eventually(() => expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr']));
    await settled(dashboard);
    expect(contents()).toEqual(['To frister', 'Dine oplysninger']);
  });

  it('whose app has been turned off since has none of its content', async () => {
    const dashboard = await openDashboard();
    const copy = dashboard.cloneNode(true) as TavleDashboard;
    dashboard.remove();
    fakeDashboard({frister: 'deactive', cvr: 'hidden', tilskud: 'deactive'});
    document.body.append(copy);
    copy.getToken = () => Promise.resolve('token');
    await eventually(() => expect(shown(copy, 'disabled')).toEqual(['frister', 'tilskud']));
    expect(contents()).toEqual([]);
  });
});

describe('a template', () => {
  const empty = '<tavle-app name="frister" heading="Frister"></tavle-app>';

  const templateOf = (markup: string) => {
    const template = document.createElement('template');
    template.innerHTML = markup;
    return template;
  };

  it('that is replaced, changed or removed is followed', async () => {
    const dashboard = await openDashboard(empty);
    app(dashboard).append(templateOf('<p>Første</p>'));
    await eventually(() => expect(contents()).toEqual(['Første']));
    app(dashboard).replaceChildren(templateOf('<p>Anden</p>'));
    await eventually(() => expect(contents()).toEqual(['Anden']));
    const template = app(dashboard).querySelector('template');
    if (template) template.innerHTML = '<p>Tredje</p>';
    await eventually(() => expect(contents()).toEqual(['Tredje']));
    const text = template?.content.querySelector('p')?.firstChild as Text;
    text.data = 'Fjerde';
    await eventually(() => expect(contents()).toEqual(['Fjerde']));
    template?.remove();
    await eventually(() => expect(contents()).toEqual([]));
  });

  it('that is replaced while the app is off is shown when the app is turned on', async () => {
    const dashboard = await openDashboard('<tavle-app name="tilskud" heading="Tilskud"></tavle-app>');
    app(dashboard, 'tilskud').append(templateOf('<p>Puljer</p>'));
    await settled(dashboard);
    expect(contents()).toEqual([]);
    await page.getByRole('switch', {name: 'Tilskud'}).click();
    await expect.element(page.getByText('Puljer')).toBeVisible();
  });

  it('whose children a framework added to the element itself is shown, with a warning', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const dashboard = addDashboard('');
    const added = document.createElement('tavle-app');
    added.setAttribute('name', 'frister');
    const template = document.createElement('template');
    // Top down, as Angular does.
    dashboard.append(added);
    added.append(template);
    template.append(document.createComment(''), document.createElement('p'), document.createComment(''));
    template.children[0]?.append('Af et framework');
    await eventually(() => expect(contents()).toEqual(['Af et framework']));
    expect(warn.mock.calls.flat()).toEqual([
      expect.stringMatching(/<tavle-app name="frister">.*<template>.*properties and listeners/),
    ]);
    template.children[0]?.replaceChildren('Opdateret');
    await eventually(() => expect(contents()).toEqual(['Opdateret']));
    expect(warn).toHaveBeenCalledTimes(1);
  });
});

it('an app inside another element warns that it is not shown', async () => {
  const warn = vi.spyOn(console, 'warn').mockReturnValue();
  await openDashboard(`<div>${threeApps}</div>`);
  await eventually(() =>
    expect(warn.mock.calls.flat()).toEqual(
      ['frister', 'cvr', 'tilskud'].map(
        name => `<tavle-app name="${name}"> must be a child of <tavle-dashboard>.`,
      ),
    ),
  );
});

it('a page can style an app by its state', async () => {
  const style = document.createElement('style');
  style.textContent = `
    tavle-app:state(active) { outline: 3px solid red }
    tavle-app::part(header active) { border-block-end-width: 7px }
    tavle-app::part(card deactive) { border-block-end-width: 5px }`;
  document.head.append(style);
  const dashboard = await openDashboard();
  const widths = ['frister', 'tilskud'].map(name => {
    const root = app(dashboard, name).shadowRoot;
    return [
      getComputedStyle(app(dashboard, name)).outlineStyle,
      ...['header', 'article'].map(part => root?.querySelector(part)?.part.contains('active')),
    ];
  });
  style.remove();
  expect(widths).toEqual([
    ['solid', true, true],
    ['none', false, false],
  ]);
  expect(app(dashboard).state).toBe('active');
});
