import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleNotFoundEvent, TavleStartEvent} from '../index.ts';
import {fakeForms, plainForm, wholeForm} from '../testing/fake-forms.ts';
import {addForm, addSearch, loaded} from '../testing/forms-fixture.ts';
import {payloads} from '../testing/payloads.ts';
import {button, eventually, settled} from '../testing/page-fixture.ts';

async function open(...fields: Parameters<typeof wholeForm>) {
  const service = fakeForms([wholeForm(...fields)]);
  return {service, form: await loaded(addForm())};
}

const frame = () => page.getByTitle('Anmeldelse af udstationering').element() as HTMLIFrameElement;

describe('a form', () => {
  it('shows the intro page’s fields, in order, without a token', async () => {
    const {form, service} = await open();
    await expect.element(page.getByText('Spørg os.')).toBeVisible();
    expect(service.calls.map(({url, token}) => [url.pathname, token])).toEqual([
      ['/formularer/1/ERST/Anmeldelse', null],
    ]);
    const text = form.shadowRoot?.textContent.replace(/\s+/g, ' ') ?? '';
    const parts = [
      'Anmeldelse af udstationering',
      'Fra Erhvervsstyrelsen',
      'Anmeld udenlandske medarbejdere.',
      'Du skal logge på.',
      'Begynd anmeldelsen & fortsæt',
      'Log på med eIDAS som privatperson',
      'Log på med eIDAS som medarbejder',
      'Log på med SSI',
      'før arbejdet begynder',
      'Hav følgende klar',
      'CVR-nummer',
      'Sådan gør du',
      'Udfyld',
      'Gebyr: 0 kr.',
      'Hjælp',
      'Spørg os.',
      'Kontakt',
      '35 29 10 00',
      'Læs vejledningen',
      'Udstationeringsloven',
    ];
    const places = parts.map(part => text.indexOf(part));
    expect(places).not.toContain(-1);
    expect(places).toEqual([...places].sort((one, other) => one - other));
    expect(page.getByRole('listitem').filter({hasText: 'Udfyld'}).elements()).toHaveLength(1);
  });

  it('has its headings at the configured levels', async () => {
    const {form} = await open();
    form.headingLevel = 1;
    await settled(form);
    await expect
      .element(page.getByRole('heading', {name: 'Anmeldelse af udstationering', level: 1}))
      .toBeVisible();
    await expect.element(page.getByRole('heading', {name: 'Hjælp', level: 2})).toBeVisible();
  });

  it.each(['<p>&nbsp;</p>', '<p></p>', '<p>&#8203;</p>', ' &zwnj;\u200b', '&shy;'])(
    'has no section for %j, which shows nothing',
    async nothing => {
      await open({hjaelp: nothing, forudsaetninger: nothing});
      await expect.element(page.getByRole('heading', {name: 'Kontakt'})).toBeVisible();
      for (const name of ['Hjælp', 'Hav følgende klar'])
        await expect.element(page.getByRole('heading', {name})).not.toBeInTheDocument();
    },
  );

  it('has no empty text for a description without words', async () => {
    const {form} = await open({beskrivelse: '<div><br></div>'});
    const texts = [...(form.shadowRoot?.querySelectorAll<HTMLElement>('.markup') ?? [])];
    expect(texts.length).toBeGreaterThan(1);
    for (const text of texts) expect(text.innerText.trim()).not.toBe('');
  });

  it('is in English, and marks the supplier’s texts as Danish', async () => {
    document.documentElement.lang = 'en';
    await open();
    await expect.element(page.getByText('Have the following ready')).toBeVisible();
    await expect.element(page.getByText('Spørg os.')).toBeVisible();
    expect(page.getByText('Spørg os.').element().closest('[lang]')?.getAttribute('lang')).toBe('da');
  });

  it('names legislation by its title, or by the host of its URL', async () => {
    await open({
      urlTilLovstof: [
        {titel: 'Momsloven', url: 'https://www.retsinformation.dk/eli/lta/2026/1'},
        {titel: '', url: 'https://www.retsinformation.dk/eli/lta/2026/2'},
        {titel: ' ', url: 'HTTP://lov.example.dk:8080?id=3'},
      ],
    });
    const names = ['Momsloven', 'retsinformation.dk', 'lov.example.dk:8080'];
    for (const name of names) await expect.element(page.getByRole('link', {name, exact: true})).toBeVisible();
  });

  it.each([
    ['/find?tavle-soeg=jord', '/find', '/find?tavle-soeg=jord'],
    ['/find?lang=en&tavle-soeg=jord', '/find?lang=en', '/find?lang=en&tavle-soeg=jord'],
    ['/?page=home', '/?page=find', '/?page=find'],
    ['/findings?tavle-soeg=jord', '/find', '/find'],
    ['https://other.example.dk/find?tavle-soeg=jord', '/find', '/find'],
    ['', 'find', 'find'],
  ])('links back to the search: after %s, %s becomes %s', async (before, searchUrl, expected) => {
    const referrer = before && new URL(before, location.href).href;
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
    fakeForms([wholeForm()]);
    await loaded(addForm({'search-url': searchUrl}));
    const link = page.getByText('Tilbage til søgningen').element() as HTMLAnchorElement;
    expect(link.href).toBe(Object.assign(document.createElement('a'), {href: expected}).href);
  });

  it('links back to the last search of a single-page app, whose referrer is older', async () => {
    const {href} = location;
    onTestFinished(() => history.replaceState(null, '', href));
    vi.spyOn(document, 'referrer', 'get').mockReturnValue(new URL('/find?tavle-soeg=jord', href).href);
    fakeForms([wholeForm()]);
    history.replaceState(null, '', '/find?tavle-myndighed=ERST#search');
    const search = await loaded(addSearch());
    await page.getByRole('searchbox').fill('vand');
    await expect.poll(() => location.search).toBe('?tavle-myndighed=ERST&tavle-soeg=vand');
    const {href: last} = location;
    history.replaceState(null, '', '/form');
    search.remove();
    await loaded(addForm({'search-url': '/find'}));
    const link = page.getByText('Tilbage til søgningen').element() as HTMLAnchorElement;
    expect(link.href).toBe(last);
    // A search that the app shows again without a query.
    history.replaceState(null, '', '/find');
    document.body.replaceChildren();
    await loaded(addSearch());
    document.body.replaceChildren();
    await loaded(addForm({'search-url': '/find'}));
    expect((page.getByText('Tilbage til søgningen').element() as HTMLAnchorElement).href).toBe(location.href);
  });

  it('links back to the search from a form that is unknown, and only with the URL of the search', async () => {
    fakeForms([]);
    const form = addForm({'search-url': '/find'});
    await expect.element(page.getByText('Formularen findes ikke')).toBeVisible();
    await expect.element(page.getByRole('link', {name: 'Tilbage til søgningen'})).toBeVisible();
    vi.spyOn(console, 'warn').mockReturnValue();
    for (const url of ['', 'https://[', 'javascript:alert(1)']) {
      form.searchUrl = url;
      await settled(form);
      expect(page.getByRole('link').elements()).toEqual([]);
      form.searchUrl = '/find';
      await settled(form);
    }
  });

  it('shows the start button before long texts, in the order of the keys, in a narrow and a wide room', async () => {
    const long = '<p>Læs <a href="https://example.dk/">mere</a>.</p>'.repeat(30);
    const {form} = await open({beskrivelse: long, trin: [long]});
    for (const width of ['358px', '1200px']) {
      document.body.style.inlineSize = width;
      const start = page.getByRole('link', {name: /Begynd/}).element();
      expect(start.getBoundingClientRect().top - form.getBoundingClientRect().top).toBeLessThan(420);
      const links = [...(form.shadowRoot?.querySelectorAll('a') ?? [])];
      expect(links[0]).toBe(start);
      const tops = links.slice(0, 30).map(link => link.getBoundingClientRect().top);
      expect(tops).toEqual([...tops].sort((one, other) => one - other));
    }
  });

  it('shows another one when its permalink changes', async () => {
    const {service, form} = await open();
    service.forms.push(plainForm({titel: 'En anden', permalink: 'Anden'}));
    form.permalink = 'Anden';
    await loaded(form);
    await expect.element(page.getByRole('heading', {name: 'En anden'})).toBeVisible();
  });

  it('fires tavle-not-found and shows a text if there is no published form', async () => {
    fakeForms([]);
    const found: TavleNotFoundEvent[] = [];
    addEventListener('tavle-not-found', event => found.push(event as TavleNotFoundEvent), {once: true});
    addForm({permalink: 'Ukendt'});
    await expect.element(page.getByText('Formularen findes ikke')).toBeVisible();
    expect(found.map(({authority, permalink}) => [authority, permalink])).toEqual([['ERST', 'Ukendt']]);
  });

  it('stays visible with a notice when a reload fails, and disappears when it is unpublished', async () => {
    const {service, form} = await open();
    const notice = page.getByText('Vi kunne ikke opdatere formularen.');
    service.break(503);
    await form.refresh();
    await expect.element(notice).toBeVisible();
    await userEvent.click(button('Luk besked'));
    await eventually(() => expect(notice.elements()).toEqual([]));
    await form.refresh();
    await expect.element(page.getByText('Spørg os.')).toBeVisible();
    service.heal();
    await userEvent.click(button('Prøv igen'));
    await eventually(() => expect(notice.elements()).toEqual([]));
    await expect.element(page.getByText('Spørg os.')).toBeVisible();
    service.forms.splice(0);
    await form.refresh();
    await expect.element(page.getByText('Formularen findes ikke')).toBeVisible();
  });

  it('keeps its position, and focuses a visible heading, when a notice is closed far below the top', async () => {
    const lines = '<p>Linje</p>'.repeat(60);
    const {service, form} = await open({beskrivelse: lines, fritekst1: lines});
    service.break(503);
    await form.refresh();
    await settled(form);
    await eventually(() => expect(page.getByText('Linje').elements()).toHaveLength(120));
    page.getByText('Hav følgende klar').element().scrollIntoView({block: 'start'});
    const {scrollY} = window;
    expect(scrollY).toBeGreaterThan(200);
    await userEvent.click(button('Luk besked'));
    await settled(form);
    expect(window.scrollY).toBe(scrollY);
    expect(form.shadowRoot?.activeElement?.role).toBe('heading');
  });

  it('shows preformatted lines and tables of a supplier within a narrow page, like the calendar', async () => {
    const {form} = await open({
      hjaelp: `<pre>${'ord '.repeat(50)}</pre><table><tr><th>Sats</th></tr><tr><td>1.234 kr.</td></tr></table>`,
    });
    form.style.inlineSize = '320px';
    await eventually(() => expect(form.shadowRoot?.querySelector('th')).not.toBeNull());
    expect(form.scrollWidth).toBe(320);
    for (const cell of form.shadowRoot?.querySelectorAll('th, td') ?? [])
      expect(getComputedStyle(cell)).toMatchObject({textAlign: 'start', borderTopStyle: 'solid'});
  });

  it('shows the same text in two places', async () => {
    const {form} = await open({trin: ['Send', 'Send'], hjaelp: 'Send'});
    await eventually(() =>
      expect(
        [...(form.shadowRoot?.querySelectorAll('.markup') ?? [])].filter(each => each.textContent === 'Send'),
      ).toHaveLength(3),
    );
  });

  it('is loaded on retry after a failure', async () => {
    const service = fakeForms([wholeForm()]);
    service.break(503);
    addForm();
    await expect.element(page.getByText('Vi har problemer lige nu. Prøv igen om lidt.')).toBeVisible();
    service.heal();
    await userEvent.click(button('Prøv igen'));
    await expect.element(page.getByText('Spørg os.')).toBeVisible();
  });
});

describe('the start', () => {
  const links = [
    'aktiv-top',
    'integration-frameset-med-titel',
    'integration-frameset-uden-titel',
    'integration-ekstern-link',
  ] as const;

  it.each(links)('of %s is a link', async formularType => {
    await open({formularType, kraeverSSO: false});
    const link = page.getByRole('link', {name: /^Begynd/}).element() as HTMLAnchorElement;
    expect(link.href).toBe('https://solution.example.dk/start');
  });

  it.each([
    ['integration-iframe-gl', 'none', false],
    ['integration-iframe-med-titel', 'none', true],
    ['integration-iframe-uden-titel', 'none', false],
    ['integration-iframe-916', '916px', false],
    ['integration-iframe-960-med-titel', '960px', true],
    ['integration-iframe-960-uden-titel', '960px', false],
  ] as const)('of %s is a sandboxed frame with a name and a link', async (formularType, width, hasTitle) => {
    await open({formularType, kraeverSSO: false, urlProd: 'http://127.0.0.1:9/start'});
    await userEvent.click(button(/^Begynd/));
    await eventually(() => expect(frame().src).toBe('http://127.0.0.1:9/start'));
    const {sandbox} = frame();
    expect([...sandbox]).toContain('allow-scripts');
    expect([...sandbox].filter(name => name.startsWith('allow-top'))).toEqual([]);
    expect(getComputedStyle(frame()).maxInlineSize).toBe(width);
    const headings = page.getByRole('heading', {name: 'Anmeldelse af udstationering'}).elements();
    expect(headings).toHaveLength(hasTitle ? 2 : 1);
    const fallback = page.getByRole('link', {name: 'Åbn i et nyt vindue'}).element() as HTMLAnchorElement;
    expect([fallback.href, fallback.target, fallback.rel]).toEqual([frame().src, '_blank', 'noopener']);
    // The focused button was removed, so the frame has the focus.
    expect(frame().getRootNode()).toMatchObject({activeElement: frame()});
  });

  const inFrame = {formularType: 'integration-iframe-916', kraeverSSO: false} as const;
  const start = () => userEvent.click(button(/^Begynd/));

  it('keeps an open frame when the form is unpublished', async () => {
    const {service, form} = await open({...inFrame, urlProd: 'about:blank'});
    await start();
    await settled(form);
    service.forms.splice(0);
    await form.refresh();
    await settled(form);
    expect(frame().isConnected).toBe(true);
  });

  it('removes the notice of a failed reload, whose retry would reload an open frame', async () => {
    const {service, form} = await open({...inFrame, urlProd: 'about:blank'});
    service.break(503);
    await form.refresh();
    const retry = button('Prøv igen');
    await expect.element(retry).toBeVisible();
    await userEvent.click(button(/^Begynd/));
    await settled(form);
    expect(frame().isConnected).toBe(true);
    expect(retry.elements()).toEqual([]);
  });

  it('allows a frame its origin only if that is not the page’s origin', async () => {
    await open({...inFrame, urlProd: `${location.origin}/x`});
    await userEvent.click(button(/^Begynd/));
    await eventually(() => expect(frame().sandbox.contains('allow-same-origin')).toBe(false));
  });

  it.each(['integration-ekstern-link', 'integration-iframe-916'] as const)(
    'of %s leads through the login of the portal where the form requires login',
    async formularType => {
      await open({formularType});
      const link = page.getByRole('link', {name: /^Begynd/}).element() as HTMLAnchorElement;
      expect(link.href).toContain('/nemlogin/login?f=');
    },
  );

  it('can be cancelled by the page, with the details in the event', async () => {
    const {form} = await open(inFrame);
    const started = vi.fn((event: TavleStartEvent) => event.preventDefault());
    form.addEventListener('tavle-start', started);
    await userEvent.click(button(/^Begynd/));
    expect(started.mock.calls).toMatchObject([
      [{url: 'https://solution.example.dk/start', formType: 'integration-iframe-916'}],
    ]);
    expect(button(/^Begynd/).elements()).toHaveLength(1);
  });

  it('is missing if the form has no URL', async () => {
    await open({
      urlProd: null,
      loesningsUrl: null,
      eidPersonLinkProd: null,
      eidVirksomhedLinkProd: null,
      ssiLinkProd: null,
    });
    await expect.element(page.getByText('Du kan ikke starte formularen her.')).toBeVisible();
    expect(page.getByRole('link', {name: /^Begynd/}).elements()).toHaveLength(0);
  });
});

/** Each attack, followed by allowed markup. */
const markups = payloads.map(payload => `${payload}</style></script><p>tekst</p>`);

it('the markup of a supplier runs no script and loads nothing', async () => {
  const hit = vi.fn();
  vi.stubGlobal('hit', hit);
  const all = markups.join(' ');
  const {form} = await open({trin: markups, beskrivelse: all, kortBeskrivelse: all, startKnapTekst: all});
  const inside = () => [...(form.shadowRoot?.querySelectorAll('.markup *') ?? [])];
  await eventually(() => expect(form.shadowRoot?.querySelector('.waiting')).toBeNull());
  expect(inside().length).toBeGreaterThan(50);
  await settled(form);
  const allowed =
    /^(a|b|blockquote|br|code|dd|div|dl|dt|em|hr|i|li|ol|p|pre|small|span|strong|su[bp]|u|ul|t(able|body|d|foot|h|head|r))$/i;
  expect(inside().filter(({tagName}) => !allowed.test(tagName))).toEqual([]);
  const attributes = inside().flatMap(each => [...each.attributes]);
  // The tests run in a frame, so links have a `target` outside it.
  const permitted = ['href', 'rel', 'lang', 'dir', 'start', 'colspan', 'rowspan', 'scope', 'target'];
  expect(attributes.filter(({name}) => !permitted.includes(name))).toEqual([]);
  const links = attributes.filter(({name}) => name === 'href');
  expect(links.filter(({value}) => !/^(https?:|mailto:|tel:)/i.test(value))).toEqual([]);
  expect(hit).not.toHaveBeenCalled();
});

describe('structured data', () => {
  /** Returns the properties of an item of microdata. */
  const propertiesOf = (item: Element | null): unknown =>
    Object.fromEntries([
      ['type', item?.getAttribute('itemtype')],
      ...[...(item?.children ?? [])].map(each => [
        each.getAttribute('itemprop'),
        each.hasAttribute('itemscope')
          ? propertiesOf(each)
          : (each.getAttribute('content') ?? each.getAttribute('href')),
      ]),
    ]);

  it('describes no form that was removed, also if it changes afterwards', async () => {
    fakeForms([wholeForm()]);
    const form = await loaded(addForm({'structured-data': ''}));
    form.setAttribute('heading-level', '3');
    form.remove();
    await form.updateComplete;
    expect(document.querySelector('.tavle-form-data')).toBeNull();
  });

  it('describes the form while it is shown', async () => {
    const service = fakeForms([wholeForm()]);
    const form = await loaded(addForm({'structured-data': ''}));
    // A child that the server did not render would make a framework render the element again.
    expect(form.childElementCount).toBe(0);
    expect(propertiesOf(document.querySelector('.tavle-form-data [itemscope]'))).toEqual({
      type: 'https://schema.org/GovernmentService',
      name: 'Anmeldelse af udstationering',
      description: 'Anmeld udenlandske medarbejdere.',
      url: 'https://portal.example.dk/myndigheder/stat/ERST/Anmeldelse',
      serviceOperator: {type: 'https://schema.org/GovernmentOrganization', name: 'Erhvervsstyrelsen'},
      availableChannel: {
        type: 'https://schema.org/ServiceChannel',
        serviceUrl: 'https://portal.example.dk/nemlogin/login?f=/integration/ERST/Anmeldelse',
      },
    });
    service.forms.splice(0);
    await form.refresh();
    await settled(form);
    expect(document.querySelector('.tavle-form-data')).toBeNull();
  });

  it('goes with the element', async () => {
    fakeForms([wholeForm()]);
    const form = await loaded(addForm({'structured-data': ''}));
    form.remove();
    expect(document.querySelector('.tavle-form-data')).toBeNull();
    document.body.append(form);
    await expect.poll(() => document.querySelector('.tavle-form-data')).not.toBeNull();
    form.remove();
  });

  it('is left out by default', async () => {
    await open();
    expect(document.querySelector('.tavle-form-data')).toBeNull();
  });
});
