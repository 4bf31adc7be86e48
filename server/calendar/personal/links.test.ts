import {randomUUID} from 'node:crypto';
import {EventEmitter, once} from 'node:events';
import {setTimeout} from 'node:timers/promises';

import {describe, expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import {deliver} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {enginesOfLongRun} from '../../testing/engines.ts';
import {cvrClaim} from '../../testing/issuer.ts';
import {skat, useTestService} from '../../testing/service.ts';
import {newDirectory} from '../../testing/directory.ts';
import {newStore, openForTest} from '../../testing/store.ts';
import {silent} from '../../store/engine.ts';
import type {Store} from '../../store/store.ts';
import {hasKnownShape} from '../../document-types.ts';
import {createReminders, followingReminders} from '../mail/reminders.ts';
import type {Mailer} from '../mail/transport.ts';
import {createFollower, type Following} from './companies.ts';
import {createLinks, followingLinks} from './links.ts';

const [novo, lego, carlsberg] = ['24256790', '47458714', '61056416'] as const;
const asSkat = await organisation(skat);

interface Link {
  readonly id: string;
  readonly navn: string;
  readonly oprettet: string;
  readonly virksomheder: readonly {cvr: string; navn?: string}[];
}

describe.each(enginesOfLongRun)('calendar links on %s', async engine => {
  const service = await useTestService(tlsSettings, {engine});
  const anyone = callerWith(service.url);
  const authority = callerWith(service.url, asSkat);

  /** Another person, whose tokens name companies. Each call of `as` issues a newer token. */
  function newPerson(name = randomUUID()) {
    let age = 100;
    async function as(cvrs: readonly string[], claims: object = {}) {
      const iat = Math.floor(Date.now() / 1000) - (age -= 1);
      const token = await service.issuer.token(name, {iat, [cvrClaim]: [...cvrs], ...claims});
      return (method: string, path: string, body?: unknown) =>
        anyone(method, `/calendar/1/${path}`, body, {authorization: `Bearer ${token}`});
    }
    return {as};
  }
  type Call = Awaited<ReturnType<ReturnType<typeof newPerson>['as']>>;

  async function create(call: Call, body: object = {navn: 'Min telefon'}) {
    const response = await call('POST', 'mine/abonnementer', body);
    expect(response).toMatchObject({status: 201});
    const {url, ...link} = response.body as Link & {url: string};
    expect(url).toMatch(/\/calendar\/1\/abonnementer\/[\w-]{43}\.ics$/);
    expect(response.headers.location).toBe(new URL(url).pathname);
    return {link, feed: new URL(url).pathname};
  }
  const linksOf = async (call: Call) => (await call('GET', 'mine/abonnementer')).body as Link[];
  const cvrsOf = async (call: Call) =>
    (await linksOf(call)).map(({virksomheder}) => virksomheder.map(({cvr}) => cvr));

  it('are shown once, and listed without their URL', async () => {
    const call = await newPerson().as([novo, lego]);
    const {link, feed} = await create(call, {
      navn: 'Min telefon',
      virksomheder: [novo, lego],
      navne: {[novo]: 'Novo'},
    });
    expect(link).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/) as string,
      navn: 'Min telefon',
      virksomheder: [{cvr: novo, navn: 'Novo'}, {cvr: lego}],
      oprettet: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\+\d\d:\d\d$/) as string,
    });
    const {body, text, headers} = await call('GET', 'mine/abonnementer');
    expect(body).toEqual([link]);
    expect(text).not.toContain(feed.slice(-47, -4));
    expect(headers['cache-control']).toBe('private, no-cache');
    expect((await anyone('GET', feed)).status).toBe(200);
  });

  it('end one by one: a second one, and another person’s, touch no other', async () => {
    const [ada, bo] = [await newPerson().as([novo]), await newPerson().as([novo])];
    const [phone, laptop, his] = [await create(ada), await create(ada, {navn: 'Pc'}), await create(bo)];
    expect(await bo('DELETE', `mine/abonnementer/${phone.link.id}`)).toMatchObject({status: 404});
    expect(await ada('DELETE', `mine/abonnementer/${phone.link.id}`)).toMatchObject({
      status: 200,
      body: {status: 'OK', code: 200},
    });
    expect(await ada('DELETE', `mine/abonnementer/${phone.link.id}`)).toMatchObject({status: 404});
    expect((await anyone('GET', phone.feed)).status).toBe(404);
    expect((await anyone('GET', laptop.feed)).status).toBe(200);
    expect((await anyone('GET', his.feed)).status).toBe(200);
    expect((await linksOf(ada)).map(({id}) => id)).toEqual([laptop.link.id]);
  });

  it('contain only companies of the token', async () => {
    const call = await newPerson().as([novo, lego]);
    const {status, body} = await call('POST', 'mine/abonnementer', {
      navn: 'x',
      virksomheder: [novo, carlsberg],
    });
    expect({status, body}).toMatchObject({
      status: 403,
      body: {errors: {virksomheder: [expect.stringContaining(carlsberg)]}},
    });
    for (const wrong of [{}, {navn: ''}, {navn: 'x', navne: {1: ''}}])
      expect(await call('POST', 'mine/abonnementer', wrong)).toMatchObject({status: 422, body: {errors: {}}});
    expect(await call('POST', 'mine/abonnementer', {navn: 'x', virksomheder: 1})).toMatchObject({
      status: 400,
    });
    expect(await linksOf(call)).toEqual([]);
  });

  it('contain the named companies at first, and with `alle` those that newer tokens add', async () => {
    const person = newPerson();
    const call = await person.as([novo, lego]);
    await create(call, {navn: 'x', virksomheder: [novo], alle: true});
    expect(await cvrsOf(call)).toEqual([[novo]]);
    expect(await cvrsOf(await person.as([novo, lego, carlsberg]))).toEqual([[novo, carlsberg]]);
  });

  it('keep the names of companies that leave and return, and have those that were named before they join', async () => {
    const person = newPerson();
    const call = await person.as([novo, lego]);
    const navne = {[novo]: 'Novo', [lego]: 'Lego', [carlsberg]: 'Carlsberg'};
    await create(call, {navn: 'Alle', navne});
    const {link} = await create(call, {navn: 'Uden Lego', navne, virksomheder: [novo], alle: true});
    await (
      await person.as([lego])
    )('GET', 'mine/frister');
    const links = await linksOf(await person.as([novo, lego, carlsberg]));
    expect(links.map(({virksomheder}) => virksomheder)).toEqual([
      [
        {cvr: lego, navn: 'Lego'},
        {cvr: novo, navn: 'Novo'},
        {cvr: carlsberg, navn: 'Carlsberg'},
      ],
      [
        {cvr: novo, navn: 'Novo'},
        {cvr: carlsberg, navn: 'Carlsberg'},
      ],
    ]);
    await (
      await newPerson().as([novo])
    )('DELETE', `virksomheder/${novo}/abonnementer/${link.id}`);
    expect(await cvrsOf(await person.as([novo]))).toEqual([[novo], []]);
  });

  it(`are at most ${bounds.maxLinksPerPerson} for a person, also when they are created at once`, async () => {
    const call = await newPerson().as([novo]);
    const made = await Promise.all(
      Array.from({length: bounds.maxLinksPerPerson + 5}, (_, at) =>
        call('POST', 'mine/abonnementer', {navn: `Link ${at}`}),
      ),
    );
    const statuses = made.map(({status}) => status);
    expect(new Set(statuses)).toEqual(new Set([201, 403]));
    expect(await linksOf(call)).toHaveLength(statuses.filter(status => status === 201).length);
    while ((await linksOf(call)).length < bounds.maxLinksPerPerson) await create(call);
    expect(await call('POST', 'mine/abonnementer', {navn: 'en til'})).toMatchObject({
      status: 403,
      body: {message: expect.stringContaining(String(bounds.maxLinksPerPerson)) as string},
    });
    await call('DELETE', `mine/abonnementer/${(await linksOf(call))[0]?.id}`);
    await create(call);
  });

  it('are shown to the people of each company, and permanently lose a company that they remove', async () => {
    const accountant = newPerson();
    const call = await accountant.as([novo, lego]);
    const all = await create(call, {navn: 'Alle'});
    const one = await create(call, {navn: 'Kun Lego', virksomheder: [lego]});
    const colleague = await newPerson().as([lego]);
    const {body} = await colleague('GET', `virksomheder/${lego}/abonnementer`);
    const listed = (body as {id: string}[]).filter(({id}) => [all.link.id, one.link.id].includes(id));
    expect(listed).toEqual([
      {id: all.link.id, navn: 'Alle', oprettet: all.link.oprettet, isMin: false},
      {id: one.link.id, navn: 'Kun Lego', oprettet: one.link.oprettet, isMin: false},
    ]);
    const own = (await call('GET', `virksomheder/${lego}/abonnementer`)).body as {
      id: string;
      isMin: boolean;
    }[];
    expect(own.find(({id}) => id === one.link.id)?.isMin).toBe(true);

    const removal = `virksomheder/${lego}/abonnementer/${all.link.id}`;
    expect(await (await newPerson().as([novo]))('DELETE', removal)).toMatchObject({status: 403});
    expect(await colleague('DELETE', removal)).toMatchObject({status: 200});
    expect(await colleague('DELETE', removal)).toMatchObject({status: 404});
    // A newer token of the accountant still names the company, which stays out.
    expect(await cvrsOf(await accountant.as([novo, lego, carlsberg]))).toEqual([[novo, carlsberg], [lego]]);
    expect((await anyone('GET', all.feed)).status).toBe(200);
  });

  it('lose companies when the newest token is refused because it does not name them', async () => {
    const accountant = newPerson();
    const {feed} = await create(await accountant.as([novo, lego]));
    const id = await deliver(authority, {modtagere: lego, overskrift: randomUUID()});
    const other = await deliver(authority, {modtagere: novo, overskrift: randomUUID()});
    expect(await (await accountant.as([novo]))('GET', `virksomheder/${lego}/frister`)).toMatchObject({
      status: 403,
    });
    const {text} = await anyone('GET', feed);
    expect([text.includes(`frist-${id}`), text.includes(`frist-${other}`)]).toEqual([false, true]);
    // A claim that cannot be read is a fault of the issuer. A missing claim is that of a private sign-in.
    for (const [claim, status] of [
      [5, 401],
      [undefined, 403],
      ['', 403],
      [[''], 403],
      [`NTRDK-${novo}`, 403],
      [[carlsberg, `NTRDK-${novo}`], 200],
    ] as const) {
      const caller = await accountant.as([], {[cvrClaim]: claim});
      expect((await caller('GET', 'mine/frister')).status).toBe(status);
      expect((await anyone('GET', feed)).text).toContain(`frist-${other}`);
    }
    expect((await (await accountant.as([]))('GET', 'mine/frister')).status).toBe(403);
    expect((await anyone('GET', feed)).text).not.toContain(`frist-${other}`);
  });

  it('lose companies that the newest token does not name, and an older token brings none back', async () => {
    const accountant = newPerson();
    const old = await accountant.as([novo, lego]);
    const {link, feed} = await create(old, {navn: 'Begge', virksomheder: [novo, lego]});
    const id = await deliver(authority, {modtagere: lego});
    expect((await anyone('GET', feed)).text).toContain(`frist-${id}`);

    const former = await accountant.as([novo]);
    expect(await cvrsOf(former)).toEqual([[novo]]);
    expect((await anyone('GET', feed)).text).not.toContain(`frist-${id}`);
    expect(await cvrsOf(old)).toEqual([[novo]]);
    // A new client does not join a link to chosen companies either.
    expect(await cvrsOf(await accountant.as([novo, lego]))).toEqual([[novo]]);
    const listed = (await (await newPerson().as([lego]))('GET', `virksomheder/${lego}/abonnementer`)).body;
    expect((listed as {id: string}[]).map(each => each.id)).not.toContain(link.id);
  });

  it('leave out numbers of a token that no company can have', async () => {
    const person = newPerson();
    const {feed} = await create(await person.as([novo, '00000000']));
    expect(await cvrsOf(await person.as([novo, '01234567']))).toEqual([[novo]]);
    expect(await anyone('GET', feed)).toMatchObject({status: 200});
  });

  it('have an empty feed without companies, also if a deadline is for all companies', async () => {
    const call = await newPerson().as([novo]);
    const {link, feed} = await create(call);
    await deliver(authority, {modtagere: ''});
    expect((await anyone('GET', feed)).text).toContain('BEGIN:VEVENT');
    await call('DELETE', `virksomheder/${novo}/abonnementer/${link.id}`);
    const {status, text} = await anyone('GET', feed);
    expect(status).toBe(200);
    expect(text).not.toContain('BEGIN:VEVENT');
  });

  it('gives 401 without a token, and 403 for another company', async () => {
    const call = await newPerson().as([novo]);
    expect(await anyone('GET', '/calendar/1/mine/abonnementer')).toMatchObject({status: 401});
    expect(await call('GET', `virksomheder/${lego}/abonnementer`)).toMatchObject({status: 403});
    const noCompany = await newPerson().as([]);
    expect(await noCompany('GET', 'mine/abonnementer')).toMatchObject({status: 403});
  });
});

it.each(['removeEntries', 'write'] as const)(
  'a company finds a link that it leaves and joins again, also if another process has the index at %s',
  async step => {
    const store = await newStore();
    const links = createLinks(store);
    const person = (issuedAt: number, ...cvrs: string[]) => ({owner: 'anna', cvrs, issuedAt});
    const {link} = await links.create(person(1, novo, lego), 'Min telefon');
    const follow = (on: Store, ...given: Parameters<typeof person>) =>
      createFollower(on, [followingLinks])(person(...given));
    const ended = new EventEmitter();
    /** Removes the index entry of the company at the step of the other process. */
    const leaving: Store = {
      ...store,
      async removeEntries(entries) {
        if (step === 'removeEntries') await follow(store, 3, novo, lego);
        else {
          const atWrite = once(ended, 'write');
          void follow(joining, 3, novo, lego)?.then(() => ended.emit('joined'));
          await atWrite;
        }
        await store.removeEntries(entries);
      },
    };
    const joining: Store = {
      ...store,
      async write(...given) {
        const left = once(ended, 'left');
        ended.emit('write');
        await left;
        return store.write(...given);
      },
    };
    const joined = step === 'write' ? once(ended, 'joined') : undefined;
    await follow(leaving, 2, novo);
    ended.emit('left');
    await joined;
    const found: string[] = [];
    for await (const page of links.list('company', lego)) found.push(...page.map(({id}) => id));
    expect(found).toEqual([link.id]);
  },
);

it('links keep the companies that the first of two tokens of the same second has set, also after a restart', async () => {
  const store = await newStore();
  const links = createLinks(store);
  const person = (issuedAt: number, ...cvrs: string[]) => ({owner: 'anna', cvrs, issuedAt});
  /** The visit of a person to a process that has just started. */
  const visit = (...given: Parameters<typeof person>) =>
    createFollower(store, [followingLinks])(person(...given));
  const cvrsOf = async () => {
    const found: string[][] = [];
    for await (const page of links.list('person', 'anna'))
      found.push(...page.map(({virksomheder}) => virksomheder.map(({cvr}) => cvr)));
    return found;
  };
  await links.create(person(1, novo, lego), 'Min telefon');
  await visit(2, novo);
  await links.create(person(2, novo, lego), 'Min computer');
  for (const cvrs of [[novo, lego], [novo], [novo, lego, carlsberg]]) {
    await visit(2, ...cvrs);
    expect(await cvrsOf()).toEqual([[novo], [novo, lego]]);
  }
  await visit(3, lego);
  expect(await cvrsOf()).toEqual([[lego], [lego]]);
});

it('mails lose a company also if a link of the person cannot be read', async () => {
  const store = await openForTest(`file:${newDirectory()}`, silent, {hasKnownShape});
  const person = (issuedAt: number, ...cvrs: string[]) => ({owner: 'anna', cvrs, issuedAt});
  const {link} = await createLinks(store).create(person(1, novo, lego), 'Min telefon');
  await store.write(['abonnement', link.id], 'damaged');
  const reminders = createReminders(store, {send: () => Promise.resolve()} as unknown as Mailer);
  await reminders.set(person(1, novo, lego), {email: 'anna@example.dk', dage: [1], sprog: 'da'});
  await createFollower(store, [followingLinks, followingReminders])(person(2, novo));
  expect((await reminders.find('anna'))?.virksomheder).toMatchObject([{cvr: novo}]);
});

it('updates of links for many companies run one at a time', async () => {
  let [working, maxWorking] = [0, 0];
  const kind = {
    async *keysOf() {
      maxWorking = Math.max(maxWorking, (working += 1));
      await setTimeout(2);
      working -= 1;
      yield* [];
    },
  } as unknown as Following;
  const follow = createFollower({} as Store, [kind]);
  const cvrs = Array.from({length: 51}, (_, index) => String(70_000_000 + index));
  await Promise.all(
    Array.from({length: 20}, async (_, index) => follow({owner: `person ${index}`, cvrs, issuedAt: 1})),
  );
  expect(maxWorking).toBe(1);
});
