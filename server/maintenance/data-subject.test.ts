import {beforeAll, describe, expect, it} from 'vitest';

import {createReminders} from '../calendar/mail/reminders.ts';
import type {Mailer} from '../calendar/mail/transport.ts';
import {openStore} from '../store/open-store.ts';
import {silent} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {whenReachable} from '../store/testing/reachable.ts';
import {deliver} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {enginesOfLongRun} from '../testing/engines.ts';
import {cvrClaim} from '../testing/issuer.ts';
import {skat, useTestService} from '../testing/service.ts';
import {newStore} from '../testing/store.ts';
import {documentsAbout, erase} from './data-subject.ts';

const asSkat = await organisation(skat);
const [novo, lego, carlsberg, arla] = ['24256790', '47458714', '61056416', '25313763'] as const;
/** An owner claim whose key has a digest. */
const longOwner = 'x'.repeat(250);

describe.each(enginesOfLongRun)('next to a service on %s', async name => {
  const {url, issuer, engine} = await useTestService(tlsSettings, {engine: name});
  const anonymous = callerWith(url);
  let store: Store;
  beforeAll(async () => {
    store = await whenReachable(openStore(engine.address, silent));
    return () => store.close();
  });
  const about = async (subject: 'person' | 'company', id: string) =>
    (await documentsAbout(store, subject, id, new Set())).map(({path, value}) => ({path, value}));

  async function useDashboard(owner: string): Promise<() => Promise<unknown>> {
    const headers = await issuer.authorize(owner);
    const put = (path: string, body?: unknown) =>
      anonymous('PUT', `/dashboard/1/apps/${path}`, body, headers);
    expect((await put('state?app=cvr&activated=true')).status).toBe(200);
    expect((await put('order', {apps: ['frister', 'cvr']})).status).toBe(200);
    return async () => (await anonymous('GET', '/dashboard/1/apps/state?apps=cvr', undefined, headers)).body;
  }

  it.each(['anna', 'anna/order', longOwner])(
    'finds and removes all documents of a person, and of nobody else: %.20s',
    async owner => {
      const states = await useDashboard(owner);
      const other = await useDashboard(`${owner}-2`);
      const found = await about('person', owner);
      expect(found.map(({value}) => value)).toEqual([{cvr: 'active'}, ['frister', 'cvr']]);

      const {removed, changed} = await erase(
        store,
        'person',
        owner,
        await documentsAbout(store, 'person', owner, new Set()),
      );
      expect({removed, changed}).toEqual({removed: found.map(({path}) => path), changed: []});
      expect(await about('person', owner)).toEqual([]);
      expect(await states()).toEqual({cvr: {state: 'deactive'}});
      expect(await other()).toEqual({cvr: {state: 'active'}});
    },
  );

  it('finds and removes the marks and the calendar link of a company, but not its deadlines', async () => {
    const id = await deliver(callerWith(url, asSkat), {modtagere: `${novo},${lego}`});
    const feeds: string[] = [];
    for (const cvr of [novo, lego]) {
      const headers = await issuer.authorize(`employee-${cvr}`, cvr);
      const path = `/calendar/1/virksomheder/${cvr}`;
      await anonymous('PUT', `${path}/frister/${id}`, {isSlettet: true}, headers);
      const {body} = await anonymous('POST', '/calendar/1/mine/abonnementer', {navn: 'Telefon'}, headers);
      feeds.push(new URL((body as {url: string}).url).pathname);
    }
    expect(await about('company', novo)).toMatchObject([
      {path: `virksomhed/${novo}/maerker/2099-09`, value: {[id]: {slettet: {owner: `employee-${novo}`}}}},
      {path: expect.stringMatching(/^abonnement\//) as string, value: {virksomheder: [{cvr: novo}]}},
    ]);
    await erase(store, 'company', novo, await documentsAbout(store, 'company', novo, new Set()));
    expect(await about('company', novo)).toEqual([]);

    const statuses = await Promise.all(feeds.map(async feed => (await anonymous('GET', feed)).status));
    // The person keeps the link, without the company.
    expect(statuses).toEqual([200, 200]);
    expect(await about('person', `employee-${novo}`)).toMatchObject([{value: {virksomheder: []}}]);
    const headers = await issuer.authorize('employee', novo);
    const list = (await anonymous('GET', `/calendar/1/virksomheder/${novo}/frister`, undefined, headers))
      .body;
    expect(list).toMatchObject([{fristId: id, isSlettet: false}]);
  });

  it('finds and removes the name of a company that has left a calendar link', async () => {
    const as = async (cvrs: string[], iat: number) => {
      const token = await issuer.token('former', {[cvrClaim]: cvrs, iat});
      return {authorization: `Bearer ${token}`};
    };
    const now = Math.floor(Date.now() / 1000);
    const link = {navn: 'Klienter', navne: {[carlsberg]: 'Carlsberg', [arla]: 'Arla'}};
    const path = '/calendar/1/mine/abonnementer';
    const created = await anonymous('POST', path, link, await as([carlsberg, arla], now - 2));
    expect(created).toMatchObject({status: 201});
    await anonymous('GET', path, undefined, await as([arla], now - 1));
    const found = await documentsAbout(store, 'company', carlsberg, new Set());
    expect(found).toMatchObject([{value: {virksomheder: [], names: {[carlsberg]: 'Carlsberg'}}}]);
    await erase(store, 'company', carlsberg, found);
    expect(await about('company', carlsberg)).toEqual([]);
    expect(JSON.stringify(await about('person', 'former'))).not.toContain('Carlsberg');
    await erase(store, 'person', 'former', await documentsAbout(store, 'person', 'former', new Set()));
  });

  it('leaves nothing of a company in a link of all companies, which the company joins again with a newer token', async () => {
    const id = await deliver(callerWith(url, asSkat), {modtagere: carlsberg});
    const now = Math.floor(Date.now() / 1000);
    const as = async (iat: number) => ({
      authorization: `Bearer ${await issuer.token('tilbage', {[cvrClaim]: [carlsberg, arla], iat})}`,
    });
    const path = '/calendar/1/mine/abonnementer';
    const link = {navn: 'Klienter', navne: {[carlsberg]: 'Carlsberg'}};
    const created = (await anonymous('POST', path, link, await as(now - 2))).body as {
      id: string;
      url: string;
    };
    const feed = async () => (await anonymous('GET', new URL(created.url).pathname)).text;
    expect(await feed()).toContain(`UID:frist-${id}-`);

    await erase(store, 'company', carlsberg, await documentsAbout(store, 'company', carlsberg, new Set()));
    const stored = JSON.stringify(await about('person', 'tilbage'));
    expect(stored).toContain(arla);
    expect(stored).not.toMatch(new RegExp(`${carlsberg}|Carlsberg`));
    expect(await feed()).not.toContain(`UID:frist-${id}-`);
    await anonymous('GET', path, undefined, await as(now - 1));
    expect(await feed()).toContain(`UID:frist-${id}-`);

    // What the people of the company have decided is not about its data, and holds.
    const own = await issuer.authorize('employee', carlsberg);
    const linkOfCompany = `/calendar/1/virksomheder/${carlsberg}/abonnementer/${created.id}`;
    expect(await anonymous('DELETE', linkOfCompany, undefined, own)).toMatchObject({status: 200});
    await erase(store, 'company', carlsberg, await documentsAbout(store, 'company', carlsberg, new Set()));
    await anonymous('GET', path, undefined, await as(now));
    expect(await feed()).not.toContain(`UID:frist-${id}-`);
    await erase(store, 'person', 'tilbage', await documentsAbout(store, 'person', 'tilbage', new Set()));
  });

  it('shows a company neither the person nor the other companies of a calendar link', async () => {
    const token = await issuer.token('accountant', {[cvrClaim]: [carlsberg, arla]});
    const headers = {authorization: `Bearer ${token}`};
    const created = await anonymous('POST', '/calendar/1/mine/abonnementer', {navn: 'Klienter'}, headers);
    expect(created).toMatchObject({status: 201});
    const found = JSON.stringify(await about('company', carlsberg));
    expect(found).toContain(carlsberg);
    expect(found).not.toMatch(new RegExp(`accountant|Klienter|${arla}`));

    await erase(store, 'company', carlsberg, await documentsAbout(store, 'company', carlsberg, new Set()));
    expect(await about('company', carlsberg)).toEqual([]);
    expect(await about('person', 'accountant')).toMatchObject([{value: {virksomheder: [{cvr: arla}]}}]);
    await erase(
      store,
      'person',
      'accountant',
      await documentsAbout(store, 'person', 'accountant', new Set()),
    );
    expect(await about('person', 'accountant')).toEqual([]);
  });

  it('finds and removes the name of a person in the marks of companies, and keeps the marks', async () => {
    const id = await deliver(callerWith(url, asSkat), {modtagere: `${novo},${lego}`});
    const path = '/calendar/1/mine/frister';
    const as = async (sub: string, name: string) => {
      const token = await issuer.token(sub, {[cvrClaim]: [novo, lego], name});
      return async (method: string, target = '?klarede=true&slettede=true', body?: unknown) =>
        (await anonymous(method, path + target, body, {authorization: `Bearer ${token}`})).body;
    };
    const [carl, dorte] = [await as('carl', 'Carl Olsen'), await as('dorte', 'Dorte Friis')];
    await carl('PUT', `/${id}`, {isKlaret: true, isLaest: true});
    await carl('PUT', `/${id}`, {virksomheder: [lego], isSlettet: true});
    await dorte('PUT', `/${id}`, {virksomheder: [novo], isSlettet: true});

    const by = {owner: 'carl', navn: 'Carl Olsen'};
    // Sorted: a cluster lists its nodes one after the other.
    const found = (await about('person', 'carl')).toSorted((a, b) => (a.path < b.path ? -1 : 1));
    expect(found).toMatchObject([
      {path: 'person/carl/laest/2099-09'},
      {path: `virksomhed/${novo}/maerker/2099-09`, value: {[id]: {klaret: by}}},
      {path: `virksomhed/${lego}/maerker/2099-09`, value: {[id]: {slettet: by, klaret: by}}},
    ]);
    expect(JSON.stringify(found)).not.toContain('dorte');

    const {changed} = await erase(
      store,
      'person',
      'carl',
      await documentsAbout(store, 'person', 'carl', new Set()),
    );
    expect(changed).toEqual([]);
    expect(await about('person', 'carl')).toEqual([]);
    const stored = await Promise.all([about('company', novo), about('company', lego)]);
    expect(JSON.stringify(stored)).not.toMatch(/carl/i);
    const marksOf = async () => {
      const list = (await dorte('GET')) as {fristId: number; virksomheder: object[]}[];
      return list.find(({fristId}) => fristId === id)?.virksomheder;
    };
    const unnamed = {tid: expect.any(String) as string, navn: null};
    expect(await marksOf()).toMatchObject([
      {cvr: novo, isKlaret: true, klaret: unnamed, slettet: {navn: 'Dorte Friis'}},
      {cvr: lego, isKlaret: true, klaret: unnamed, slettet: unnamed},
    ]);
    // The service, which has written the marks last, does not write the name again.
    await dorte('PUT', `/${id}`, {isSlettet: false});
    expect(await marksOf()).toMatchObject([{klaret: unnamed}, {klaret: unnamed}]);
    expect(await about('person', 'carl')).toEqual([]);
  });

  it('keeps documents that change between the search and the removal', async () => {
    await useDashboard('bo');
    const found = await documentsAbout(store, 'person', 'bo', new Set());
    const headers = await issuer.authorize('bo');
    await anonymous('PUT', '/dashboard/1/apps/state?app=cvr&activated=false', undefined, headers);
    expect(await erase(store, 'person', 'bo', found)).toMatchObject({
      removed: ['dashboard/bo/order'],
      changed: ['dashboard/bo'],
    });
  });

  it('keeps what a calendar link says about a company if the link changes between the search and the removal', async () => {
    const token = await issuer.token('revisor', {[cvrClaim]: [novo, arla]});
    const headers = {authorization: `Bearer ${token}`};
    const created = await anonymous('POST', '/calendar/1/mine/abonnementer', {navn: 'Klienter'}, headers);
    const {id} = created.body as {id: string};
    const found = await documentsAbout(store, 'company', novo, new Set());
    const linkOfArla = `/calendar/1/virksomheder/${arla}/abonnementer/${id}`;
    expect(await anonymous('DELETE', linkOfArla, undefined, headers)).toMatchObject({status: 200});
    const {changed} = await erase(store, 'company', novo, found);
    expect(changed).toHaveLength(1);
    expect(await about('company', novo)).toMatchObject([{value: {virksomheder: [{cvr: novo}]}}]);
  });
});

it('leaves the mails of a person who ended them, and set up others, after they were read', async () => {
  const store = await newStore();
  const reminders = createReminders(store, {send: () => Promise.resolve()} as unknown as Mailer);
  const choose = (...virksomheder: string[]) =>
    reminders.set(
      {owner: 'anna', cvrs: [novo, lego], issuedAt: 0},
      {email: 'anna@example.dk', dage: [1], sprog: 'da', virksomheder},
    );
  await choose(novo, lego);
  const found = await documentsAbout(store, 'company', novo, new Set());
  expect(found).toHaveLength(1);
  await reminders.remove('anna');
  await choose(lego);
  expect((await erase(store, 'company', novo, found)).changed).toHaveLength(1);
  expect((await reminders.find('anna'))?.virksomheder).toEqual([{cvr: lego}]);
});
