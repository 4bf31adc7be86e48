import fc from 'fast-check';
import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';
import {commands} from 'vitest/browser';

import {
  define,
  TavleApp,
  TavleCalendar,
  TavleDashboard,
  TavleDeadlines,
  TavleEditorial,
  TavleForm,
  TavleFormSearch,
} from '../index.ts';
import {fakeNetwork, type FakeNetwork} from '../testing/fake-network.ts';
import {plainForm} from '../testing/fake-forms.ts';

declare module 'vitest/browser' {
  interface BrowserCommands {
    elements: () => Promise<{tagName: string; properties: string[]; attributes: string[]}[]>;
  }
}

const classes = {
  'tavle-app': TavleApp,
  'tavle-calendar': TavleCalendar,
  'tavle-dashboard': TavleDashboard,
  'tavle-deadlines': TavleDeadlines,
  'tavle-editorial': TavleEditorial,
  'tavle-form': TavleForm,
  'tavle-form-search': TavleFormSearch,
};
for (const [tag, element] of Object.entries(classes)) define(tag, element);

/** The values that every element has before the test changes one. */
const usual: Record<string, unknown> = {
  getToken: () => Promise.resolve('token'),
  cvr: '10000009',
  authority: 'ERST',
  permalink: 'Anmeldelse',
  name: 'frister',
  state: 'active',
};

const written = [
  '',
  ' ',
  'abc',
  'false',
  '0',
  '-1',
  'h3',
  '..',
  '//x',
  'localhost:8080',
  'javascript:alert(1)',
  '{}',
  '[]',
  '\ud800',
  '<b>',
];
const values = fc.oneof(
  fc.constantFrom<unknown>(
    undefined,
    null,
    NaN,
    Infinity,
    -1,
    0,
    1e21,
    5n,
    Symbol('any'),
    Object.create(null),
  ),
  fc.constantFrom<unknown>(...written, 'x'.repeat(100_000), '12 '.repeat(50_000)),
  fc.constantFrom<unknown>(
    new Date(NaN),
    new Map(),
    new URL('https://tavle.example.dk'),
    document.body,
    Promise.resolve('token'),
  ),
  fc.constantFrom<unknown>(
    () => undefined,
    () => '',
    () => 7,
    () => ({}),
    () => '<html></html>',
    () => Promise.reject(new TypeError('Failed to fetch')),
    () => Promise.reject(new Error('No token: 401')),
    () => {
      throw Object.create(null);
    },
  ),
  fc.constantFrom<unknown>(
    {reasons: null},
    {found: 'x', loading: 7},
    {deadlines: () => Symbol('text'), turnedOn: null},
  ),
  fc.anything({
    withBigInt: true,
    withDate: true,
    withMap: true,
    withNullPrototype: true,
    withSparseArray: true,
  }),
);

let network: FakeNetwork;
let problems: unknown[];
let warnings: string[];
const note = (event: ErrorEvent | PromiseRejectionEvent) =>
  void problems.push('reason' in event ? event.reason : event.error);

beforeEach(() => {
  problems = [];
  warnings = [];
  vi.spyOn(console, 'warn').mockImplementation(text => {
    // Lit also warns of its development mode, and apps warn that they are not in a dashboard.
    if (/^<(?!.*must be in a)/.test(String(text))) warnings.push(String(text));
  });
  addEventListener('error', note);
  addEventListener('unhandledrejection', note);
  network = fakeNetwork(({url}) => {
    if (url.pathname.includes('/apps/'))
      return Response.json({frister: {state: 'active'}, apps: [], locked: []});
    if (/\/virksomheder\/|\/mine\//.test(url.pathname)) return Response.json([]);
    if (url.pathname.endsWith('/overblik'))
      return Response.json({tilstande: {}, nyeForslag: 0, forventetDigital: [], myndigheder: []});
    if (url.pathname.endsWith('/Anmeldelse')) return Response.json(plainForm());
    return Response.json(
      url.pathname.endsWith('/myndigheder') ? [] : {antal: 0, naeste: null, formularer: []},
    );
  });
});
afterEach(() => {
  removeEventListener('error', note);
  removeEventListener('unhandledrejection', note);
});

const elements = await commands.elements();

it('is checked for each element of the manifest', () => {
  expect(elements.map(({tagName}) => tagName).sort()).toEqual(Object.keys(classes).sort());
});

describe.each(elements)('<$tagName>', ({tagName, properties, attributes}) => {
  const add = () => {
    const element = document.createElement(tagName) as HTMLElement & {updateComplete: Promise<unknown>};
    for (const [name, value] of Object.entries(usual)) if (name in element) Reflect.set(element, name, value);
    document.body.append(element);
    return element;
  };

  /** Adds an element for each change, changes it, and checks errors, requests, warnings and what is shown. */
  const check = async (changes: readonly ((element: HTMLElement) => void)[]) => {
    document.body.replaceChildren();
    network.calls.length = network.background.length = network.prefetched.length = warnings.length = 0;
    const added = changes.map(add);
    await Promise.all(added.map(element => element.updateComplete));
    // Makes each change twice, as a framework does that renders again.
    for (let turn = 0; turn < 2; turn += 1)
      changes.forEach((change, index) => change(added[index] as HTMLElement));
    await new Promise(resolve => setTimeout(resolve, 150));
    await Promise.all(added.map(element => element.updateComplete));
    expect(problems).toEqual([]);
    const requests = [...network.calls, ...network.background, ...network.prefetched];
    expect(requests.length).toBeLessThanOrEqual(12 * changes.length);
    expect(warnings.length).toBeLessThanOrEqual(changes.length);
    for (const element of added) {
      // An app without a name shows nothing and warns in the console.
      if (element instanceof TavleApp && (element.state === 'hidden' || !element.name)) continue;
      expect(element.offsetHeight).toBeGreaterThan(0);
      expect(element.shadowRoot?.textContent.trim()).not.toBe('');
    }
  };

  it.each(properties)('accepts any value of %s', async property => {
    await fc.assert(
      fc.asyncProperty(fc.array(values, {minLength: 10, maxLength: 10}), drawn =>
        check(drawn.map(value => element => Reflect.set(element, property, value))),
      ),
      {numRuns: 2, endOnFailure: true},
    );
  });

  it.each(attributes)('accepts any attribute %s', async attribute => {
    const texts = [...written, 'x'.repeat(1_000)];
    await check(texts.map(text => element => element.setAttribute(attribute, text)));
  });

  it.each(['null', '[]', '{}', '"text"', '[null]', '<html></html>'])(
    'shows something where `api` is of another service, which returns %s',
    async response => {
      vi.spyOn(console, 'error').mockReturnValue();
      vi.stubGlobal('fetch', () => Promise.resolve(new Response(response)));
      await check([() => undefined]);
    },
  );
});
