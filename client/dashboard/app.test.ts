import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page} from 'vitest/browser';

import {TavleAppErrorEvent, type TavleErrorEvent} from '../index.ts';
import {openDashboard, settled, shown} from '../testing/dashboard-fixture.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {eventually} from '../testing/waiting.ts';

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
    const dashboard = await openDashboard(app('tilskud'));
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
    await openDashboard(`<tavle-app name="tilskud" heading="tilskud"></tavle-app>`);
    const template = document.createElement('template');
    // Parsed like a page's own markup: scripts from innerHTML never run.
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
    const dashboard = await openDashboard(app('frister') + app('cvr'));
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
  const dashboard = await openDashboard(
    '<tavle-app name="frister" heading="frister"><p>Altid</p></tavle-app>',
  );
  await expect.element(page.getByText('Altid')).toBeVisible();
  await switchOf('frister').click();
  await settled(dashboard);
  expect(dashboard.querySelector('p')?.checkVisibility()).toBe(false);
});

describe('an app that fails', () => {
  /** Prevents an expected error from failing the test run. */
  const expectReport = () => addEventListener('error', event => event.preventDefault(), {once: true});

  it('in its constructor shows an error, and the other apps keep working', async () => {
    let turn = 0;
    onMake = () => {
      if (++turn === 1) throw new Error('constructor');
    };
    expectReport();
    const failed = vi.fn<(event: TavleErrorEvent) => void>();
    document.body.addEventListener('tavle-error', failed, {once: true});
    const dashboard = await openDashboard(app('frister') + app('cvr'));
    await expect.element(page.getByText('frister kunne ikke vises.')).toBeVisible();
    expect(failed.mock.calls[0]?.[0]).toMatchObject({operation: 'app', app: 'frister'});
    expect(failed.mock.calls[0]?.[0].cause).toMatchObject({message: 'constructor'});
    await expect.element(page.getByText('Indhold')).toBeVisible();

    await page.getByRole('button', {name: 'Prøv igen'}).click();
    await settled(dashboard);
    expect(page.getByText('frister kunne ikke vises.').query()).toBeNull();
    expect(page.getByText('Indhold').elements()).toHaveLength(2);
    expect(dashboard.querySelector('tavle-app')?.shadowRoot?.activeElement?.textContent.trim()).toBe(
      'frister',
    );
  });

  it('can report that itself', async () => {
    const dashboard = await openDashboard(app('frister'));
    dashboard.querySelector('test-content')?.dispatchEvent(new TavleAppErrorEvent(new Error('no data')));
    await expect.element(page.getByRole('alert').last()).toHaveTextContent('frister kunne ikke vises.');
    expect(dashboard.querySelector('test-content')).toBeNull();
  });

  it('in a Lit rendering shows an error', async () => {
    const broken = Promise.reject(new Error('render'));
    broken.catch(() => undefined);
    Object.defineProperty(TestContent.prototype, 'updateComplete', {get: () => broken, configurable: true});
    await openDashboard(app('frister'));
    await expect.element(page.getByText('frister kunne ikke vises.')).toBeVisible();
    delete (TestContent.prototype as {updateComplete?: unknown}).updateComplete;
  });

  it('repeatedly can be turned off, and restarts when turned on', async () => {
    onMake = () => {
      throw new Error('always');
    };
    const ignore = (event: Event) => event.preventDefault();
    addEventListener('error', ignore);
    const dashboard = await openDashboard(app('frister'));
    await page.getByRole('button', {name: 'Prøv igen'}).click();
    await expect.element(page.getByText('frister kunne ikke vises.')).toBeVisible();
    await switchOf('frister').click();
    await settled(dashboard);
    expect(shown(dashboard, 'disabled')).toEqual(['frister']);
    onMake = () => undefined;
    await switchOf('frister').click();
    await expect.element(page.getByText('Indhold')).toBeVisible();
    removeEventListener('error', ignore);
  });
});

describe('the header', () => {
  const withParts = `
    <tavle-app name="tilskud" heading="Tilskud" description="Puljer, din virksomhed kan søge">
      <svg slot="icon"></svg><span slot="header">3 nye</span>
    </tavle-app>`;

  it('always has the icon, the description while the app is off, and its content while the app is on', async () => {
    const dashboard = await openDashboard(withParts);
    const isVisible = (selector: string) => dashboard.querySelector(selector)?.checkVisibility();
    await expect.element(page.getByText('Puljer, din virksomhed kan søge')).toBeVisible();
    await expect.element(switchOf('Tilskud')).toHaveAccessibleDescription('Puljer, din virksomhed kan søge');
    expect([isVisible('[slot=icon]'), isVisible('[slot=header]')]).toEqual([true, false]);
    await switchOf('Tilskud').click();
    await settled(dashboard);
    expect(page.getByText('Puljer, din virksomhed kan søge').query()).toBeNull();
    await expect.element(switchOf('Tilskud')).not.toHaveAccessibleDescription();
    expect([isVisible('[slot=icon]'), isVisible('[slot=header]')]).toEqual([true, true]);
  });
});
