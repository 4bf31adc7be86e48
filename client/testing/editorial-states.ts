// The states of `<tavle-editorial>`, for `element-states.ts`. Add a state for a layout that no other state has. Use
// only what also works without Vitest.
import {addEditorial, loadedEditorial} from './editorial-fixture.ts';
import {editorialForm, fakeEditorial, manyForms, someForms} from './fake-editorial.ts';
import {longestWord} from './longest-word.ts';
import {click, field, fill, role, shows, until} from './person.ts';
import {showsLate} from './stage.ts';

async function fails(status: number): Promise<void> {
  fakeEditorial(someForms()).break(status);
  addEditorial({'login-url': '/log-paa'});
  await shows(role('alert'));
}

async function searched(text: string, maxExamined = 1_000) {
  const service = fakeEditorial(manyForms());
  service.maxExamined = maxExamined;
  const element = await loadedEditorial();
  await fill(role('searchbox'), text);
  await loadedEditorial(element);
}

/** Brings the element into each of its states. */
export const editorialStates: Record<string, () => Promise<unknown>> = {
  'with more than a page': () => {
    fakeEditorial(manyForms());
    return loadedEditorial();
  },
  'with long words and a long suggestion': () => {
    fakeEditorial([
      editorialForm('1.1', {
        titel: longestWord,
        leverandoer: longestWord,
        myndigheder: [longestWord],
        forslagTilSoegeord: `${longestWord}, `.repeat(40),
        soegeord: longestWord,
        nyeForslag: true,
      }),
    ]);
    return loadedEditorial();
  },
  'while a form is being saved': async () => {
    const service = fakeEditorial(someForms());
    await loadedEditorial();
    await click(role('button', /^Redigér$/));
    service.hold();
    await click(role('button', /^Gem$/));
    await until(() => role('button', /^Gem$/)()?.ariaDisabled === 'true');
  },
  'with something to undo': async () => {
    fakeEditorial(someForms());
    await loadedEditorial();
    await click(role('button', /^Brug/));
    await shows(role('button', /^Fortryd$/));
  },
  'after a conflict': async () => {
    const service = fakeEditorial(someForms());
    const element = await loadedEditorial();
    await click(role('button', /^Redigér$/));
    await fill(field(/^Søgeord$/), 'moms, toldsats');
    service.change('1.2', {forslagTilSoegeord: 'toldsats', soegeord: 'momsfri'});
    await click(role('button', /^Gem$/));
    await until(() => element.shadowRoot?.querySelector('.problem'));
  },
  'when the dates are invalid': async () => {
    const service = fakeEditorial(someForms());
    service.change('1.2', {afpubliceringsdato: '2031-05-01T00:00:00+0200'});
    const element = await loadedEditorial();
    await click(role('button', /^Redigér$/, 1));
    await fill(field(/^Publiceres$/), '2032-01-01T00:00');
    await click(role('button', /^Gem$/));
    await until(() => element.shadowRoot?.querySelector('.problem'));
  },
  'while it is loading': async () => {
    fakeEditorial([]).hold();
    const element = addEditorial();
    await showsLate(element);
  },
  'without forms': () => {
    fakeEditorial([]);
    return loadedEditorial();
  },
  'without results': () => searched('findes ikke'),
  'without results in a part of the forms': () => searched('findes ikke', 1),
  'when the service is away': () => fails(503),
  'when nobody is signed in': async () => {
    fakeEditorial([]).break(401);
    addEditorial({'login-url': '/log-paa'});
    await shows(role('link'));
  },
  'when the list could not be reloaded': async () => {
    const service = fakeEditorial(someForms());
    const element = await loadedEditorial();
    service.break(503);
    await element.refresh();
    await shows(role('button', /^Prøv/));
  },
};
