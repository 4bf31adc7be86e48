import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';
import {TavleAppErrorEvent, type TavleDashboard, type TavleErrorEvent} from '../index.ts';
import {addDashboard, openArranging, openDashboard, shown, threeApps} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {button, eventually, settled} from '../testing/page-fixture.ts';

let made: number;
/** The behaviour of the app's content in its constructor. */
let onMake: () => void;

class TestContent extends HTMLElement {
  constructor() {
    super();
    made += 1;
    onMake();
  }
}
customElements.define('test-content', TestContent);

beforeEach(() => {
  fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'});
  made = 0;
  onMake = () => undefined;
});

const app = (name: string) => `
  <tavle-app name="${name}" heading="${name}"><template><test-content>Indhold</test-content></template></tavle-app>`;
const switchOf = (name: string) => page.getByRole('switch', {name, exact: true});

describe('the content in a template', () => {
  it('exists only while the app is active', async () => {
    const dashboard = await openArranging(app('tilskud'));
    expect(made).toBe(0);
    await switchOf('tilskud').click();
    await expect.element(page.getByText('Indhold')).toBeVisible();
    expect(made).toBe(1);
    await switchOf('tilskud').click();
    await settled(dashboard);
    expect(dashboard.querySelector('test-content')).toBeNull();
    await switchOf('tilskud').click();
    await settled(dashboard);
    expect(made).toBe(2);
  });

  it('runs no script and sends no request while the app is off', async () => {
    const source = URL.createObjectURL(
      new Blob([`document.body.dataset.ran = 'yes'`], {type: 'text/javascript'}),
    );
    await openArranging(`<tavle-app name="tilskud" heading="tilskud"></tavle-app>`);
    const template = document.createElement('template');
    // Adds the script as an element: scripts from `innerHTML` never run.
    const script = document.createElement('script');
    script.src = source;
    template.content.append(script);
    document.querySelector('tavle-app')?.append(template);
    expect(document.body.dataset.ran).toBeUndefined();
    await switchOf('tilskud').click();
    await eventually(() => expect(document.body.dataset.ran).toBe('yes'));
    delete document.body.dataset.ran;
  });

  it('is not recreated when other apps change or the dashboard moves', async () => {
    const dashboard = await openArranging(app('frister') + app('cvr'));
    const content = dashboard.querySelector('test-content');
    await switchOf('cvr').click();
    await settled(dashboard);
    const section = document.createElement('section');
    document.body.append(section);
    section.append(dashboard);
    await settled(dashboard);
    expect(dashboard.querySelector('test-content')).toBe(content);
  });
});

it('children next to a template always exist, and are visible while the app is active', async () => {
  const dashboard = await openArranging(
    '<tavle-app name="frister" heading="frister"><p>Altid</p></tavle-app>',
  );
  await expect.element(page.getByText('Altid')).toBeVisible();
  await switchOf('frister').click();
  await settled(dashboard);
  expect(dashboard.querySelector('p')?.checkVisibility()).toBe(false);
});

describe('an app that fails', () => {
  it('in its constructor shows an error, and the other apps keep working', async () => {
    let turn = 0;
    onMake = () => {
      if (++turn === 1) throw new Error('constructor');
    };
    // Prevents the expected error from failing the test run.
    addEventListener('error', event => event.preventDefault(), {once: true});
    const failed = vi.fn<(event: TavleErrorEvent) => void>();
    document.body.addEventListener('tavle-error', failed, {once: true});
    const dashboard = await openDashboard(app('frister') + app('cvr'));
    await expect.element(page.getByText('Vi kunne ikke vise frister.')).toBeVisible();
    expect(failed.mock.calls[0]?.[0]).toMatchObject({operation: 'app', app: 'frister'});
    expect(failed.mock.calls[0]?.[0].cause).toMatchObject({message: 'constructor'});
    await expect.element(page.getByText('Indhold')).toBeVisible();

    await button('Prøv igen').click();
    await settled(dashboard);
    expect(page.getByText('Vi kunne ikke vise frister.').query()).toBeNull();
    expect(page.getByText('Indhold').elements()).toHaveLength(2);
    expect(dashboard.querySelector('tavle-app')?.shadowRoot?.activeElement?.textContent.trim()).toBe(
      'frister',
    );
  });

  it('can report that itself', async () => {
    const dashboard = await openDashboard(app('frister'));
    dashboard.querySelector('test-content')?.dispatchEvent(new TavleAppErrorEvent(new Error('no data')));
    await expect.element(page.getByRole('alert').last()).toHaveTextContent('Vi kunne ikke vise frister.');
    expect(dashboard.querySelector('test-content')).toBeNull();
  });

  it('can report that an element without a template has failed, and shows it again', async () => {
    const dashboard = await openDashboard(
      '<tavle-app name="frister" heading="Frister"><p>Eget</p></tavle-app>',
    );
    const failed = vi.fn();
    dashboard.addEventListener('tavle-error', failed);
    dashboard.querySelector('p')?.dispatchEvent(new TavleAppErrorEvent(new Error('no data')));
    await expect.element(page.getByRole('alert').last()).toHaveTextContent('Vi kunne ikke vise Frister.');
    expect(failed).toHaveBeenCalledOnce();
    await button('Prøv igen').click();
    await expect.element(page.getByText('Eget')).toBeVisible();
  });

  it('in a Lit rendering shows an error', async () => {
    const broken = Promise.reject(new Error('render'));
    broken.catch(() => undefined);
    Object.defineProperty(TestContent.prototype, 'updateComplete', {get: () => broken, configurable: true});
    await openDashboard(app('frister'));
    await expect.element(page.getByText('Vi kunne ikke vise frister.')).toBeVisible();
    delete (TestContent.prototype as {updateComplete?: unknown}).updateComplete;
  });

  it('repeatedly can be turned off, and restarts when turned on', async () => {
    onMake = () => {
      throw new Error('always');
    };
    const ignore = (event: Event) => event.preventDefault();
    addEventListener('error', ignore);
    const dashboard = await openArranging(app('frister'));
    await button('Prøv igen').click();
    await expect.element(page.getByText('Vi kunne ikke vise frister.')).toBeVisible();
    await switchOf('frister').click();
    await settled(dashboard);
    expect(shown(dashboard, 'disabled')).toEqual(['frister']);
    onMake = () => undefined;
    await switchOf('frister').click();
    await expect.element(page.getByText('Indhold')).toBeVisible();
    removeEventListener('error', ignore);
  });
});

const withParts = `
  <tavle-app name="tilskud" heading="Tilskud" description="Puljer, din virksomhed kan søge">
    <svg slot="icon"></svg><span slot="header">3 nye</span>
  </tavle-app>`;

it('the header always has the icon, the description while the app is off, and its content while the app is on', async () => {
  const dashboard = await openArranging(withParts);
  const isVisible = (selector: string) => dashboard.querySelector(selector)?.checkVisibility();
  await expect.element(page.getByText('Puljer, din virksomhed kan søge')).toBeVisible();
  await expect.element(switchOf('Tilskud')).toHaveAccessibleDescription('Puljer, din virksomhed kan søge');
  expect([isVisible('[slot=icon]'), isVisible('[slot=header]')]).toEqual([true, false]);
  await switchOf('Tilskud').click();
  await settled(dashboard);
  expect(page.getByText('Puljer, din virksomhed kan søge').query()).toBeNull();
  await expect.element(switchOf('Tilskud')).not.toHaveAccessibleDescription();
  await button('Færdig').click();
  await settled(dashboard);
  expect([isVisible('[slot=icon]'), isVisible('[slot=header]')]).toEqual([true, true]);
});

describe('when other scripts rewrite the page', () => {
  const appIn = (dashboard: ParentNode, name = 'frister') =>
    dashboard.querySelector<HTMLElementTagNameMap['tavle-app']>(`tavle-app[name=${name}]`) ??
    expect.fail(`There is no ${name}.`);
  const contents = (root: ParentNode = document) =>
    [...root.querySelectorAll('tavle-app > :not(template)')].map(({textContent}) => textContent);

  /** Gives the dashboard the attributes and children that its page has on the server, as idiomorph does. */
  function morph(dashboard: TavleDashboard): void {
    const wanted = document.createElement('div');
    wanted.innerHTML = threeApps;
    for (const element of dashboard.querySelectorAll('tavle-app')) {
      const {attributes} = appIn(wanted, element.getAttribute('name') ?? '');
      for (const name of element.getAttributeNames()) {
        if (!attributes.getNamedItem(name)) element.removeAttribute(name);
      }
      for (const child of element.children) if (!child.matches('template')) child.remove();
    }
  }

  describe('a morphed dashboard', () => {
    it('keeps its apps, their locks and their content', async () => {
      fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'}).locked.add('cvr');
      const dashboard = await openArranging();
      morph(dashboard);
      await settled(dashboard);
      expect(shown(dashboard, 'active')).toEqual(['frister', 'cvr']);
      await expect.element(page.getByText('To frister')).toBeVisible();
      await expect.element(page.getByText('Vises altid')).toBeVisible();
      expect(appIn(dashboard, 'cvr').hasAttribute('locked')).toBe(true);
      expect(contents()).toEqual(['To frister', 'Dine oplysninger']);
    });

    it('leaves an element of the page that the morph made of the content', async () => {
      const dashboard = await openArranging();
      const content = appIn(dashboard).querySelector('.tavle-app-content');
      if (content) {
        content.className = 'hint';
        content.textContent = 'Af siden';
      }
      appIn(dashboard).append(document.createElement('hr'));
      await settled(dashboard);
      expect(contents()).toEqual(['Af siden', '', 'To frister', 'Dine oplysninger']);
      await page.getByRole('switch', {name: 'Frister', exact: true}).click();
      await settled(dashboard);
      expect(contents()).toEqual(['Af siden', '', 'Dine oplysninger']);
    });

    it('has content again after another script emptied an app', async () => {
      const dashboard = await openDashboard();
      const template = appIn(dashboard).querySelector('template');
      appIn(dashboard).replaceChildren(...(template ? [template] : []));
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
      'by a document fragment that was parsed elsewhere': dashboard => {
        const parsed = new DOMParser().parseFromString(dashboard.outerHTML, 'text/html');
        document.body.replaceChildren(...parsed.body.childNodes);
      },
    };

    it.each(Object.entries(ways))('%s has each content once', async (_, copy) => {
      copy(await openDashboard());
      const dashboard =
        document.querySelector('tavle-dashboard') ?? expect.fail('The page has no dashboard.');
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
      appIn(dashboard).append(templateOf('<p>Første</p>'));
      await eventually(() => expect(contents()).toEqual(['Første']));
      appIn(dashboard).replaceChildren(templateOf('<p>Anden</p>'));
      await eventually(() => expect(contents()).toEqual(['Anden']));
      const template = appIn(dashboard).querySelector('template');
      if (template) template.innerHTML = '<p>Tredje</p>';
      await eventually(() => expect(contents()).toEqual(['Tredje']));
      const text = template?.content.querySelector('p')?.firstChild as Text;
      text.data = 'Fjerde';
      await eventually(() => expect(contents()).toEqual(['Fjerde']));
      template?.remove();
      await eventually(() => expect(contents()).toEqual([]));
    });

    it('whose children a framework added to the element itself is shown, with a warning', async () => {
      const warn = vi.spyOn(console, 'warn').mockReturnValue();
      const dashboard = addDashboard('');
      const added = document.createElement('tavle-app');
      added.setAttribute('name', 'frister');
      const template = document.createElement('template');
      // Appends from the top down, as Angular does.
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

  it('an app outside a dashboard warns that it is not shown', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    document.body.innerHTML = '<div><tavle-app name="frister"></tavle-app></div>';
    await eventually(() =>
      expect(warn.mock.calls).toEqual([['<tavle-app name="frister"> must be in a <tavle-dashboard>.']]),
    );
  });

  it('an app that the service does not know is named on the console, once', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const dashboard = await openDashboard(`${threeApps}<tavle-app name="ukendt"></tavle-app>`);
    await dashboard.refresh();
    await settled(dashboard);
    expect(warn.mock.calls).toEqual([
      ['<tavle-app name="ukendt"> is not shown: the portal file of the service does not have it.'],
    ]);
  });

  it('content that fails while it is created does not change the state of its app during an update', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    // Lit warns once in a page.
    (globalThis as {litIssuedWarnings?: Set<string>}).litIssuedWarnings?.clear();
    onMake = () => {
      throw new Error('constructor');
    };
    await openDashboard(app('frister'));
    await expect.element(page.getByText(/^Vi kunne ikke vise frister/)).toBeVisible();
    expect(warn.mock.calls.filter(([text]) => String(text).includes('change-in-update'))).toEqual([]);
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
      const root = appIn(dashboard, name).shadowRoot;
      return [
        getComputedStyle(appIn(dashboard, name)).outlineStyle,
        ...['header', 'article'].map(part => root?.querySelector(part)?.part.contains('active')),
      ];
    });
    style.remove();
    expect(widths).toEqual([
      ['solid', true, true],
      ['none', false, false],
    ]);
    expect(appIn(dashboard).state).toBe('active');
  });
});
