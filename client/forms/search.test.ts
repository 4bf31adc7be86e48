import {describe, expect, it, onTestFinished, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import type {TavleOpenFormEvent} from '../index.ts';
import {type FakeForms, fakeForms, manyForms, plainForm} from '../testing/fake-forms.ts';
import {addSearch, loaded} from '../testing/forms-fixture.ts';
import {button, emulateMedia, eventually, settled, status} from '../testing/page-fixture.ts';
import {fill, role} from '../testing/person.ts';

const field = () => page.getByRole('searchbox', {name: 'Søg efter formularer'});
const choice = () => page.getByRole('combobox', {name: 'Myndighed eller kommune'});
const groups = () => [...choice().element().querySelectorAll('optgroup')].map(({label}) => label);
const titles = () =>
  page
    .getByRole('list')
    .getByRole('link')
    .elements()
    .map(link => link.textContent);
const searches = ({calls}: FakeForms) =>
  calls.filter(({url}) => url.pathname === '/formularer/1').map(({url}) => url.searchParams.get('soeg'));

/** Records a value after each later change of the search. */
function watch<Value>(read: () => Value): Value[] {
  const values: Value[] = [];
  const root = document.querySelector('tavle-form-search')?.shadowRoot;
  const observer = new MutationObserver(() => values.push(read()));
  if (root) observer.observe(root, {childList: true, subtree: true});
  onTestFinished(() => observer.disconnect());
  return values;
}

async function open(attributes: Record<string, string> = {}) {
  const service = fakeForms(manyForms());
  return {service, search: await loaded(addSearch(attributes))};
}

describe('the search for forms', () => {
  it('shows all forms at first, with their number', async () => {
    await open();
    await expect.element(page.getByRole('heading', {name: '26 formularer', level: 2})).toBeVisible();
    await expect.element(status()).toHaveTextContent('26 formularer');
    expect(titles()).toHaveLength(20);
  });

  it('shows after a second that it is loading, and then announces the results in the same region', async () => {
    const service = fakeForms(manyForms());
    service.hold();
    addSearch();
    await expect.element(status()).toHaveTextContent('Henter …');
    const region = status().element();
    await eventually(() => expect(getComputedStyle(region).opacity).toBe('1'));
    expect(region.clientHeight).toBeGreaterThan(10);
    const {top} = region.getBoundingClientRect();
    const moved = watch(() => region.matches('.late') && region.getBoundingClientRect().top !== top);
    service.release();
    await expect.element(page.getByRole('heading', {name: '26 formularer'})).toBeVisible();
    expect(status().element()).toBe(region);
    expect(region.textContent.trim()).toBe('26 formularer');
    expect(region.clientHeight).toBe(1);
    expect(moved).not.toContain(true);
  });

  it('searches after each pause in typing, and announces the results', async () => {
    const {service} = await open();
    await userEvent.type(field(), 'jord');
    await expect.element(status()).toHaveTextContent('1 formular');
    expect(titles()).toEqual(['Anmeld jordflytning']);
    expect(searches(service).at(-1)).toBe('jord');
    expect(searches(service).length).toBeLessThan(5);
  });

  it('announces new results with the same number as before', async () => {
    const {service} = await open();
    await userEvent.fill(field(), 'jord');
    await expect.element(status()).toHaveTextContent('1 formular');
    service.hold();
    await userEvent.fill(field(), 'Tilladelse 21');
    await eventually(() => expect(status().element().textContent.trim()).toBe(''));
    service.release();
    await expect.element(status()).toHaveTextContent('1 formular');
  });

  it('shows the results of the last text, in any order of responses', async () => {
    const {service, search} = await open();
    service.hold('soeg=Tilladelse');
    await userEvent.fill(field(), 'Tilladelse');
    await eventually(() => expect(searches(service)).toContain('Tilladelse'));
    await userEvent.fill(field(), 'jord');
    await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
    service.release();
    await settled(search);
    expect(titles()).toEqual(['Anmeld jordflytning']);
  });

  it('opens no form that replaces another one while the person presses its link', async () => {
    const {service, search} = await open();
    const opened = vi.fn((event: TavleOpenFormEvent) => event.preventDefault());
    search.addEventListener('tavle-open-form', opened);
    service.hold();
    await userEvent.fill(field(), 'jord');
    const pressed = new Promise(resolve => addEventListener('pointerdown', resolve, {once: true}));
    const link = page.getByText('Tilladelse 1', {exact: true});
    const release = async () => {
      await pressed;
      service.release();
      await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
    };
    await Promise.all([userEvent.click(link, {force: true, delay: 1_000}), release()]);
    expect(opened).not.toHaveBeenCalled();
  });

  it('ignores a next page that arrives after a new search', async () => {
    const {service} = await open();
    const shown = watch(() => titles().length);
    service.hold();
    await userEvent.click(button('Vis flere'));
    const pages = () => service.calls.filter(({url}) => url.searchParams.get('efter') === '20');
    await eventually(() => expect(pages()).toHaveLength(1));
    await userEvent.type(field(), 'jord');
    service.release();
    await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
    expect(shown).not.toContain(26);
    expect(searches(service).at(-1)).toBe('jord');
  });

  it('shows a hint if nothing is found', async () => {
    await open();
    await userEvent.fill(field(), 'findes ikke');
    await expect.element(page.getByRole('heading', {name: 'Vi fandt ingen formularer'})).toBeVisible();
    await expect.element(status()).toHaveTextContent('Vi fandt ingen formularer');
  });

  it('shows Danish letters that a supplier has written as character references', async () => {
    fakeForms([
      plainForm({
        kortBeskrivelse:
          'Ans&oslash;g p&aring; &aelig;resord: &AElig;, &Oslash;, &Aring;, &#230; &amp;#230; &#9999999; &constructor;',
      }),
    ]);
    await loaded(addSearch());
    await expect
      .element(page.getByText(/Ans/))
      .toHaveTextContent('Ansøg på æresord: Æ, Ø, Å, æ &#230; \ufffd &constructor;');
  });

  it.each([
    [
      'S&#xF8;g om tilskud &ndash; for sm&#XE5; b&oslash;rnehaver&hellip; &rarr;',
      'Søg om tilskud – for små børnehaver… →',
    ],
    ['&ldquo;Caf&eacute;&rdquo; &#8211; &#150;', '“Café” – –'],
    ['&lt;img src=x&gt; <<b>img src=x', '<img src=x> <img src=x'],
    [
      'For <b>virksomheder</b> med < 10 ansatte og en omsætning > 1 mio. kr.<!-- nej --><br/>',
      'For virksomheder med < 10 ansatte og en omsætning > 1 mio. kr.',
    ],
    [
      'For <b>virksomheder</b>, der udleder CO<sub>2</sub>.<br>Se <a href="https://erst.dk">vejledningen</a>!<p>Gratis</p>',
      'For virksomheder, der udleder CO2. Se vejledningen! Gratis',
    ],
    ['Over 10<sup>12</sup> m<sup>2</sup>', 'Over 10¹² m²'],
    ['Kun for omsætning <<b>moms</b> og ansatte >5 år', 'Kun for omsætning <moms og ansatte >5 år'],
    ['<<b>p>Frist', '<p>Frist'],
    [
      '<ins>Ny</ins>pris, <mark>frist</mark>, <code>a</code>b, <del>x</del>y, <abbr title="Central Virksomhedsregister">CVR</abbr>-nr., moms<wbr>register, <cite>a</cite>, <time>1. maj</time>.',
      'Nypris, frist, ab, xy, CVR-nr., momsregister, a, 1. maj.',
    ],
    [
      '<h2>A</h2>B<ul><li>C</li><li>D</li></ul>E<br/>F<hr>G<table><tr><th>H</th><td>I</td></tr></table><div>J</div><address>K</address><pre>L</pre>M',
      'A B C D E F G H I J K L M',
    ],
  ])('shows %j as a reader reads it', async (kortBeskrivelse, text) => {
    fakeForms([plainForm({kortBeskrivelse})]);
    await loaded(addSearch());
    await expect.element(page.getByRole('listitem')).toHaveTextContent(text);
  });

  it.each([' ', '<p>&nbsp;</p>', '&#8203;'])(
    'shows no empty line for the short description %j',
    async kortBeskrivelse => {
      fakeForms([plainForm({kortBeskrivelse})]);
      await loaded(addSearch());
      const lines = [...page.getByRole('listitem').element().children];
      expect(lines.map(({textContent}) => textContent.trim())).toEqual([
        'Anmeldelse af udstationering',
        'Erhvervsstyrelsen',
      ]);
    },
  );

  it('searches at once with the button', async () => {
    const {service, search} = await open();
    const start = page.getByRole('button', {name: 'Søg', exact: true}).element() as HTMLButtonElement;
    const input = field().element() as HTMLInputElement;
    input.value = 'jord';
    input.dispatchEvent(new InputEvent('input'));
    // Clicks before the pause after a key is over.
    start.click();
    await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
    await settled(search);
    expect(searches(service).filter(text => text === 'jord')).toHaveLength(1);
  });

  it('filters by an authority or a municipality, in one field with groups', async () => {
    const {service} = await open();
    await eventually(() => expect(groups()).toEqual(['Statslige myndigheder', 'Kommuner']));
    await userEvent.selectOptions(choice(), 'Ærø Kommune');
    await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
    await userEvent.selectOptions(choice(), 'Erhvervsstyrelsen');
    await expect.element(page.getByRole('heading', {name: '25 formularer'})).toBeVisible();
    const last = service.calls.at(-1)?.url.searchParams;
    expect([last?.get('myndighed'), last?.get('kommunekode')]).toEqual(['ERST', null]);
  });

  it('names one authority of several, unless one was selected', async () => {
    await open();
    await userEvent.fill(field(), 'jord');
    await expect.element(page.getByText('Ærø Kommune og 2 andre')).toBeVisible();
    await userEvent.selectOptions(choice(), 'Ærø Kommune');
    await eventually(() => expect(page.getByText('Ærø Kommune og 2 andre').elements()).toHaveLength(0));
  });

  it('moves nothing when the authorities arrive', async () => {
    const service = fakeForms(manyForms());
    service.hold();
    await settled(addSearch());
    const places = () =>
      [field(), choice(), page.getByRole('button', {name: 'Søg', exact: true})].map(each =>
        JSON.stringify(each.element().getBoundingClientRect()),
      );
    const before = places();
    service.release();
    await eventually(() => expect(groups()).toHaveLength(2));
    expect(places()).toEqual(before);
  });

  it.each([
    ['fails', () => Response.json({code: 500, message: 'No'}, {status: 500})],
    ['is not a list', () => Response.json({message: 'No'})],
    ['is not JSON', () => new Response('<html>')],
  ])('works without the list of authorities if it %s', async (_, respond) => {
    const problems: unknown[] = [];
    const onProblem = (event: Event) => problems.push(event);
    addEventListener('unhandledrejection', onProblem);
    onTestFinished(() => removeEventListener('unhandledrejection', onProblem));
    fakeForms(manyForms());
    const {fetch} = globalThis;
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/myndigheder') ? Promise.resolve(respond()) : fetch(url, init),
    );
    history.replaceState(null, '', '?tavle-myndighed=Aeroe');
    const search = await loaded(addSearch());
    expect(titles()).toEqual(['Anmeld jordflytning']);
    await expect.element(choice()).toHaveValue('Aeroe');
    await userEvent.selectOptions(choice(), 'Alle');
    await expect.element(page.getByRole('heading', {name: '26 formularer'})).toBeVisible();
    await search.refresh();
    expect(problems).toEqual([]);
  });

  it('selects the authority of the URL in any Unicode form', async () => {
    const service = fakeForms(manyForms());
    const {fetch} = globalThis;
    const aarhus = {forkortelse: 'Århus', navn: 'Aarhus Kommune', type: 'kommune', kommunekode: '751'};
    vi.stubGlobal('fetch', (url: string, init: RequestInit) =>
      url.endsWith('/myndigheder') ? Promise.resolve(Response.json([aarhus])) : fetch(url, init),
    );
    history.replaceState(null, '', `?tavle-myndighed=${'Århus'.normalize('NFD')}`);
    await loaded(addSearch());
    await eventually(() => expect(groups()).toEqual(['Kommuner']));
    await expect.element(choice()).toHaveValue('Århus');
    expect(choice().element().querySelectorAll('option')).toHaveLength(2);
    expect(service.calls.at(-1)?.url.searchParams.get('myndighed')).toBe('Århus');
  });

  it('leads on from a search without results', async () => {
    const {search} = await open();
    await userEvent.selectOptions(choice(), 'Erhvervsstyrelsen');
    await userEvent.fill(field(), 'jord');
    await expect.element(page.getByText('Prøv med færre eller andre ord.')).toBeVisible();
    await userEvent.click(button('Søg hos alle myndigheder'));
    await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
    await expect.element(choice()).toHaveValue('');
    await settled(search);
    expect(search.shadowRoot?.activeElement?.textContent).toContain('1 formular');

    await userEvent.fill(field(), 'findes ikke');
    await userEvent.click(button('Vis alle formularer'));
    await expect.element(page.getByRole('heading', {name: '26 formularer'})).toBeVisible();
    await expect.element(field()).toHaveValue('');
    expect(location.search).not.toContain('tavle-');
  });

  it('suggests nothing when no form is published', async () => {
    fakeForms([]);
    await loaded(addSearch());
    await expect.element(page.getByRole('heading', {name: 'Vi fandt ingen formularer'})).toBeVisible();
    expect(button(/Vis alle|Søg hos/).elements()).toEqual([]);
  });

  it('keeps the criteria in the page’s URL, and restores them', async () => {
    const {search} = await open();
    await userEvent.fill(field(), 'jord');
    await userEvent.selectOptions(choice(), 'Ærø Kommune');
    await eventually(() => {
      const {searchParams} = new URL(location.href);
      expect([searchParams.get('tavle-soeg'), searchParams.get('tavle-myndighed')]).toEqual([
        'jord',
        'Aeroe',
      ]);
    });
    search.remove();
    await loaded(addSearch());
    await expect.element(field()).toHaveValue('jord');
    expect(titles()).toEqual(['Anmeld jordflytning']);
    await expect.element(choice()).toHaveValue('Aeroe');
    await expect.element(choice()).toHaveDisplayValue('Ærø Kommune');
  });

  it('searches for a text with half a character, as a program may paste it', async () => {
    const {service} = await open();
    await fill(role('searchbox'), 'jord \ud800');
    await eventually(() => {
      expect(new URL(location.href).searchParams.get('tavle-soeg')).toBe('jord \ufffd');
      expect(service.calls.at(-1)?.url.searchParams.get('soeg')).toBe('jord \ufffd');
    });
  });

  describe('that is attached again at the URL of another search', () => {
    const titled = (titel: string) => plainForm({titel, permalink: titel});

    function moveTo(url: string, search: HTMLElement): void {
      search.remove();
      history.replaceState(null, '', url);
      document.body.append(search);
    }

    it('shows the results of that search, also in place of more forms than a response has', async () => {
      fakeForms([
        titled('Anmeld jordflytning'),
        ...Array.from({length: 130}, (_, place) => titled(`Tilladelse ${place}`)),
      ]);
      const search = await loaded(addSearch());
      for (let count = 40; count <= 120; count += 20) {
        await userEvent.click(button('Vis flere'));
        await eventually(() => expect(titles()).toHaveLength(count));
      }
      moveTo('?tavle-soeg=jord', search);
      await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
      await expect.element(field()).toHaveValue('jord');
    });

    it('shows that the search has failed, without the earlier results', async () => {
      const {service, search} = await open();
      service.break(503);
      moveTo('?tavle-soeg=jord', search);
      await expect.element(page.getByText('Vi kunne ikke hente formularerne')).toBeVisible();
      expect(titles()).toEqual([]);
    });
  });

  it('leaves the URL unchanged after the page has removed it', async () => {
    fakeForms(manyForms());
    history.replaceState(null, '', '?tavle-soeg=jord');
    const search = addSearch();
    search.addEventListener('tavle-load', () => {
      search.remove();
      history.replaceState(null, '', '?page=2');
    });
    await loaded(search);
    expect(location.search).toBe('?page=2');
  });

  it('writes the URL when a person searches, not when it renders', async () => {
    const service = fakeForms(manyForms());
    service.hold();
    history.replaceState(null, '', '?page=1');
    const search = addSearch();
    await userEvent.fill(field(), 'jord');
    expect(location.search).toBe('?page=1&tavle-soeg=jord');
    history.replaceState(null, '', '?page=2');
    service.release();
    await loaded(search);
    expect(location.search).toBe('?page=2');
  });

  it('adds the next page, focuses its first form, and reloads as many forms as are visible', async () => {
    const {search} = await open();
    await emulateMedia({media: 'print'});
    await expect.element(page.getByText('Udskriften har de første 20 af 26 formularer.')).toBeVisible();
    await emulateMedia({media: 'screen'});
    await userEvent.click(button('Vis flere'));
    await eventually(() => expect(titles()).toHaveLength(26));
    expect(button('Vis flere').elements()).toHaveLength(0);
    expect(page.getByText('Udskriften har').elements()).toHaveLength(0);
    const link = page.getByRole('link', {name: 'Tilladelse 21', exact: true}).element();
    await eventually(() => expect(link.getRootNode()).toMatchObject({activeElement: link}));
    await search.refresh();
    expect(titles()).toHaveLength(26);
  });

  it('has as many forms as before when the person returns to the tab, in the same place', async () => {
    const titled = (titel: string) => plainForm({titel, permalink: titel});
    fakeForms(Array.from({length: 130}, (_, place) => titled(`Tilladelse ${place + 1}`)));
    const search = await loaded(addSearch());
    for (let count = 40; count <= 120; count += 20) {
      await userEvent.click(button('Vis flere'));
      await eventually(() => expect(titles()).toHaveLength(count));
    }
    const link = page.getByRole('link', {name: 'Tilladelse 118', exact: true}).element() as HTMLElement;
    link.focus();
    const {top} = link.getBoundingClientRect();
    document.dispatchEvent(new Event('visibilitychange'));
    await new Promise(resolve => setTimeout(resolve, 200));
    await settled(search);
    expect(titles()).toHaveLength(120);
    expect(search.shadowRoot?.activeElement).toBe(link);
    expect(link.getBoundingClientRect().top).toBe(top);
  });

  it('adds the next page, and leaves the focus outside the element where the person has moved it', async () => {
    const {service, search} = await open();
    const outside = document.createElement('input');
    document.body.append(outside);
    service.hold();
    await userEvent.click(button('Vis flere'));
    outside.focus();
    service.release();
    await eventually(() => expect(titles()).toHaveLength(26));
    await settled(search);
    expect(document.activeElement).toBe(outside);
  });

  it('links to the portal’s page, or to the page’s own URL', async () => {
    const {search} = await open();
    await userEvent.fill(field(), 'jord');
    const link = () => page.getByRole('link', {name: 'Anmeld jordflytning'}).element() as HTMLAnchorElement;
    await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
    expect(link().href).toContain('https://portal.example.dk/');
    search.formUrl = '/form?at={authority}&form={permalink}';
    await search.updateComplete;
    expect(link().getAttribute('href')).toBe('/form?at=Aeroe&form=Jord');
  });

  it('lets the page handle the opening of a form', async () => {
    const {search} = await open();
    const opened = vi.fn((event: TavleOpenFormEvent) => event.preventDefault());
    search.addEventListener('tavle-open-form', opened);
    await userEvent.click(page.getByRole('link', {name: 'Tilladelse 1', exact: true}));
    expect(opened.mock.calls).toMatchObject([[{authority: 'ERST', permalink: 'Tilladelse_1'}]]);
  });

  it('keeps its results when the next page fails, and retries', async () => {
    const {service} = await open();
    service.break(503);
    await userEvent.click(button('Vis flere'));
    await expect.element(page.getByText('Vi kunne ikke hente formularerne.')).toBeVisible();
    expect(titles()).toHaveLength(20);
    service.heal();
    await userEvent.click(button('Prøv igen'));
    await eventually(() => expect(titles()).toHaveLength(26));
    expect(page.getByText('Vi kunne ikke hente formularerne.').elements()).toEqual([]);
  });
});
