// The states of the form elements, for `element-states.ts`. Add a state for a layout that no other state has. Use only
// what also works without Vitest.
import {fakeForms, manyForms, plainForm, wholeForm} from './fake-forms.ts';
import {addForm, addSearch, loaded} from './forms-fixture.ts';
import {longestWord} from './longest-word.ts';
import {click, fill, role, shows, text} from './person.ts';
import {settled, showsLate} from './stage.ts';

const open = (...forms: Parameters<typeof wholeForm>) => {
  fakeForms([wholeForm(...forms)]);
  return loaded(addForm());
};

async function fails(add: () => unknown): Promise<void> {
  fakeForms([]).break(503);
  add();
  await shows(role('alert'));
}

async function started(formularType: 'integration-iframe-960-med-titel' | 'integration-iframe-916') {
  const form = await open({formularType, kraeverSSO: false, urlProd: 'about:blank'});
  await click(role('button', /Begynd/));
  return settled(form);
}

async function searched(text: string) {
  fakeForms(manyForms());
  const search = await loaded(addSearch());
  await fill(role('searchbox'), text);
  return loaded(search);
}

/** Brings a form, or a search, into each of its states. */
export const formStates: Record<string, () => Promise<unknown>> = {
  'a form with every field': () => open(),
  'a form with few fields': () => {
    fakeForms([plainForm()]);
    return loaded(addForm());
  },
  'a form with long words': () =>
    open({
      titel: longestWord,
      kortBeskrivelse: longestWord,
      trin: [longestWord],
      startKnapTekst: longestWord,
      urlTilLovstof: [{titel: longestWord, url: 'https://lov.example.dk/'}],
    }),
  'a form that cannot be started': () =>
    open({
      urlProd: null,
      loesningsUrl: null,
      eidPersonLinkProd: null,
      eidVirksomhedLinkProd: null,
      ssiLinkProd: null,
    }),
  'a form in a frame with its title': () => started('integration-iframe-960-med-titel'),
  'a form in a frame without its title': () => started('integration-iframe-916'),
  'a form while it is loading': async () => {
    fakeForms([]).hold();
    return settled(addForm());
  },
  'a form that is unknown': async () => {
    fakeForms([]);
    addForm();
    await shows(text(/ikke publiceret/));
  },
  'a form when the service is away': () => fails(addForm),
  'a form that could not be reloaded': async () => {
    const service = fakeForms([wholeForm()]);
    const form = await loaded(addForm());
    service.break(503);
    await form.refresh();
    return settled(form);
  },
  'a search with results': async () => {
    fakeForms(manyForms());
    return loaded(addSearch());
  },
  'a search with long words': async () => {
    fakeForms([wholeForm({titel: longestWord, kortBeskrivelse: longestWord})]);
    return loaded(addSearch());
  },
  'a search whose next page could not be loaded': async () => {
    const service = fakeForms(manyForms());
    const search = await loaded(addSearch());
    service.break(503);
    await click(role('button', /^Vis/));
    await shows(role('button', /^Prøv/));
    return settled(search);
  },
  'a search without results': () => searched('findes ikke'),
  'a search while it is loading': async () => {
    fakeForms([]).hold();
    const search = await settled(addSearch());
    await showsLate(search);
  },
  'a search when the service is away': () => fails(addSearch),
};
