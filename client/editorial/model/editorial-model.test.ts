import {afterEach, beforeEach, describe, expect, it, vi} from 'vitest';

import {Api} from '../../api/api.ts';
import {
  editorialForm,
  type FakeEditorial,
  fakeEditorial,
  manyForms,
  someForms,
} from '../../testing/fake-editorial.ts';
import {createListener} from '../../testing/listener.ts';
import {EditorialModel} from './editorial-model.ts';

const api = new Api('https://tavle.example', () => Promise.resolve('token'));

let listener: ReturnType<typeof createListener>;
let service: FakeEditorial;
let model: EditorialModel;

beforeEach(() => {
  vi.stubGlobal('navigator', {onLine: true});
  listener = createListener();
  model = new EditorialModel(listener);
});
afterEach(() => vi.unstubAllGlobals());

const ready = () => vi.waitFor(() => expect(model.state.status).toBe('ready'));
async function connect(forms = someForms()): Promise<void> {
  service = fakeEditorial(forms);
  model.connect(api);
  await ready();
}

const ids = () => model.forms.map(({diaId}) => diaId);
const queries = () => service.calls.map(({url}) => url.search);
const find = (id: string) => model.forms.find(({diaId}) => diaId === id) ?? expect.fail(`There is no ${id}.`);
const stored = (id: string) => service.forms.find(({diaId}) => diaId === id);
const puts = () => service.calls.filter(({method}) => method === 'PUT').map(({body}) => body);

describe('the list', () => {
  it('shows a form once that is saved before the next page is added', async () => {
    await connect(manyForms());
    await model.useSuggestion(find('1.2'));
    await model.showMore();
    await model.showMore();
    expect(ids().filter(id => id === '1.2')).toHaveLength(1);
    expect(model.forms).toHaveLength(29);
  });

  it('keeps the numbers of a save that ends before a reload', async () => {
    await connect();
    const release = service.hold('efter=');
    const reload = model.refresh();
    await model.useSuggestion(find('1.2'));
    release();
    await reload;
    expect(find('1.2')).toMatchObject({nyeForslag: false});
    expect(model.overview?.nyeForslag).toBe(1);
  });

  it('shows a form as it is saved while the next page is loading', async () => {
    await connect(manyForms());
    const count = model.overview?.nyeForslag ?? 0;
    const release = service.hold('efter=');
    const more = model.showMore();
    await model.useSuggestion(find('1.2'));
    const saved = find('1.2');
    release();
    await more;
    expect(find('1.2')).toEqual(saved);
    expect(model.overview?.nyeForslag).toBe(count - 1);
  });

  it('follows empty pages, with at most five requests', async () => {
    await connect(manyForms());
    service.maxExamined = 6;
    service.calls.length = 0;
    model.search({text: 'gravetilladelse'});
    await vi.waitFor(() => expect(queries()).toHaveLength(5));
    await ready();
    expect(ids()).toEqual(['1.3']);
    service.maxExamined = 5;
    model.search({text: 'findes ikke'});
    await vi.waitFor(() => expect(queries()).toHaveLength(10));
    await ready();
    expect(ids()).toEqual([]);
    expect(model.next).toEqual({onlyNew: true, after: '25'});
  });

  it('is reloaded with as many forms as are visible, unless one of them is open', async () => {
    await connect(manyForms());
    await model.showMore();
    await model.refresh();
    expect(model.forms).toHaveLength(29);
    model.open(find('1.2'));
    const {length} = service.calls;
    await model.refresh();
    expect(service.calls).toHaveLength(length);
    model.cancel(find('1.2'));
    await model.refresh();
    expect(service.calls.length).toBeGreaterThan(length);
  });

  it('of a search that has failed is shown when it is loaded again, also while a form of the former list is open', async () => {
    await connect();
    const last = model.forms.at(-1);
    model.open(find('1.2'));
    service.break(503);
    model.search({text: last?.titel ?? ''});
    await vi.waitFor(() => expect(model.state.status).toBe('failed'));
    service.heal();
    await model.refresh();
    expect(ids()).toEqual([last?.diaId]);
  });

  it('of another search is shown with the forms that have typed values', async () => {
    await connect();
    model.open(find('1.1'));
    model.open(find('1.2'));
    model.type(find('1.2'), {soegeord: 'mit'});
    model.search({text: 'findes ikke'});
    await vi.waitFor(() => expect(model.isCurrent).toBe(true));
    expect(ids()).toEqual(['1.2']);
    expect(model.editOf(find('1.2'))).toMatchObject({typed: {soegeord: 'mit'}, isOpen: true});
  });

  it('is reloaded with the numbers of all forms', async () => {
    await connect();
    service.change('1.1', {tilstand: 'publiceret'});
    await model.refresh();
    expect(model.overview?.tilstande).toMatchObject({publiceret: 3, planlagt: 0});
  });

  it('is empty after another person has signed in, without what the first one typed', async () => {
    await connect();
    model.open(find('1.2'));
    model.type(find('1.2'), {soegeord: 'hemmeligt'});
    const form = find('1.2');
    model.connect(undefined);
    expect(model.forms).toEqual([]);
    expect(model.editOf(form)).toBeUndefined();
  });
});

describe('a suggestion', () => {
  it('fills the field of an open form', async () => {
    await connect();
    model.open(find('1.2'));
    await model.useSuggestion(find('1.2'));
    expect(model.editOf(find('1.2'))?.typed).toEqual({soegeord: 'momsangivelse, salgsmoms'});
    expect(puts()).toEqual([]);
  });

  it.each([
    ['ord,\n\tandre\u0000 ord', 'ord, andre ord'],
    [`${'x'.repeat(999)}\u{1f600}`, 'x'.repeat(999)],
  ])('%j becomes keywords that the service accepts', async (suggestion, keywords) => {
    await connect([editorialForm('1.1', {forslagTilSoegeord: suggestion, nyeForslag: true})]);
    await model.useSuggestion(find('1.1'));
    expect(puts()).toEqual([{soegeord: keywords}]);
  });

  it('of more than 1,000 characters is used as the list shows it', async () => {
    await connect([editorialForm('1.1', {forslagTilSoegeord: 'moms, '.repeat(1_000)})]);
    await model.useSuggestion(find('1.1'));
    expect(find('1.1').soegeord).toBe('moms, '.repeat(1_000).slice(0, 1_000).trim());
  });
});

describe('a change', () => {
  it('saves only what was changed; null is none', async () => {
    await connect();
    const form = find('1.1');
    model.open(form);
    model.type(form, {soegeord: ' toldsats ,\n moms '});
    model.type(form, {publiceringsdato: null});
    await model.save(form);
    expect(puts()).toEqual([{soegeord: 'toldsats , moms', publiceringsdato: null}]);
    expect(find('1.1')).toMatchObject({soegeord: 'toldsats , moms', publiceringsdato: null});
    expect(model.editOf(form)).toBeUndefined();
  });

  it('is undone and repeated, with the dates before', async () => {
    await connect();
    const form = find('1.1');
    model.open(form);
    model.type(form, {soegeord: '', publiceringsdato: '2031-01-01T08:00'});
    await model.save(form);
    expect(find('1.1')).toMatchObject({soegeord: null, publiceringsdato: '2031-01-01T08:00:00+0100'});
    await model.undo();
    expect(find('1.1')).toMatchObject({soegeord: 'afgift', publiceringsdato: form.publiceringsdato});
    expect(model.last?.isUndo).toBe(true);
    await model.undo();
    expect(find('1.1')).toMatchObject({soegeord: null});
    expect(model.last?.isUndo).toBe(false);
  });

  it('is undone with no date, if the form had none before', async () => {
    await connect();
    const form = find('1.4');
    model.open(form);
    model.type(form, {publiceringsdato: '2021-01-01T08:00'});
    await model.save(form);
    expect(find('1.4')).toMatchObject({tilstand: 'publiceret'});
    await model.undo();
    expect(find('1.4')).toMatchObject({publiceringsdato: null, tilstand: 'afpubliceret'});
  });

  it('is undone after a reload without its form, which is shown again', async () => {
    await connect([...someForms(), ...manyForms().slice(0, 20)]);
    await model.useSuggestion(find('1.2'));
    await model.refresh();
    expect(ids()).not.toContain('1.2');
    await model.undo();
    expect(ids().slice(0, 2)).toEqual(['1.3', '1.2']);
    expect(stored('1.2')).toMatchObject({soegeord: 'afgift'});
  });

  describe('that is saved after another search', () => {
    async function saveAndSearch() {
      await connect();
      const release = service.hold('1.2');
      const saved = model.useSuggestion(find('1.2'));
      model.search({text: 'jordflytning'});
      await vi.waitFor(() => expect(ids()).toEqual(['1.1']));
      return () => (release(), saved);
    }

    it('is not among the results, nor is its undo', async () => {
      const save = await saveAndSearch();
      await save();
      expect(ids()).toEqual(['1.1']);
      expect(model.last?.form).toMatchObject({diaId: '1.2', soegeord: 'momsangivelse, salgsmoms'});
      await model.undo();
      expect(stored('1.2')).toMatchObject({soegeord: 'afgift'});
      expect(ids()).toEqual(['1.1']);
    });

    it('is shown with the reason if it has failed', async () => {
      const save = await saveAndSearch();
      service.change('1.2', {soegeord: 'andres'});
      await save();
      expect(ids()).toEqual(['1.2', '1.1']);
      expect(model.editOf(find('1.2'))).toMatchObject({problem: 'conflict'});
    });
  });

  it('that is typed while the form is being saved stays in the open form', async () => {
    await connect();
    const form = find('1.1');
    model.open(form);
    model.type(form, {soegeord: 'a'});
    const saved = model.save(form);
    model.type(form, {soegeord: 'b'});
    await Promise.all([saved, model.save(form)]);
    expect(puts()).toEqual([{soegeord: 'a'}]);
    expect(model.editOf(form)).toMatchObject({typed: {soegeord: 'b'}, isOpen: true});
    expect(model.editOf(form)?.isSaving).toBeUndefined();
    await model.save(find('1.1'));
    expect(puts()).toEqual([{soegeord: 'a'}, {soegeord: 'b'}]);
    expect(model.editOf(form)).toBeUndefined();
  });
});

describe('a conflict', () => {
  const conflict = () => {
    const form = find('1.2');
    expect(form).toMatchObject({forslagTilSoegeord: 'toldsats', nyeForslag: true});
    return model.editOf(form);
  };

  it('is found by the service if the supplier saves between the two requests', async () => {
    await connect();
    service.onRequest = method => {
      if (method !== 'PUT') return;
      service.onRequest = () => undefined;
      service.change('1.2', {forslagTilSoegeord: 'toldsats'});
    };
    await model.useSuggestion(find('1.2'));
    expect(conflict()).toMatchObject({typed: {soegeord: 'momsangivelse, salgsmoms'}, problem: 'conflict'});
    expect(stored('1.2')).toMatchObject({soegeord: 'afgift'});
  });

  it('counts the new suggestion of the latest version', async () => {
    await connect();
    const before = model.overview;
    await model.useSuggestion(find('1.2'));
    model.open(find('1.2'));
    service.change('1.2', {forslagTilSoegeord: 'toldsats', nyeForslag: true});
    await model.save(find('1.2'));
    expect(model.overview).toEqual(before);
    await model.save(find('1.2'));
    expect(model.overview).toEqual({...before, nyeForslag: 1});
  });

  it('leaves the dates of the supplier that the editor has not changed', async () => {
    await connect();
    model.open(find('1.2'));
    model.type(find('1.2'), {soegeord: 'mit'});
    service.change('1.2', {publiceringsdato: '2027-01-01T00:00:00+0100'});
    await model.save(find('1.2'));
    await model.save(find('1.2'));
    expect(stored('1.2')).toMatchObject({soegeord: 'mit', publiceringsdato: '2027-01-01T00:00:00+0100'});
  });

  it('is found when the change is loaded again with the list, also after a save that failed', async () => {
    await connect();
    model.open(find('1.2'));
    model.type(find('1.2'), {soegeord: 'mit'});
    service.break(503, 'PUT');
    await model.save(find('1.2'));
    service.heal();
    service.change('1.2', {soegeord: 'andres'});
    model.search({text: 'moms'});
    await vi.waitFor(() => expect(model.isCurrent).toBe(true));
    expect(find('1.2')).toMatchObject({soegeord: 'andres'});
    await model.save(find('1.2'));
    expect(model.editOf(find('1.2'))).toMatchObject({typed: {soegeord: 'mit'}, problem: 'conflict'});
    await model.save(find('1.2'));
    expect(stored('1.2')).toMatchObject({soegeord: 'mit'});
    await model.undo();
    expect(stored('1.2')).toMatchObject({soegeord: 'andres'});
  });

  it('prevents an undo that would replace the change of somebody else', async () => {
    await connect();
    await model.useSuggestion(find('1.2'));
    service.change('1.2', {soegeord: 'andres'});
    await model.undo();
    expect(model.editOf(find('1.2'))).toMatchObject({typed: {soegeord: 'afgift'}, problem: 'conflict'});
    expect(stored('1.2')).toMatchObject({soegeord: 'andres'});
  });
});

describe('a save whose response is lost', () => {
  /** Loses the response to the next PUT, which the service has stored. */
  function loseResponse(status = 504): void {
    const {fetch} = globalThis;
    vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
      const response = await fetch(url, init);
      if (init.method !== 'PUT') return response;
      vi.stubGlobal('fetch', fetch);
      return Response.json({code: status}, {status});
    });
  }

  it.each([{soegeord: ' mit  ord'}, {publiceringsdato: '2019-01-01T08:00'}, {publiceringsdato: null}])(
    'is repeated without a conflict, and its undo restores what was there before: %j',
    async typed => {
      await connect();
      const before = find('1.2');
      model.open(before);
      model.type(before, typed);
      loseResponse();
      await model.save(before);
      expect(model.editOf(before)).toMatchObject({problem: 'away'});
      await model.save(before);
      expect(model.editOf(before)).toBeUndefined();
      await model.undo();
      const {soegeord, publiceringsdato} = before;
      expect(stored('1.2')).toMatchObject({soegeord, publiceringsdato});
    },
  );

  it('is not a conflict if the browser has sent the request twice', async () => {
    await connect();
    loseResponse(412);
    await model.useSuggestion(find('1.2'));
    expect(find('1.2')).toMatchObject({soegeord: 'momsangivelse, salgsmoms', nyeForslag: false});
    expect(model.editOf(find('1.2'))).toBeUndefined();
    await model.undo();
    expect(stored('1.2')).toMatchObject({soegeord: 'afgift'});
  });

  it('is repeated with a conflict if somebody else has changed the form since', async () => {
    await connect();
    const form = find('1.2');
    model.open(form);
    model.type(form, {soegeord: 'mit'});
    loseResponse();
    await model.save(form);
    service.change('1.2', {forslagTilSoegeord: null});
    await model.save(form);
    expect(model.editOf(form)).toMatchObject({typed: {soegeord: 'mit'}, problem: 'conflict'});
  });

  it('is a conflict if every PUT is refused, as behind a proxy that changes entity tags', async () => {
    await connect();
    service.break(412, 'PUT');
    await model.useSuggestion(find('1.2'));
    expect(model.editOf(find('1.2'))).toMatchObject({problem: 'conflict'});
  });
});

describe('a failure', () => {
  it.each([
    [401, 'signedOut'],
    [403, 'forbidden'],
    [404, 'deleted'],
    [422, 'invalid'],
    [503, 'away'],
    [0, 'away'],
  ])('of status %d keeps what was typed, and is %s', async (status, problem) => {
    await connect();
    model.open(find('1.2'));
    model.type(find('1.2'), {soegeord: 'mit'});
    service.break(status);
    await model.save(find('1.2'));
    const base = find('1.2');
    expect(model.editOf(base)).toEqual({base, typed: {soegeord: 'mit'}, isOpen: true, problem});
    expect(listener.dispatch.mock.lastCall).toMatchObject([
      {type: 'tavle-error', operation: 'save', cause: {status}},
    ]);
    service.heal();
    await model.save(find('1.2'));
    expect(stored('1.2')).toMatchObject({soegeord: 'mit'});
  });

  it('to save since the session has ended keeps what was typed, for the same person', async () => {
    await connect();
    service.hold();
    const form = find('1.2');
    const saved = model.useSuggestion(form);
    model.signOut(new Api('https://tavle.example', () => Promise.resolve('later token')));
    expect(model.forms).toEqual([]);
    service.release();
    await saved;
    await model.refresh();
    const typed = {soegeord: 'momsangivelse, salgsmoms'};
    expect(model.editOf(form)).toEqual({base: form, typed, isOpen: true, problem: 'signedOut'});
  });

  it('to save is ignored after another person has signed in', async () => {
    await connect();
    service.break(503);
    const form = find('1.2');
    const saved = model.useSuggestion(form);
    model.connect(undefined);
    await saved;
    expect(model.forms).toEqual([]);
    expect(model.editOf(form)).toBeUndefined();
  });
});
