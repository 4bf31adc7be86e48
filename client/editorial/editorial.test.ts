import {describe, expect, it} from 'vitest';
import {page, userEvent} from 'vitest/browser';

import {addEditorial, loadedEditorial} from '../testing/editorial-fixture.ts';
import {editorialForm, fakeEditorial, manyForms, someForms} from '../testing/fake-editorial.ts';
import {alert, eventually, status} from '../testing/page-fixture.ts';

const button = (name: string) => page.getByRole('button', {name, exact: true});
const item = (title: string) => page.getByRole('listitem').filter({hasText: title});
const field = () => page.getByRole('textbox', {name: 'Søgeord', exact: true});

async function open(forms = someForms()) {
  const service = fakeEditorial(forms);
  return {service, element: await loadedEditorial()};
}

describe('the list of an editor', () => {
  it('shows suggestion and keywords of each form, with state and dates', async () => {
    await open();
    await expect.element(page.getByRole('heading', {name: 'Nye forslag', level: 2})).toBeVisible();
    await expect.element(page.getByRole('heading', {name: 'Indberet moms', level: 3})).toBeVisible();
    const text = (title: string) => item(title).element().textContent.replace(/\s+/g, ' ');
    expect(text('Indberet moms')).toContain('Publiceret Nyt forslag');
    expect(text('Indberet moms')).toContain('Forslag fra leverandøren momsangivelse, salgsmoms');
    expect(text('Indberet moms')).toContain('Søgeord afgift');
    expect(text('Anmeld jordflytning')).toContain('Publiceres 1. januar 2030 kl. 09.30');
    expect(text('Anmeld midlertidigt arrangement')).toContain('Ikke publiceret');
    await expect.element(status()).toHaveTextContent('Viser 4 formularer');
  });

  it('undoes the last change on Ctrl+Z, not while a person types', async () => {
    const {service} = await open();
    await userEvent.click(button('Brug forslaget').first());
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
    await expect.element(page.getByRole('status').nth(1)).toHaveTextContent('Gemt: Anmeld jordflytning');
    expect(service.calls.at(-1)?.body).toEqual({
      soegeord: 'jord, deponi',
      publiceringsdato: '2031-02-03T04:05',
      afpubliceringsdato: '2032-02-03T04:05',
    });
    expect(element.shadowRoot?.activeElement?.textContent.trim()).toBe('Redigér');
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
    await expect.element(page.getByRole('status').nth(1)).toHaveTextContent('Gemt: Indberet moms');
    expect(service.forms.at(-1)).toMatchObject({soegeord: 'mine ord', forslagTilSoegeord: 'toldsats'});
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
    await userEvent.selectOptions(page.getByRole('combobox', {name: 'Tilstand'}), 'Planlagt');
    await eventually(() => expect(page.getByRole('listitem').elements()).toHaveLength(1));
    await expect.element(page.getByRole('heading', {name: 'Anmeld jordflytning'})).toBeVisible();
  });

  it('has new suggestions first, adds the other forms page by page, and focuses the first new one', async () => {
    const {element} = await open(manyForms());
    const titles = () =>
      page
        .getByRole('heading', {level: 3})
        .elements()
        .map(({textContent}) => textContent.trim());
    expect(titles().slice(0, 3)).toEqual(['Indberet moms', 'Ansøg om gravetilladelse', 'Formular 2.1']);
    await expect.element(status()).toHaveTextContent('Viser 20 formularer, der er flere');
    await userEvent.click(button('Vis flere'));
    await eventually(() => expect(page.getByRole('listitem').elements()).toHaveLength(29));
    expect(element.shadowRoot?.activeElement?.textContent.trim()).toBe('Formular 2.19');
    expect(new Set(titles()).size).toBe(29);
    expect(button('Vis flere').elements()).toEqual([]);
  });

  it('explains a 403, without a link to the login', async () => {
    fakeEditorial([]).break(403);
    addEditorial({'login-url': '/log-paa'});
    const text = 'Kun portalens redaktører kan redigere formularer. Din bruger har ikke den rolle.';
    await expect.element(alert()).toHaveTextContent(text);
    expect(page.getByRole('link').elements()).toEqual([]);
  });

  it('marks texts of suppliers as Danish on an English page', async () => {
    document.documentElement.lang = 'en';
    await open([editorialForm('1.1', {titel: 'Titel', nyeForslag: true})]);
    for (const text of ['Titel', 'moms, afgift', 'afgift', 'Dafolo A/S', 'SKST'])
      expect(page.getByText(text, {exact: true}).element().closest('[lang]')?.getAttribute('lang')).toBe(
        'da',
      );
    expect(button('Use the suggestion').element().closest('[lang]')).toBeNull();
  });

  it('names the form of each button in its description', async () => {
    await open();
    const use = item('Indberet moms').getByRole('button', {name: 'Brug forslaget'});
    await expect.element(use).toHaveAccessibleDescription('Indberet moms');
  });

  it('reloads in another element after a save', async () => {
    const {service} = await open();
    const other = addEditorial();
    await loadedEditorial(other);
    const {length} = service.calls;
    await userEvent.click(button('Brug forslaget').first());
    await eventually(() =>
      expect(service.calls.slice(length).filter(({url}) => url.search).length).toBeGreaterThan(0),
    );
  });
});
