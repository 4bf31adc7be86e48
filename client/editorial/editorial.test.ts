import {afterEach, describe, expect, it, onTestFinished, vi} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {addEditorial, loadedEditorial} from '../testing/editorial-fixture.ts';
import {editorialForm, fakeEditorial, manyForms, someForms} from '../testing/fake-editorial.ts';
import {
  alert,
  asksBeforeLeaving,
  emulateMedia,
  eventually,
  focused,
  rendered,
  settled,
  status,
} from '../testing/page-fixture.ts';

const button = (name: string) => page.getByRole('button', {name, exact: true});
const item = (title: string) => page.getByRole('rowgroup').filter({hasText: title});
const titles = () =>
  page
    .getByRole('rowheader')
    .elements()
    .filter(cell => cell.closest('[data-id]'))
    .map(cell => cell.querySelector('[id]')?.textContent.trim());
const field = () => page.getByRole('textbox', {name: 'Søgeord', exact: true});

afterEach(() => vi.restoreAllMocks());

async function open(forms = someForms()) {
  const service = fakeEditorial(forms);
  return {service, element: await loadedEditorial()};
}

describe('the list of an editor', () => {
  it('shows suggestion and keywords of each form, with state and dates', async () => {
    await open();
    await expect
      .element(page.getByRole('link', {name: 'Indberet moms'}))
      .toHaveAttribute('href', 'https://portal.example/1.2');
    const text = (title: string) => item(title).element().textContent.replace(/\s+/g, ' ');
    expect(text('Indberet moms')).toMatch(
      /Indberet moms Skattestyrelsen Publiceret momsangivelse, salgsmoms Brug Afvis afgift Fra 1. jan. 2020 Redigér/,
    );
    expect(text('Anmeld jordflytning')).toContain('Fra 1. jan. 2030, 09.30');
    expect(item('Anmeld jordflytning').getByRole('button', {name: 'Afvis'}).elements()).toEqual([]);
    expect(text('Anmeld midlertidigt arrangement')).toContain('Ikke publiceret');
    await expect.element(status()).toHaveTextContent('Viser 4 formularer');
  });

  it('aligns the values of cards', async () => {
    const {element} = await open();
    element.style.inlineSize = '20em';
    const values = element.shadowRoot?.querySelectorAll('[data-name] > *') ?? [];
    await eventually(() =>
      expect(new Set(Array.from(values, value => value.getBoundingClientRect().left)).size).toBe(1),
    );
  });

  it('undoes the last change on Ctrl+Z, not while a person types', async () => {
    const {service} = await open();
    await userEvent.click(button('Brug').first());
    await expect.element(button('Fortryd')).toBeVisible();
    await userEvent.click(item('gravetilladelse').getByRole('button', {name: 'Redigér'}));
    await userEvent.keyboard('{Control>}z{/Control}');
    expect(service.forms.at(-1)).toMatchObject({soegeord: 'momsangivelse, salgsmoms'});
    await userEvent.click(button('Annullér'));
    await userEvent.keyboard('{Control>}z{/Control}');
    await eventually(() => expect(service.forms.at(-1)).toMatchObject({soegeord: 'afgift'}));
  });

  it('saves keywords and dates by keyboard', async () => {
    const {service, element} = await open();
    await userEvent.click(item('jordflytning').getByRole('button', {name: 'Redigér'}));
    await eventually(() => expect(element.shadowRoot?.activeElement?.localName).toBe('textarea'));
    await userEvent.keyboard('{Control>}a{/Control}jord, deponi');
    await userEvent.fill(page.getByLabelText('Publiceres', {exact: true}), '2031-02-03T04:05');
    await userEvent.fill(page.getByLabelText('Afpubliceres'), '2032-02-03T04:05');
    await userEvent.keyboard('{Enter}');
    await expect.element(status()).toHaveTextContent('Gemt: Anmeld jordflytning');
    expect(service.calls.at(-1)?.body).toEqual({
      soegeord: 'jord, deponi',
      publiceringsdato: '2031-02-03T04:05',
      afpubliceringsdato: '2032-02-03T04:05',
    });
    expect(element.shadowRoot?.activeElement?.textContent.trim()).toBe('Redigér');
  });

  it('lets the browser ask before the page is left with typed values, or during a save', async () => {
    const {service, element} = await open();
    const asks = (expected: boolean) => eventually(() => expect(asksBeforeLeaving()).toBe(expected));
    await userEvent.click(item('jordflytning').getByRole('button', {name: 'Redigér'}));
    await expect.element(field()).toBeVisible();
    const {value} = field().element() as HTMLTextAreaElement;
    await asks(false);
    await userEvent.fill(field(), 'jord, deponi');
    await asks(true);
    element.remove();
    await asks(false);
    document.body.append(element);
    await asks(true);
    await userEvent.fill(field(), value);
    await asks(false);
    await userEvent.fill(page.getByLabelText('Afpubliceres'), '2032-02-03T04:05');
    await asks(true);
    await userEvent.click(button('Annullér'));
    await asks(false);
    service.hold();
    await userEvent.click(button('Afvis').first());
    await asks(true);
    service.release();
    await asks(false);
  });

  it.each([
    ['mine ord, ', 'mine ord, momsangivelse, salgsmoms'],
    ['moms,salgsmoms', 'moms, salgsmoms, momsangivelse'],
    ['', 'momsangivelse, salgsmoms'],
  ])('adds the suggestion to what the editor has typed, once: %j', async (typed, words) => {
    await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Redigér'}));
    await userEvent.fill(field(), typed);
    for (let presses = 0; presses < 2; presses += 1) await userEvent.click(button('Brug forslaget'));
    await expect.element(field()).toHaveValue(words);
  });

  it('clears a date, and ignores one that is not complete', async () => {
    const {service} = await open();
    await userEvent.click(item('jordflytning').getByRole('button', {name: 'Redigér'}));
    const until = page.getByLabelText('Afpubliceres').element() as HTMLInputElement;
    until.focus();
    await userEvent.keyboard('01');
    expect(until.validity.badInput).toBe(true);
    await userEvent.click(button('Gem'));
    expect(service.calls.filter(({method}) => method === 'PUT')).toEqual([]);
    until.value = '';
    await userEvent.fill(page.getByLabelText('Publiceres', {exact: true}), '');
    await userEvent.click(button('Gem'));
    await eventually(() => expect(service.calls.at(-1)?.body).toEqual({publiceringsdato: null}));
  });

  it('explains a conflict, shows the latest version, and keeps what was typed', async () => {
    const {service, element} = await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Redigér'}));
    await userEvent.fill(field(), 'mine ord');
    service.change('1.2', {forslagTilSoegeord: 'toldsats', soegeord: 'andres ord'});
    await userEvent.click(button('Gem'));
    await eventually(() =>
      expect(element.shadowRoot?.activeElement?.textContent).toContain('Formularen er ændret'),
    );
    await expect.element(item('Indberet moms')).toHaveTextContent(/toldsats.*andres ord/);
    await expect.element(field()).toHaveValue('mine ord');
    await userEvent.click(button('Gem'));
    await expect.element(status()).toHaveTextContent('Gemt: Indberet moms');
    expect(service.forms.at(-1)).toMatchObject({soegeord: 'mine ord', forslagTilSoegeord: 'toldsats'});
  });

  it('explains a conflict with a change that a search has already shown in the row', async () => {
    const {service} = await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Redigér'}));
    await userEvent.fill(field(), 'mine ord');
    service.change('1.2', {soegeord: 'andres ord'});
    await userEvent.fill(page.getByRole('searchbox'), 'moms');
    await expect.element(item('Indberet moms')).toHaveTextContent('andres ord');
    await userEvent.click(button('Gem'));
    await expect.element(item('Indberet moms')).toHaveTextContent('Formularen er ændret');
    expect(service.forms.at(-1)).toMatchObject({soegeord: 'andres ord'});
    await expect.element(field()).toHaveValue('mine ord');
    await userEvent.click(button('Gem'));
    await eventually(() => expect(service.forms.at(-1)).toMatchObject({soegeord: 'mine ord'}));
  });

  it('keeps a form that is opened during a reload, with its text and the focus', async () => {
    const {service, element} = await open([...someForms(), ...manyForms().slice(0, 25)]);
    service.hold();
    const reloaded = element.refresh();
    await userEvent.click(item('Anmeld jordflytning').getByRole('button', {name: 'Redigér'}));
    await eventually(() => expect(focused()?.localName).toBe('textarea'));
    await userEvent.keyboard('{Control>}a{/Control}jord');
    service.change('1.1', {soegeord: 'andres ord'});
    service.release();
    await reloaded;
    await settled(element);
    await userEvent.keyboard(', deponi');
    await expect.element(field()).toHaveValue('jord, deponi');
  });

  it('announces a save without changes, which marks the suggestion as seen and cannot be undone', async () => {
    const {service} = await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Redigér'}));
    await userEvent.click(button('Gem'));
    await expect.element(status()).toHaveTextContent('Gemt: Indberet moms');
    expect(button('Fortryd').elements()).toEqual([]);
    expect(service.calls.at(-1)?.body).toEqual({});
    expect(service.forms.at(-1)).toMatchObject({soegeord: 'afgift', nyeForslag: false});
  });

  it('announces a second save with the same title', async () => {
    await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Afvis'}));
    await expect.element(status()).toHaveTextContent('Gemt: Indberet moms');
    const announced: string[] = [];
    const region = status().element();
    const observer = new MutationObserver(() => announced.push(region.textContent.trim()));
    observer.observe(region, {childList: true, characterData: true, subtree: true});
    onTestFinished(() => observer.disconnect());
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Redigér'}));
    await userEvent.click(button('Gem'));
    await eventually(() => expect(announced).toEqual(['', 'Gemt: Indberet moms']));
  });

  it('announces the forms that are added after a save', async () => {
    await open(manyForms());
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Afvis'}));
    await expect.element(status()).toHaveTextContent('Gemt: Indberet moms');
    await userEvent.click(button('Vis flere'));
    await expect.element(status()).toHaveTextContent('Viser 29 formularer');
  });

  it.each(['another form', 'the page'])('announces a failed save while the person is in %s', async place => {
    const {service, element} = await open();
    const outside = document.createElement('input');
    document.body.append(outside);
    onTestFinished(() => outside.remove());
    service.hold();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Brug'}));
    if (place === 'the page') outside.focus();
    else await userEvent.click(item('jordflytning').getByRole('button', {name: 'Redigér'}));
    await eventually(() => expect(focused()?.localName).toBe(place === 'the page' ? 'input' : 'textarea'));
    const before = focused();
    service.change('1.2', {soegeord: 'andres ord'});
    service.release();
    await expect
      .element(status())
      .toHaveTextContent(/^Indberet moms: Ikke gemt. Formularen er ændret, siden du hentede den./);
    await settled(element);
    expect(focused()).toBe(before);
  });

  it('announces a failed save once, with the focus', async () => {
    const {service, element} = await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Afvis'}));
    await expect.element(status()).toHaveTextContent('Gemt: Indberet moms');
    service.break(503);
    await userEvent.click(item('gravetilladelse').getByRole('button', {name: 'Brug'}));
    await eventually(() => expect(focused()?.textContent).toContain('Ikke gemt.'));
    await settled(element);
    await expect.element(status()).toHaveTextContent(/^$/);
  });

  it('searches while a person types, announces the results, and shows all again', async () => {
    await open();
    await userEvent.type(page.getByRole('searchbox'), 'vejarbejde');
    await expect.element(status()).toHaveTextContent('Viser 1 formular');
    await userEvent.fill(page.getByRole('searchbox'), 'findes ikke');
    await expect.element(status()).toHaveTextContent('Vi fandt ingen formularer');
    await userEvent.click(button('Vis alle formularer'));
    await expect.element(status()).toHaveTextContent('Viser 4 formularer');
  });

  it('filters by state', async () => {
    await open();
    await userEvent.selectOptions(page.getByRole('combobox', {name: 'Tilstand'}), 'planlagt');
    await eventually(() => expect(titles()).toEqual(['Anmeld jordflytning']));
  });

  it('has new suggestions first, adds the other forms page by page, and focuses the first new one', async () => {
    const {element} = await open(manyForms());
    expect(titles().slice(0, 3)).toEqual(['Indberet moms', 'Ansøg om gravetilladelse', 'Formular 2.1']);
    await expect.element(status()).toHaveTextContent('Viser 20 formularer, der er flere');
    await emulateMedia({media: 'print'});
    await expect.element(page.getByText('Der er flere end de udskrevne.')).toBeVisible();
    await emulateMedia({media: 'screen'});
    await userEvent.click(button('Vis flere'));
    await eventually(() => expect(titles()).toHaveLength(29));
    expect(element.shadowRoot?.activeElement?.closest('[data-id]')?.getAttribute('data-id')).toBe('2.19');
    expect(new Set(titles()).size).toBe(29);
    expect(button('Vis flere').elements()).toEqual([]);
  });

  it.each([
    ['of all forms', 20, {}],
    ['with new suggestions', 20, {nyeForslag: true}],
    ['on the second page', 40, {}],
  ])('offers no further page after a full one %s', async (_, count, fields) => {
    const rest = [editorialForm('1.1', {titel: 'Rest'}), editorialForm('1.2', {titel: 'Rest'})];
    await open([
      ...Array.from({length: count}, (_each, place) => editorialForm(`2.${place + 1}`, fields)),
      ...rest,
    ]);
    await userEvent.fill(page.getByRole('searchbox'), 'Formular');
    if (count > 20) {
      await expect.element(status()).toHaveTextContent('Viser 20 formularer, der er flere');
      await userEvent.click(button('Vis flere'));
    }
    await expect.element(status()).toHaveTextContent(new RegExp(`Viser ${count} formularer$`));
    expect(new Set(titles()).size).toBe(count);
    expect(button('Vis flere').elements()).toEqual([]);
  });

  it('keeps the focus near the end of the list when the next page is empty', async () => {
    const {service, element} = await open([
      editorialForm('1.1', {nyeForslag: true}),
      ...Array.from({length: 30}, (_, place) => editorialForm(`2.${place + 1}`)),
    ]);
    service.maxExamined = 6;
    await userEvent.selectOptions(page.getByRole('combobox', {name: 'Tilstand'}), 'nye');
    await expect.element(status()).toHaveTextContent('Viser 1 formular, der er flere');
    await userEvent.click(button('Vis flere'));
    await expect.element(status()).toHaveTextContent(/Viser 1 formular$/);
    await settled(element);
    expect(focused()?.textContent.trim()).toBe('Redigér');
    expect(focused()?.closest('[data-id]')?.getAttribute('data-id')).toBe('1.1');
  });

  it('has as many forms as before when the person returns to the tab, in the same place', async () => {
    const forms = Array.from({length: 130}, (_, place) => editorialForm(`2.${place + 1}`));
    const {service} = await open([...forms, ...someForms()]);
    for (let count = 40; count <= 120; count += 20) {
      await userEvent.click(button('Vis flere'));
      await eventually(() => expect(titles()).toHaveLength(count));
    }
    const last = item('Formular 2.118').getByRole('button', {name: 'Redigér'});
    (last.element() as HTMLElement).focus();
    const {top} = last.element().getBoundingClientRect();
    service.calls.length = 0;
    const reloaded = new Promise(resolve => addEventListener('tavle-load', resolve, {once: true}));
    document.dispatchEvent(new Event('visibilitychange'));
    await reloaded;
    await rendered();
    expect(titles()).toHaveLength(120);
    expect(focused()).toBe(last.element());
    expect(last.element().getBoundingClientRect().top).toBe(top);
    const sizes = service.calls.map(({url}) => Number(url.searchParams.get('antal')));
    expect(Math.max(...sizes)).toBeLessThanOrEqual(100);
  });

  it('explains a 403, without a link to the login', async () => {
    fakeEditorial([]).break(403);
    addEditorial({'login-url': '/log-paa'});
    const text = 'Kun portalens redaktører kan redigere formularer. Din bruger har ikke den rolle.';
    await expect.element(alert()).toHaveTextContent(text);
    expect(page.getByRole('link').elements()).toEqual([]);
  });

  it('rejects a suggestion, keeps the keywords, and moves the focus to the button of the same form', async () => {
    const {service, element} = await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Afvis'}));
    await expect.element(status()).toHaveTextContent('Gemt: Indberet moms');
    expect(service.forms.at(-1)).toMatchObject({soegeord: 'afgift', nyeForslag: false});
    expect(item('Indberet moms').getByRole('button', {name: 'Afvis'}).elements()).toEqual([]);
    expect(element.shadowRoot?.activeElement?.textContent.trim()).toBe('Redigér');
    await expect.element(page.getByRole('option', {name: 'Nye forslag (1)'})).toBeInTheDocument();
  });

  it('rejects the suggestion of an open form, which stays open with what was typed', async () => {
    const {service} = await open();
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Redigér'}));
    await userEvent.fill(field(), 'mine ord');
    const reject = item('Indberet moms').getByRole('button', {name: 'Afvis'});
    const use = button('Brug forslaget').element().getBoundingClientRect();
    expect(reject.element().getBoundingClientRect().top).toBe(use.top);
    await userEvent.click(reject);
    await expect.element(status()).toHaveTextContent('Gemt: Indberet moms');
    expect(service.calls.at(-1)?.body).toEqual({});
    expect(service.forms.at(-1)).toMatchObject({soegeord: 'afgift', nyeForslag: false});
    await expect.element(field()).toHaveValue('mine ord');
    expect(reject.elements()).toEqual([]);
    await eventually(() => expect(focused()?.closest('[data-id]')).not.toBeNull());
    await userEvent.click(button('Gem'));
    await eventually(() => expect(service.calls.at(-1)?.body).toEqual({soegeord: 'mine ord'}));
  });

  it('lists only new suggestions, and counts the forms of each choice', async () => {
    await open(manyForms());
    const choice = page.getByRole('combobox', {name: 'Tilstand'});
    const names = choice
      .getByRole('option')
      .elements()
      .map(({textContent}) => textContent.trim());
    expect(names).toEqual([
      'Alle (29)',
      'Nye forslag (2)',
      'Publiceret (27)',
      'Planlagt (1)',
      'Ikke publiceret (1)',
    ]);
    await userEvent.selectOptions(choice, 'nye');
    await expect.element(status()).toHaveTextContent('Viser 2 formularer');
  });

  it('counts the forms of each choice again after a save, and after an undo', async () => {
    await open(manyForms());
    const names = () =>
      page
        .getByRole('option')
        .elements()
        .map(({textContent}) => textContent.trim());
    await userEvent.click(item('Indberet moms').getByRole('button', {name: 'Redigér'}));
    await userEvent.fill(page.getByLabelText('Publiceres', {exact: true}), '2131-02-03T04:05');
    await userEvent.click(button('Gem'));
    await eventually(() =>
      expect(names().slice(1)).toEqual([
        'Nye forslag (1)',
        'Publiceret (26)',
        'Planlagt (2)',
        'Ikke publiceret (1)',
      ]),
    );
    await userEvent.click(button('Fortryd'));
    await eventually(() =>
      expect(names().slice(1)).toEqual([
        'Nye forslag (1)',
        'Publiceret (27)',
        'Planlagt (1)',
        'Ikke publiceret (1)',
      ]),
    );
  });

  it('shows invalid dates at the fields', async () => {
    const {service} = await open();
    service.change('1.2', {afpubliceringsdato: '2031-05-01T00:00:00+0200'});
    await userEvent.click(item('gravetilladelse').getByRole('button', {name: 'Redigér'}));
    await userEvent.fill(page.getByLabelText('Publiceres', {exact: true}), '2033-01-01T00:00');
    await userEvent.fill(page.getByLabelText('Afpubliceres'), '2032-01-01T00:00');
    await userEvent.click(button('Gem'));
    const until = page.getByLabelText('Afpubliceres');
    await expect.element(until).toHaveAttribute('aria-invalid', 'true');
    await expect.element(until).toHaveAccessibleDescription(/^Ikke gemt. Formularen skal publiceres/);
    await eventually(() => expect(focused()?.textContent).toContain('Formularen skal publiceres'));
  });

  it('has the undo of a change in the row of the form, and no bar that covers others', async () => {
    const {element} = await open();
    await userEvent.click(button('Brug').first());
    await expect.element(item('Indberet moms').getByRole('button', {name: 'Fortryd'})).toBeVisible();
    expect(element.shadowRoot?.querySelector('.notice')).toBeNull();
  });

  it('shows key figures as bars in a table, and saves them as a file', async () => {
    const {element, service} = await open();
    const tables = page.getByRole('table');
    await expect
      .element(tables.first())
      .toHaveTextContent(/15 af 20 statslige formularer.*Ikke besluttet.*5/);
    await expect
      .element(tables.nth(1))
      .toHaveTextContent(/75 % af de årlige.*Skattestyrelsen.*80 %.*Miljøstyrelsen.*30 %/);
    const widths = [...(element.shadowRoot?.querySelectorAll('rect') ?? [])].map(bar =>
      bar.getAttribute('width'),
    );
    expect(widths).toEqual(['0.25', '0.75', '0.8', '0.3']);
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    await userEvent.click(button('Hent nøgletal (CSV)'));
    await eventually(() => expect(click).toHaveBeenCalledOnce());
    expect((click.mock.contexts[0] as HTMLAnchorElement).download).toBe('noegletal.csv');
    expect(service.calls.at(-1)?.url.pathname).toBe('/redaktion/1/noegletal');
  });

  it('asks for a login when the session has ended before the key figures are loaded', async () => {
    const {service, element} = await open();
    element.loginUrl = '/log-paa';
    service.break(401);
    await userEvent.click(button('Hent nøgletal (CSV)'));
    await expect.element(page.getByRole('link', {name: 'Log på'})).toBeVisible();
    await settled(element);
    expect(
      page
        .getByRole('heading')
        .elements()
        .map(({textContent}) => textContent.trim()),
    ).toEqual(['Log på for at redigere formularer']);
  });

  it('says that the key figures could not be loaded, and retries that', async () => {
    const {service} = await open();
    service.break(503);
    await userEvent.click(button('Hent nøgletal (CSV)'));
    const text = 'Vi kunne ikke hente nøgletallene.';
    await expect.element(page.getByRole('alert').filter({hasText: text})).toBeVisible();
    expect(titles()).toHaveLength(4);
    service.heal();
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
    service.calls.length = 0;
    await userEvent.click(button('Prøv igen'));
    await eventually(() => expect(click).toHaveBeenCalledOnce());
    expect(service.calls.map(({url}) => url.pathname)).toEqual(['/redaktion/1/noegletal']);
    expect(page.getByText(text).elements()).toEqual([]);
    service.break(503);
    await userEvent.click(button('Hent nøgletal (CSV)'));
    await userEvent.click(button('Luk besked'));
    expect(page.getByText(text).elements()).toEqual([]);
  });

  it('shows key figures in English on an English page', async () => {
    document.documentElement.lang = 'en';
    await open();
    const tables = page.getByRole('table');
    await expect.element(tables.first()).toHaveTextContent(/Not decided\s*5\s*Already digital\s*15/);
    await expect.element(tables.nth(1)).toHaveTextContent(/75% of the yearly/);
  });

  it('marks texts of suppliers as Danish on an English page', async () => {
    document.documentElement.lang = 'en';
    await open([editorialForm('1.1', {titel: 'Titel', nyeForslag: true})]);
    for (const text of ['Titel', 'moms, afgift', 'afgift', 'Skattestyrelsen'])
      expect(
        page.getByText(text, {exact: true}).last().element().closest('[lang]')?.getAttribute('lang'),
      ).toBe('da');
    expect(button('Use').element().closest('[lang]')).toBeNull();
  });

  it('names the form of each button in its description', async () => {
    await open();
    const use = item('Indberet moms').getByRole('button', {name: 'Brug', exact: true});
    await expect.element(use).toHaveAccessibleDescription('Indberet moms');
  });

  it('reloads in another element after a save', async () => {
    const {service} = await open();
    const other = addEditorial();
    await loadedEditorial(other);
    const {length} = service.calls;
    await userEvent.click(button('Brug').first());
    await eventually(() =>
      expect(service.calls.slice(length).filter(({url}) => url.search).length).toBeGreaterThan(0),
    );
  });
});
