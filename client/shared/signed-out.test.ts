import type {LitElement} from 'lit';
import {beforeEach, describe, expect, it, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {GetToken} from '../api/api.ts';
import {addCalendar, addDeadlines} from '../testing/calendar-fixture.ts';
import {startArranging, addDashboard, threeApps} from '../testing/dashboard-fixture.ts';
import {addEditorial} from '../testing/editorial-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {fakeEditorial, manyForms, someForms} from '../testing/fake-editorial.ts';
import type {FakeNetwork} from '../testing/fake-network.ts';
import {button, eventually, opened, settled, status} from '../testing/page-fixture.ts';
import {jwt} from '../testing/tokens.ts';

type Element = LitElement & {getToken: GetToken | undefined; loginUrl: string; refresh(): Promise<void>};

interface Case {
  readonly serve: () => FakeNetwork;
  readonly add: () => Element;
  /** The heading in each language. */
  readonly texts: readonly [da: string, en: string];
  /** What only a person who is signed in sees. */
  readonly content: string;
}

const deadlines = () => fakeCalendar(frist(1, '10-06-2027', {overskrift: 'Moms', afsenderNavn: 'Skat'}));

const cases: Record<string, Case> = {
  'the dashboard': {
    serve: () => fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'}),
    add: () => addDashboard(`${threeApps}<tavle-app name="post"><p>To breve</p></tavle-app>`),
    texts: ['Log på for at se dit overblik', 'Sign in to see your overview'],
    content: 'To frister',
  },
  'the calendar': {
    serve: deadlines,
    add: () => addCalendar('date="2027-06-01"'),
    texts: ['Log på for at se dine frister', 'Sign in to see your deadlines'],
    content: 'Moms',
  },
  'the next deadlines': {
    serve: deadlines,
    add: addDeadlines,
    texts: ['Log på for at se dine frister', 'Sign in to see your deadlines'],
    content: 'Moms',
  },
  'the list of an editor': {
    serve: () => fakeEditorial(someForms()),
    add: addEditorial,
    texts: ['Log på for at redigere formularer', 'Sign in to edit forms'],
    content: 'Indberet moms',
  },
};

/** Returns all text of an element, and that of its children that it shows. */
const textOf = ({shadowRoot, children}: HTMLElement) =>
  [shadowRoot?.textContent, ...[...children].map(({textContent}) => textContent)]
    .join(' ')
    .replaceAll(/\s+/g, ' ');

const contentOf = ({shadowRoot}: Element) => shadowRoot?.querySelector('.root');

/** Whether the element shows anything besides the signed-out text. */
const hasMore = (element: Element) =>
  [...(contentOf(element)?.children ?? [])].some(child => !child.matches('[part=signed-out]'));

describe.each(Object.entries(cases))('%s', (_, {serve, add, texts, content}) => {
  let service: FakeNetwork;
  let token: string | undefined;

  beforeEach(() => {
    service = serve();
    token = jwt({sub: 'anna'});
  });

  const withToken = () => {
    const element = add();
    element.getToken = () => token;
    return element;
  };

  const show = async () => {
    const element = await opened(withToken);
    await eventually(() => expect(textOf(element)).toContain(content));
    return element;
  };

  it('asks a person who never signed in to do so, in one calm box without a request', async () => {
    token = undefined;
    const element = withToken();
    element.loginUrl = '/log-paa';
    await expect.element(page.getByRole('heading', {name: texts[0]})).toBeVisible();
    await expect.element(page.getByRole('link', {name: 'Log på'})).toHaveAttribute('href', '/log-paa');
    expect(textOf(element)).not.toContain('logget af');
    expect(page.getByRole('button').elements()).toEqual([]);
    expect(page.getByRole('alert').elements()).toEqual([]);
    expect(hasMore(element)).toBe(false);
    expect(service.calls).toEqual([]);
    document.documentElement.lang = 'en';
    await expect.element(page.getByRole('heading', {name: texts[1]})).toBeVisible();
    await expect.element(page.getByRole('link', {name: 'Sign in'})).toBeVisible();
  });

  it.each<[string, (element: Element) => unknown]>([
    ['the service rejects the token', element => (service.break(401), element.refresh())],
    ['getToken returns nothing', element => ((token = undefined), element.refresh())],
    ['the page removes getToken', element => (element.getToken = undefined)],
  ])('keeps nothing of a person when %s', async (_end, end) => {
    const element = await show();
    await end(element);
    await expect.element(page.getByRole('heading', {name: texts[0]})).toBeVisible();
    expect(textOf(element)).not.toContain(content);
    expect(textOf(element)).toContain('Du er blevet logget af.');
    expect(hasMore(element)).toBe(false);
    expect([...element.children].every(child => !child.checkVisibility())).toBe(true);
  });

  it('shows the content again after the next login, without a new function', async () => {
    const element = await show();
    token = undefined;
    await element.refresh();
    await expect.element(button('Prøv igen')).toBeVisible();
    token = jwt({sub: 'bo'});
    await button('Prøv igen').click();
    await eventually(() => expect(textOf(element)).toContain(content));
    expect(textOf(element)).not.toContain(texts[0]);
  });

  it('starts over when the same getToken returns the token of another person', async () => {
    const element = await show();
    service.hold();
    token = jwt({sub: 'bo'});
    await element.refresh();
    await settled(element);
    expect(textOf(element)).not.toContain(content);
    expect(textOf(element)).not.toContain(texts[0]);
    service.release();
    await eventually(() => expect(textOf(element)).toContain(content));
    expect(service.calls.at(-1)?.token).toBe(`Bearer ${token}`);
  });

  it('keeps the content of a person with new tokens, and of tokens that are not JWTs', async () => {
    token = 'opaque-1';
    const element = await show();
    const rendered = contentOf(element)?.lastElementChild;
    for (const next of ['opaque-2', 'opaque-3']) {
      token = next;
      await element.refresh();
      expect(textOf(element)).toContain(content);
    }
    expect(contentOf(element)?.lastElementChild).toBe(rendered);
  });

  it('shows no login for a token that each login would bring again, and explains it once on the console', async () => {
    const warn = vi.spyOn(console, 'warn').mockReturnValue();
    const reason = `The token's claim "aud" is wrong.`;
    vi.stubGlobal('fetch', () =>
      Promise.resolve(Response.json({status: 'Unauthorized', code: 401, message: reason}, {status: 401})),
    );
    const element = withToken();
    element.loginUrl = '/log-paa';
    await expect.element(page.getByRole('alert').filter({hasText: 'Der opstod en fejl.'})).toBeVisible();
    await element.refresh();
    expect(page.getByRole('link').elements()).toEqual([]);
    expect(textOf(element)).not.toContain('logget af');
    // Only the first element of the page warns.
    expect(warn.mock.calls.length).toBeLessThanOrEqual(1);
    for (const [text] of warn.mock.calls) expect(text).toContain(`${reason} Signing in again does not help.`);
  });
});

it('the session of all elements ends with that of one', async () => {
  const service = deadlines();
  let token: string | undefined = jwt({sub: 'anna'});
  const elements = [addDeadlines(), addCalendar('date="2027-06-01"')];
  for (const element of elements) element.getToken = () => token;
  await eventually(() => elements.forEach(each => expect(textOf(each)).toContain('Moms')));
  token = undefined;
  await elements[0]?.refresh();
  await eventually(() => elements.forEach(each => expect(textOf(each)).toContain('Du er blevet logget af.')));
  const {length} = service.calls;
  await new Promise(resolve => setTimeout(resolve, 200));
  expect(service.calls).toHaveLength(length);
});

it('all elements start over for another person whom one has noticed', async () => {
  const service = deadlines();
  let token = jwt({sub: 'anna'});
  const elements = [addDeadlines(), addCalendar('date="2027-06-01"')];
  for (const element of elements) element.getToken = () => token;
  await eventually(() => elements.forEach(each => expect(textOf(each)).toContain('Moms')));
  service.hold();
  token = jwt({sub: 'bo'});
  await elements[1]?.refresh();
  await eventually(() => elements.forEach(each => expect(textOf(each)).not.toContain('Moms')));
  service.release();
  await eventually(() => elements.forEach(each => expect(textOf(each)).toContain('Moms')));
  expect(service.calls.at(-1)?.token).toBe(`Bearer ${token}`);
});

describe('what a person has not saved yet', () => {
  it('is not sent with the token of another person: states of apps', async () => {
    const service = fakeDashboard({frister: 'active', cvr: 'active', tilskud: 'deactive'});
    let token = jwt({sub: 'anna'});
    const dashboard = await opened(() => {
      const element = addDashboard();
      element.getToken = () => token;
      return element;
    });
    await settled(dashboard);
    await startArranging(dashboard);
    service.hold();
    await page.getByRole('switch', {name: 'Frister'}).click();
    await page.getByRole('switch', {name: 'Frister'}).click();
    await eventually(() => expect(service.calls.filter(({method}) => method === 'PUT')).toHaveLength(1));
    token = jwt({sub: 'bo'});
    await dashboard.refresh();
    service.release();
    await settled(dashboard);
    await expect.element(page.getByRole('button', {name: 'Tilpas overblik'})).toBeVisible();
    await userEvent.keyboard('{Control>}z{/Control}');
    await settled(dashboard);
    expect(button('Fortryd').query()).toBeNull();
    const puts = service.calls.filter(({method}) => method === 'PUT');
    expect(puts.map(each => each.token)).toEqual([`Bearer ${jwt({sub: 'anna'})}`]);
  });

  it('is not sent with the token of another person: the text of an editor', async () => {
    const service = fakeEditorial(someForms());
    let token = jwt({sub: 'anna'});
    const element = await opened(() => {
      const added = addEditorial();
      added.getToken = () => token;
      return added;
    });
    await page.getByRole('button', {name: 'Redigér'}).first().click();
    await userEvent.fill(page.getByRole('textbox', {name: 'Søgeord', exact: true}), 'annas ord');
    token = jwt({sub: 'bo'});
    await button('Gem').click();
    await eventually(() => expect(service.calls.at(-1)?.token).toBe(`Bearer ${token}`));
    await settled(element);
    expect(page.getByRole('textbox', {name: 'Søgeord', exact: true}).query()).toBeNull();
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
  });

  it('is removed when another person comes back to the tab: the text of an editor', async () => {
    fakeEditorial(someForms());
    let token = jwt({sub: 'anna'});
    await opened(() => {
      const added = addEditorial();
      added.getToken = () => token;
      return added;
    });
    await page.getByRole('button', {name: 'Redigér'}).first().click();
    await userEvent.fill(page.getByRole('textbox', {name: 'Søgeord', exact: true}), 'annas ord');
    token = jwt({sub: 'bo'});
    document.dispatchEvent(new Event('visibilitychange'));
    await eventually(() =>
      expect(page.getByRole('textbox', {name: 'Søgeord', exact: true}).query()).toBeNull(),
    );
  });

  describe('when the session has ended: the text of an editor', () => {
    const field = () => page.getByRole('textbox', {name: 'Søgeord', exact: true});
    let element: ReturnType<typeof addEditorial>;
    let token: string | undefined;

    /** Opens a form of a list that is longer than a page, types, and ends the session. */
    async function typeAndEnd(): Promise<void> {
      const service = fakeEditorial(manyForms());
      element = await opened(() => {
        const added = addEditorial();
        added.getToken = () => token;
        return added;
      });
      await button('Vis flere').click();
      await page.getByRole('button', {name: 'Redigér'}).last().click();
      await userEvent.fill(field(), 'annas ord');
      service.calls.length = 0;
      token = undefined;
      await element.refresh();
      await expect.element(button('Prøv igen')).toBeVisible();
      expect(element.shadowRoot?.querySelector('textarea')).toBeNull();
      expect(service.calls).toEqual([]);
    }

    it('is shown again to the same person', async () => {
      token = jwt({sub: 'anna', iat: 1});
      await typeAndEnd();
      // Another check while nobody is signed in changes nothing.
      await button('Prøv igen').click();
      await settled(element);
      token = jwt({sub: 'anna', iat: 2});
      await button('Prøv igen').click();
      await expect.element(field()).toHaveValue('annas ord');
      await button('Gem').click();
      await expect.element(status()).toHaveTextContent('Gemt: Anmeld midlertidigt arrangement');
    });

    it('is shown again after the page has set a new function', async () => {
      token = jwt({sub: 'anna'});
      await typeAndEnd();
      element.getToken = () => jwt({sub: 'anna'});
      await expect.element(field()).toHaveValue('annas ord');
    });

    it.each([
      ['another person', jwt({sub: 'anna'}), jwt({sub: 'bo'})],
      ['a person with a token that is not a JWT', 'opaque-1', 'opaque-2'],
    ])('is dropped before %s signs in', async (_, first, next) => {
      token = first;
      await typeAndEnd();
      for (const later of [next, first]) {
        token = later;
        const loaded = new Promise(resolve => element.addEventListener('tavle-load', resolve, {once: true}));
        await element.refresh();
        await loaded;
        await settled(element);
        expect(textOf(element)).toContain('Indberet moms');
        expect(field().query()).toBeNull();
      }
    });

    it('is dropped when the page removes getToken', async () => {
      token = jwt({sub: 'anna'});
      await typeAndEnd();
      element.getToken = undefined;
      await settled(element);
      element.getToken = () => jwt({sub: 'anna'});
      await expect.element(page.getByText('Indberet moms')).toBeVisible();
      expect(field().query()).toBeNull();
    });
  });
});
