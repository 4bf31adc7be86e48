import {randomUUID} from 'node:crypto';
import {readFileSync} from 'node:fs';
import os from 'node:os';
import {join} from 'node:path';

import {expect, it, onTestFinished, vi} from 'vitest';

import {bounds} from '../../bounds.ts';
import {callerWith, tlsSettings} from '../../testing/certificates.ts';
import {newDirectory} from '../../testing/directory.ts';
import {cvrClaim} from '../../testing/issuer.ts';
import {startMailServer} from '../../testing/mail-server.ts';
import {startTestService} from '../../testing/service.ts';
import {openForTest} from '../../testing/store.ts';
import type {Person} from '../../identity/token.ts';
import {createReminders} from './reminders.ts';
import type {Mailer} from './transport.ts';
import {documentsAbout} from '../../maintenance/data-subject.ts';

const [novo, lego] = ['24256790', '47458714'] as const;
const base = '/calendar/1/mine/paamindelser';

async function setUp(settings: Record<string, string> = {}) {
  const server = await startMailServer();
  const address = `file:${newDirectory()}`;
  const service = await startTestService(address, {
    ...tlsSettings,
    TAVLE_SMTP_URL: server.url,
    TAVLE_MAIL_FROM: 'Portalen <frister@example.dk>',
    ...settings,
  });
  onTestFinished(() => service.stop());
  const anyone = callerWith(service.url);
  let age = 100;
  /** Each call issues a newer token. */
  async function person(cvrs: readonly string[] = [novo], owner: string = randomUUID()) {
    const iat = Math.floor(Date.now() / 1000) - (age -= 1);
    const token = await service.issuer.token(owner, {iat, [cvrClaim]: [...cvrs]});
    return (method: string, path = '', body?: unknown, headers: object = {}) =>
      anyone(method, base + path, body, {authorization: `Bearer ${token}`, ...headers});
  }
  const codes = () => server.mails.map(({subject}) => /\d{6}/.exec(subject)?.[0] ?? '');
  return {server, address, anyone, person, codes, logLines: () => service.logLines()};
}

const choice = {email: 'anna@example.dk', dage: [7, 1]};

it('refuses an address that is longer than 254 characters before its domain is converted', async () => {
  const {person} = await setUp();
  const anna = await person();
  const domain = Array.from({length: 40_000}, (_, index) =>
    String.fromCharCode(0x4e00 + ((index * 7_919) % 20_000)),
  ).join('');
  const start = process.cpuUsage();
  const refused = await anna('PUT', '', {...choice, email: `a@${domain}.dk`});
  const {user, system} = process.cpuUsage(start);
  expect(refused).toMatchObject({
    status: 422,
    body: {errors: {email: ['Must have at most 254 characters.']}},
  });
  // Processor time: the conversion took 2 s.
  expect((user + system) / 1_000).toBeLessThan(500);
});

it('confirms an address with the code of a mail', async () => {
  const {server, person, codes} = await setUp();
  const anna = await person();
  expect(await anna('GET')).toMatchObject({status: 200, body: {email: null, isBekraeftet: false}});
  const chosen = {...choice, virksomheder: [{cvr: novo}], sprog: 'da', fejl: null};
  expect(await anna('PUT', '', choice)).toMatchObject({status: 200, body: {...chosen, isBekraeftet: false}});
  expect(server.mails).toMatchObject([
    {to: choice.email, subject: expect.stringMatching(/^Din kode er \d{6}$/) as string},
  ]);
  expect(server.mails[0]?.source).toMatch(/^From: Portalen <frister@example\.dk>/m);
  expect(await anna('POST', '/bekraeft', {kode: '12345'})).toMatchObject({
    status: 422,
    body: {errors: {kode: {}}},
  });
  expect(await anna('POST', '/bekraeft', {kode: codes()[0]})).toMatchObject({
    status: 200,
    body: {...chosen, isBekraeftet: true},
  });
  // Another choice with the same address needs no code.
  expect(await anna('PUT', '', {...choice, dage: [0], sprog: 'en'})).toMatchObject({
    status: 200,
    body: {dage: [0], sprog: 'en', isBekraeftet: true},
  });
  expect(await anna('PUT', '', {...choice, email: 'ny@example.dk'})).toMatchObject({
    body: {isBekraeftet: false},
  });
  expect(server.mails.map(({to}) => to)).toEqual([choice.email, 'ny@example.dk']);
  expect(await anna('DELETE')).toMatchObject({status: 200});
  expect(await anna('GET')).toMatchObject({status: 200, body: {email: null}});
});

it.each([
  [
    'Portalen; Erhverv: A/S (test), <frister@example.dk>',
    '"Portalen; Erhverv: A/S (test)," <frister@example.dk>',
  ],
  ['"Portalen, A/S" <frister@example.dk>', '"Portalen, A/S" <frister@example.dk>'],
  ['frister@example.dk', 'frister@example.dk'],
])('sends mails from %s', async (from, header) => {
  const {server, person} = await setUp({TAVLE_MAIL_FROM: from});
  expect(await (await person())('PUT', '', choice)).toMatchObject({status: 200});
  expect(server.mails[0]?.source.replace(/\r\n /g, ' ')).toContain(`From: ${header}\r\n`);
});

it('changes and ends only the choice that If-Match names', async () => {
  const {server, person} = await setUp();
  const anna = await person();
  const tag = async () => ({'if-match': (await anna('GET')).headers.etag});
  const none = await tag();
  expect(await anna('PUT', '', choice, none)).toMatchObject({status: 200});
  const first = await tag();
  expect(await anna('PUT', '', {...choice, dage: [1]}, none)).toMatchObject({status: 412});
  expect(server.mails).toHaveLength(1);
  expect(await anna('DELETE', '', undefined, none)).toMatchObject({status: 412});
  expect(await anna('DELETE', '', undefined, first)).toMatchObject({status: 200});
  expect(await tag()).toEqual(none);
});

it('accepts a code five times at most, and sends three to an address in an hour', async () => {
  const {server, person, codes} = await setUp();
  const anna = await person();
  await anna('PUT', '', choice);
  const wrong = codes()[0] === '000000' ? '111111' : '000000';
  for (let tries = 0; tries < bounds.maxCodeTries; tries += 1)
    expect(await anna('POST', '/bekraeft', {kode: wrong})).toMatchObject({status: 422});
  expect(await anna('POST', '/bekraeft', {kode: codes()[0]})).toMatchObject({
    status: 422,
    body: {errors: {kode: [expect.stringContaining('no longer valid')]}},
  });
  await anna('PUT', '', choice);
  expect(await anna('POST', '/bekraeft', {kode: codes()[1]})).toMatchObject({status: 200});

  // Another person with the same address.
  const bo = await person();
  expect(await bo('PUT', '', {...choice, email: 'ANNA@example.dk'})).toMatchObject({status: 200});
  expect(await bo('PUT', '', choice)).toMatchObject({status: 429});
  expect(server.mails).toHaveLength(bounds.maxCodesPerHour);
});

it('keeps a code that was sent while the person changes the choice, and sends another for the same choice', async () => {
  const {person, codes} = await setUp();
  const anna = await person();
  for (const dage of [[7], [7, 1], [1], [1, 0]])
    expect(await anna('PUT', '', {...choice, dage})).toMatchObject({status: 200, body: {dage}});
  expect(codes()).toHaveLength(1);
  await anna('PUT', '', {...choice, dage: [1, 0]});
  expect(codes()).toHaveLength(2);
  await anna('PUT', '', {...choice, sprog: 'en'});
  expect(await anna('POST', '/bekraeft', {kode: codes()[1]})).toMatchObject({
    status: 200,
    body: {dage: choice.dage, sprog: 'en', isBekraeftet: true},
  });
});

it('never confirms an address with the code of another one, also if both are chosen at once', async () => {
  const store = await openForTest(`file:${newDirectory()}`);
  const sent: string[] = [];
  const send = ({subject}: {subject: string}) =>
    Promise.resolve(void sent.push(/\d{6}/.exec(subject)?.[0] ?? ''));
  const mailer = {send} as unknown as Mailer;
  const person = {owner: 'anna', cvrs: [novo], issuedAt: 0} as unknown as Person;
  const chosen = {...choice, sprog: 'da' as const, email: 'fremmed@example.dk'};
  await createReminders(store, mailer).set(person, chosen);

  // Chooses the person's own address while the other choice is between its read and its write.
  let isFirst = true;
  const get: typeof store.get = async (...parameters) => {
    const found = await store.get(...parameters);
    if (!isFirst) return found;
    isFirst = false;
    await createReminders(store, mailer).set(person, {...chosen, email: 'anna@example.dk'});
    return found;
  };
  await createReminders({...store, get}, mailer).set(person, {...chosen, dage: [0]});
  expect(sent).toHaveLength(2);
  const reminders = createReminders(store, mailer);
  expect((await reminders.find('anna'))?.email).toBe('fremmed@example.dk');
  await reminders.confirm(person, sent[1] ?? '').catch(() => undefined);
  expect((await reminders.find('anna'))?.bekraeftet).toBeUndefined();
});

it.each([
  ['other days are chosen', {dage: [0]}],
  ['another code is sent', {}],
])('keeps the confirmation of an address while %s', async (_, changes) => {
  const store = await openForTest(`file:${newDirectory()}`);
  const sent: string[] = [];
  const send = ({subject}: {subject: string}) =>
    Promise.resolve(void sent.push(/\d{6}/.exec(subject)?.[0] ?? ''));
  const mailer = {send} as unknown as Mailer;
  const person = {owner: 'anna', cvrs: [novo], issuedAt: 0} as unknown as Person;
  const chosen = {...choice, sprog: 'da' as const};
  const reminders = createReminders(store, mailer);
  await reminders.set(person, chosen);

  // Another request confirms the address between the read and the write.
  let isFirst = true;
  const get: typeof store.get = async (...parameters) => {
    const found = await store.get(...parameters);
    if (!isFirst) return found;
    isFirst = false;
    await reminders.confirm(person, sent[0] ?? '');
    return found;
  };
  const {before, after} = await createReminders({...store, get}, mailer).set(person, {
    ...chosen,
    ...changes,
  });
  expect(before?.bekraeftet).toBeDefined();
  expect(after).toMatchObject(changes);
  expect(after.bekraeftet).toBeDefined();
  expect(await reminders.confirm(person, sent.at(-1) ?? '')).toMatchObject(changes);
});

it('keeps the confirmation of an address that is typed in another form', async () => {
  const {server, person, codes} = await setUp();
  const anna = await person();
  await anna('PUT', '', {...choice, email: 'anna@xn--r-3fa9c.dk'});
  await anna('POST', '/bekraeft', {kode: codes()[0]});
  expect(await anna('PUT', '', {...choice, email: 'anna@ærø.dk'})).toMatchObject({
    body: {email: 'anna@ærø.dk', isBekraeftet: true},
  });
  expect(server.mails).toHaveLength(1);
});

it('has the fields that have changed in the audit log, and the companies that have joined or left', async () => {
  const audit = join(newDirectory(), 'audit.jsonl');
  const {person, codes} = await setUp({TAVLE_AUDIT: audit});
  const owner = randomUUID();
  const anna = await person([novo, lego], owner);
  await anna('PUT', '', choice);
  await anna('POST', '/bekraeft', {kode: codes()[0]});
  await anna('PUT', '', choice);
  await anna('PUT', '', {...choice, dage: [3]});
  await anna('PUT', '', {...choice, dage: [7, 0], virksomheder: [novo], navne: {[novo]: 'Novo'}});
  await (
    await person([lego], owner)
  )('GET');
  const lines = readFileSync(audit, 'utf8')
    .split('\n')
    .filter(line => line.includes('"id":"paamindelser"'));
  interface Line {
    readonly changed?: string[];
    readonly companies?: string[];
    readonly onBehalfOf?: string;
  }
  const parsed = lines.map(line => JSON.parse(line) as Line);
  expect(parsed.map(({changed, companies, onBehalfOf}) => [changed, companies ?? onBehalfOf])).toEqual([
    [
      ['email', 'dage', 'virksomheder', 'alle', 'sprog'],
      [novo, lego],
    ],
    [undefined, undefined],
    [[], undefined],
    [['dage'], undefined],
    [['dage', 'virksomheder', 'navne', 'alle'], lego],
    // A newer token no longer names the company.
    [['virksomheder'], novo],
  ]);
});

it('counts only the codes that the mail server has accepted', async () => {
  const {server, person, codes} = await setUp();
  const anna = await person();
  for (const [code, status] of [
    [450, 503],
    [550, 422],
  ] as const) {
    server.refusals.set(choice.email, code);
    for (let number = 0; number <= bounds.maxCodesPerHour; number += 1)
      expect(await anna('PUT', '', choice)).toMatchObject({status});
  }
  server.refusals.clear();
  expect(await anna('PUT', '', choice)).toMatchObject({status: 200});
  expect(await anna('POST', '/bekraeft', {kode: codes()[0]})).toMatchObject({status: 200});
  // An address that the server refuses counts for the person: otherwise a person could find out which addresses exist.
  server.refusals.set('ukendt@example.dk', 550);
  const statuses: number[] = [];
  for (let number = 0; number < bounds.maxCodesOfPersonPerHour; number += 1)
    statuses.push((await anna('PUT', '', {...choice, email: 'ukendt@example.dk'})).status);
  expect(new Set(statuses)).toEqual(new Set([422, 429]));
});

it('counts each refusal of a recipient for the person, also one that may be about something else', async () => {
  const {server, person} = await setUp();
  const anna = await person();
  const statuses: number[] = [];
  for (let number = 0; number <= bounds.maxCodesOfPersonPerHour; number += 1) {
    const email = `a${number}@example.dk`;
    server.refusals.set(email, '550 5.7.1 Access denied');
    statuses.push((await anna('PUT', '', {...choice, email})).status);
  }
  expect(statuses).toEqual([...Array<number>(bounds.maxCodesOfPersonPerHour).fill(503), 429]);
});

it('sends few codes for a person, whatever the addresses', async () => {
  const {server, person} = await setUp();
  const anna = await person();
  for (let number = 0; number < bounds.maxCodesOfPersonPerHour; number += 1)
    expect(await anna('PUT', '', {...choice, email: `a${number}@example.dk`})).toMatchObject({status: 200});
  expect(await anna('PUT', '', {...choice, email: 'stranger@example.dk'})).toMatchObject({status: 429});
  expect(server.mails).toHaveLength(bounds.maxCodesOfPersonPerHour);
  expect(await (await person())('PUT', '', choice)).toMatchObject({status: 200});
});

it('sends to a domain with Danish letters, and counts it together with its ASCII form', async () => {
  const {server, person} = await setUp();
  const anna = await person();
  const email = 'bager@ærø.dk';
  expect(await anna('PUT', '', {...choice, email})).toMatchObject({status: 200, body: {email}});
  expect(server.mails).toMatchObject([{to: email}]);
  for (const same of ['bager@ÆRØ.dk', 'bager@xn--r-3fa9c.dk'])
    expect(await (await person())('PUT', '', {...choice, email: same})).toMatchObject({status: 200});
  expect(await (await person())('PUT', '', {...choice, email})).toMatchObject({status: 429});
});

it('sends to every valid address, as one recipient', async () => {
  const {server, person} = await setUp();
  const addresses = [
    ...['a&b@firma.dk', 'x/y@firma.dk', 'x=y@firma.dk', 'x~y@firma.dk', 'a#b@firma.dk'],
    ...["bob'@firma.dk", "o'neil@firma.dk", 'a+b_c-d.e@firma.dk', '{a}|^`*$?@firma.dk'],
    ...['anna@пример.рф', 'x@firma.co-op.dk', 'ANNA@firma.dk'],
  ];
  for (const email of addresses) {
    const anna = await person();
    expect(await anna('PUT', '', {...choice, email})).toMatchObject({status: 200, body: {email}});
  }
  expect(await (await person())('PUT', '', {...choice, email: 'x@firma.xn--p1ai'})).toMatchObject({
    status: 200,
  });
  expect(server.mails.map(({to}) => to)).toEqual([...addresses, 'x@firma.рф']);
});

it.each([
  ['a1b2c3', 'https://frister.example.dk/tavle', 'frister.example.dk'],
  ['web1.example.dk', 'https://frister.example.dk', 'frister.example.dk'],
  ['web1.example.dk', 'https://frister.example.dk.', 'frister.example.dk'],
  ['web1.example.dk', 'http://192.0.2.1', 'web1.example.dk'],
  ['web_1.example.dk', 'http://192.0.2.1', '[127.0.0.1]'],
  ['192.0.2.7', 'http://localhost', '[127.0.0.1]'],
  ['mac.local', 'http://localhost', '[127.0.0.1]'],
  ['vm.localdomain', 'http://localhost', '[127.0.0.1]'],
  ['ip-10-0-0-7.eu-north-1.compute.internal', 'http://localhost', '[127.0.0.1]'],
  ['a1b2c3', 'http://192.0.2.1', '[127.0.0.1]'],
  ['a1b2c3', 'http://[2001:db8::1]', '[127.0.0.1]'],
  ['a1b2c3', 'http://localhost:8080', '[127.0.0.1]'],
])(
  'on the machine %s with the public URL %s, the service says EHLO %s',
  async (name, TAVLE_PUBLIC_URL, expected) => {
    const machine = vi.spyOn(os, 'hostname').mockReturnValue(name);
    onTestFinished(() => machine.mockRestore());
    const {server, person} = await setUp({TAVLE_PUBLIC_URL});
    const anna = await person();
    expect(await anna('PUT', '', choice)).toMatchObject({status: 200});
    await server.stop();
    await vi.waitFor(() => expect(server.clients).toEqual([expected]));
  },
);

it('names wrong fields, other companies, and an address that the mail server refuses', async () => {
  const {server, person} = await setUp();
  const anna = await person([novo]);
  for (const [wrong, field] of [
    [{...choice, email: 'anna'}, 'email'],
    [{...choice, email: 'anna@ær ø.dk'}, 'email'],
    [{...choice, email: 'anna@example.dk/'}, 'email'],
    [{...choice, email: 'anna@example.dk\r\n'}, 'email'],
    [{...choice, email: 'anna@%65xample.dk'}, 'email'],
    [{...choice, email: 'anna@localhost'}, 'email'],
    [{...choice, email: 'anna%example.com@example.dk'}, 'email'],
    [{...choice, email: 'example.com!anna@example.dk'}, 'email'],
    [{...choice, email: 'anna@192.0.2.1'}, 'email'],
    [{...choice, email: 'anna@[192.0.2.1]'}, 'email'],
    [{...choice, email: 'anna@example..dk'}, 'email'],
    [{...choice, email: 'anna@-example.dk'}, 'email'],
    [{...choice, email: 'anna@example.dk.'}, 'email'],
    [{...choice, email: 'anna@bo@example.dk'}, 'email'],
    [{...choice, email: 'anna..bo@example.dk'}, 'email'],
    [{...choice, email: '.anna@example.dk'}, 'email'],
    [{...choice, email: 'anna.@example.dk'}, 'email'],
    [{...choice, email: 'an na@example.dk'}, 'email'],
    [{...choice, email: 'an\u0000na@example.dk'}, 'email'],
    [{...choice, email: '"anna"@example.dk'}, 'email'],
    [{...choice, email: 'Anna <anna@example.dk>'}, 'email'],
    [{...choice, email: 'søren@example.dk'}, 'email'],
    [{...choice, email: '@example.dk'}, 'email'],
    [{...choice, email: 'a@example.dk,b@example.dk'}, 'email'],
    [{...choice, email: 'a@example.dk;b@example.dk'}, 'email'],
    [{...choice, email: `${'a'.repeat(250)}@example.dk`}, 'email'],
    [{...choice, email: 'a@example.dk, b@example.dk'}, 'email'],
    [{...choice, email: 'a@example.dk\r\nBcc: b@example.dk'}, 'email'],
    [{...choice, dage: [2]}, 'dage[0]'],
    [{...choice, sprog: 'de'}, 'sprog'],
    [{dage: [1]}, 'email'],
  ] as const)
    expect(await anna('PUT', '', wrong)).toMatchObject({status: 422, body: {errors: {[field]: {}}}});
  expect(await anna('PUT', '', {...choice, virksomheder: [lego]})).toMatchObject({
    status: 403,
    body: {errors: {virksomheder: [expect.stringContaining(lego)]}},
  });
  expect(server.mails).toEqual([]);
  server.refusals.set('ingen@example.dk', 550);
  expect(await anna('PUT', '', {...choice, email: 'ingen@example.dk'})).toMatchObject({
    status: 422,
    body: {errors: {email: ['The mail server refuses this address.']}},
  });
  server.refusals.set('senere@example.dk', 450);
  expect(await anna('PUT', '', {...choice, email: 'senere@example.dk'})).toMatchObject({status: 503});
  expect(await anna('GET')).toMatchObject({body: {email: null}});
  expect(await anna('POST', '/bekraeft', {kode: '123456'})).toMatchObject({status: 404});
});

it('logs why a code could not be sent, without the address', async () => {
  const {server, person, logLines} = await setUp();
  const anna = await person();
  const causes = async () => {
    // The log has one line a minute for each reason.
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + bounds.refusalLogIntervalMs});
    const earlier = logLines().length;
    expect(await anna('PUT', '', choice)).toMatchObject({status: 503});
    const lines = logLines().slice(earlier);
    expect(JSON.stringify(lines)).not.toContain('@example.dk');
    return lines.flatMap(({code, err}) => (code === 503 ? [err] : []));
  };
  onTestFinished(() => void vi.useRealTimers());
  server.refusals.set('frister@example.dk', '550 5.7.1 Sender <frister@example.dk> is not allowed');
  expect(await causes()).toEqual([{type: 'MailError', message: '550 5.7.1 Sender … is not allowed'}]);
  server.refusals.clear();
  server.refusals.set(choice.email, `450 4.2.0 ${choice.email}: Greylisted`);
  expect(await causes()).toEqual([{type: 'MailError', message: '450 4.2.0 … Greylisted'}]);
  await server.stop();
  expect(await causes()).toEqual([
    {type: 'MailError', message: expect.stringMatching(/ECONNREFUSED|closed/) as string},
  ]);
});

const pageWith = (text: string) => ({status: 200, text: expect.stringContaining(text) as string});
const endedMails = pageWith('Du får ikke flere mails om frister');
const endedNothing = pageWith('brug linket i den nyeste mail');

it('ends by one request to the link of a mail, without a token, and not when the link is opened', async () => {
  const audit = join(newDirectory(), 'audit.jsonl');
  const {server, address, anyone, person, codes} = await setUp({TAVLE_AUDIT: audit});
  const anna = await person([novo], 'anna');
  await anna('PUT', '', choice);
  await anna('POST', '/bekraeft', {kode: codes()[0]});
  const store = await openForTest(address);
  const [found] = await documentsAbout(store, 'person', 'anna', new Set());
  const [, id = ''] = found?.path.split('/') ?? [];
  const {hemmelighed = ''} = (found?.value ?? {}) as {hemmelighed?: string};
  const link = (secret: string) => `${base}/${encodeURIComponent(secret)}/afmeld`;

  const page = await anyone('GET', link(`${id}.${hemmelighed}`));
  expect(page).toMatchObject({status: 200, text: expect.stringContaining('<form method="post">') as string});
  expect(page.headers['content-security-policy']).toContain("form-action 'self'");
  for (const wrong of [`${id}.${'x'.repeat(22)}`, `${id}.${'ø'.repeat(22)}`, `x.${hemmelighed}`, id, 'ø'])
    expect(await anyone('POST', link(wrong))).toMatchObject(endedNothing);
  expect(await anna('GET')).toMatchObject({body: {email: choice.email}});

  const oneClick = await anyone('POST', link(`${id}.${hemmelighed}`), 'List-Unsubscribe=One-Click', {
    'content-type': 'application/x-www-form-urlencoded',
  });
  expect(oneClick).toMatchObject(endedMails);
  expect(await anna('GET')).toMatchObject({body: {email: null}});
  expect(await anyone('POST', link(`${id}.${hemmelighed}`))).toMatchObject(endedNothing);
  expect(server.mails).toHaveLength(1);
  // A wrong link and a repeated end have no line in the audit log.
  await anna('DELETE');
  const changes = readFileSync(audit, 'utf8')
    .split('\n')
    .filter(line => line.includes('"id":"paamindelser"'))
    .map(line => JSON.parse(line) as object);
  expect(changes).toMatchObject([
    {method: 'PUT', caller: 'anna'},
    {method: 'POST', caller: 'anna'},
    {method: 'POST', caller: 'anna', interface: 'E', code: 200},
  ]);
  expect(changes).toHaveLength(3);
});

it('keeps the link of a mail while the address stays, and ends it with another address', async () => {
  const {address, anyone, person} = await setUp();
  const anna = await person([novo], 'anna');
  const store = await openForTest(address);
  async function link() {
    const [found] = await documentsAbout(store, 'person', 'anna', new Set());
    const {hemmelighed} = (found?.value ?? {}) as {hemmelighed?: string};
    return `${base}/${found?.path.split('/')[1]}.${hemmelighed}/afmeld`;
  }
  await anna('PUT', '', choice);
  const first = await link();
  await anna('PUT', '', {...choice, dage: [0]});
  expect(await link()).toBe(first);
  await anna('PUT', '', {...choice, email: 'ny@example.dk'});
  expect(await anyone('POST', first)).toMatchObject(endedNothing);
  expect(await anna('GET')).toMatchObject({body: {email: 'ny@example.dk'}});
  expect(await anyone('POST', await link())).toMatchObject(endedMails);
  expect(await anna('GET')).toMatchObject({body: {email: null}});
});

it('is not there without a mail server', async () => {
  const service = await startTestService(`file:${newDirectory()}`, tlsSettings);
  onTestFinished(() => service.stop());
  const call = callerWith(service.url);
  const headers = await service.issuer.authorize('anna', novo);
  for (const [method, path, body] of [
    ['GET', ''],
    ['PUT', '', choice],
    ['DELETE', ''],
    ['GET', '/x.y/afmeld'],
  ] as const)
    expect(await call(method, base + path, body, headers)).toMatchObject({status: 404});
});
