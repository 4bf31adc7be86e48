import {describe, expect, it, onTestFinished} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {openCalendar, query} from '../testing/calendar-fixture.ts';
import {addDashboard, openDashboard, shown} from '../testing/dashboard-fixture.ts';
import {fakeCalendar, frist} from '../testing/fake-calendar.ts';
import {fakeDashboard} from '../testing/fake-dashboard.ts';
import {fakeForms, plainForm} from '../testing/fake-forms.ts';
import {addSearch} from '../testing/forms-fixture.ts';
import {button, eventually} from '../testing/page-fixture.ts';
import {replaceParameters} from './page-url.ts';

/** The elements leave alone what belongs to the page. */

describe("the page's URL", () => {
  const {href} = location;
  it.each([
    ['?soeg=k%F8benhavn&x', '?soeg=k%F8benhavn&x&tavle-frist=7', 7],
    ['?a=b+c&&tavle-frist=1&d=%2f', '?a=b+c&&tavle-frist=7&d=%2f', 7],
    ['?tavle-frist=1&x=1&tavle-frist=2', '?tavle-frist=7&x=1', 7],
    ['?x=%zz&tavle-frist=1', '?x=%zz', undefined],
    ['?tavle-frist=1', '', undefined],
  ])('%s becomes %s', (before, after, value) => {
    onTestFinished(() => history.replaceState(null, '', href));
    history.replaceState(null, '', `${location.pathname}${before}#del`);
    replaceParameters({'tavle-frist': value});
    expect(location.search).toBe(after);
    expect(location.hash).toBe('#del');
  });

  it('changes also in a page whose links have another origin (`<base>`)', () => {
    onTestFinished(() => history.replaceState(null, '', href));
    const base = document.createElement('base');
    base.href = 'https://cdn.example/assets/';
    document.head.append(base);
    onTestFinished(() => base.remove());
    replaceParameters({'tavle-frist': 7});
    expect(new URL(location.href).searchParams.get('tavle-frist')).toBe('7');
  });
});

it('attributes of an app stay as the page has written them', async () => {
  fakeDashboard({frister: 'active'});
  const dashboard = await openDashboard('<tavle-app name="frister"></tavle-app>');
  const app = dashboard.querySelector('tavle-app');
  await app?.updateComplete;
  expect(app?.getAttributeNames()).toEqual(['name']);
});

describe('an element that moves', () => {
  it('by moveBefore keeps its open deadline', async () => {
    fakeCalendar(frist(1, '10-12-2026'));
    const calendar = await openCalendar('date="2026-12-01" view="list"');
    void calendar.open(1);
    const target = document.createElement('section');
    document.body.append(target);
    await expect.poll(() => query('dialog').matches('[open]')).toBe(true);
    target.moveBefore(calendar, null);
    await calendar.updateComplete;
    expect(calendar.parentElement).toBe(target);
    expect(query('dialog').matches('[open]')).toBe(true);
  });

  it('into another document has its styles there and back', async () => {
    fakeDashboard({frister: 'active'});
    const dashboard = await openDashboard('<tavle-app name="frister" heading="Frister"></tavle-app>');
    const colourOf = () => getComputedStyle(dashboard.shadowRoot?.firstElementChild ?? dashboard).display;
    const before = colourOf();
    const sheets = () => dashboard.shadowRoot?.adoptedStyleSheets.length;
    const count = sheets();
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const other = frame.contentDocument;
    other?.body.append(dashboard);
    expect(sheets()).toBe(count);
    expect(dashboard.ownerDocument).toBe(other);
    expect(other?.defaultView?.getComputedStyle(dashboard).display).toBe(
      getComputedStyle(addDashboard('')).display,
    );
    document.body.append(dashboard);
    expect(sheets()).toBe(count);
    expect(colourOf()).toBe(before);
    frame.remove();
  });

  it('that it is first shown in has its styles there', async () => {
    fakeDashboard({frister: 'active'});
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const dashboard = document.createElement('tavle-dashboard');
    frame.contentDocument?.body.append(dashboard);
    const root = () => dashboard.shadowRoot?.firstElementChild;
    await eventually(() => expect(root()).toBeTruthy());
    expect(dashboard.shadowRoot?.adoptedStyleSheets.length).toBeGreaterThan(1);
    frame.remove();
  });

  it('that it is first shown in has the apps in the order of the person there', async () => {
    const service = fakeDashboard({frister: 'active', cvr: 'active'});
    service.order = ['cvr', 'frister'];
    const frame = document.createElement('iframe');
    document.body.append(frame);
    const dashboard = document.createElement('tavle-dashboard');
    dashboard.getToken = () => 'token';
    // Elements of this document: the frame does not define their tags.
    for (const name of ['frister', 'cvr']) {
      const app = document.createElement('tavle-app');
      dashboard.append(Object.assign(app, {name}));
    }
    frame.contentDocument?.body.append(dashboard);
    await eventually(() => expect(shown(dashboard, 'active')).toEqual(['cvr', 'frister']));
    frame.remove();
  });
});

describe('in a sandbox without allow-forms', () => {
  it('a search starts with the button and with Enter, without a form', async () => {
    const service = fakeForms([plainForm()]);
    const search = addSearch();
    await expect.element(button('Søg')).toBeVisible();
    expect(search.shadowRoot?.querySelector('form')).toBeNull();
    const field = page.getByRole('searchbox');
    await userEvent.fill(field, 'udstationering');
    const searches = () => service.calls.filter(({url}) => url.search.includes('udstationering')).length;
    // The search starts while typing.
    await expect.poll(searches).toBe(1);
    await userEvent.keyboard('{Enter}');
    await expect.poll(searches).toBe(2);
    await button('Søg').click();
    await expect.poll(searches).toBe(3);
  });
});
