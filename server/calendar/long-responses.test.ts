import {once} from 'node:events';
import {Agent, get, type IncomingMessage} from 'node:http';

import {afterEach, beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import type {Store} from '../store/store.ts';
import {deliver} from '../testing/bodies.ts';
import {callerWith, clientCertField, organisation, proxySettings} from '../testing/certificates.ts';
import {createLink} from '../testing/links.ts';
import {createLinks} from './personal/links.ts';
import {erst, skat, useTestService} from '../testing/service.ts';
import {useStoreOf} from '../testing/store.ts';
import {today} from '../time/dates.ts';
import {createDeliveries} from './authority/deliveries.ts';
import {createCompanyCalendar} from './company-calendar.ts';
import {feedDays} from './feed/feed.ts';

/** Long enough that the buffers of a connection cannot hold a whole response. */
const broadcasts = 650;
const frist = {
  overskrift: 'Moms',
  beskrivelse: 'x'.repeat(9_900),
  afsenderNavn: 'Skattestyrelsen',
  fristDato: '2099-09-14',
  modtagere: [],
};
const novo = '24256790';
const carlsberg = '61056416';

const service = await useTestService(proxySettings);
const store = useStoreOf(service);
const anyone = callerWith(service.url);
const certificateOf = async (cvr: string) => ({
  'client-cert': clientCertField((await organisation(cvr)).certificate),
});
const [asSkat, asErst] = [await certificateOf(skat), await certificateOf(erst)];
const authority = (method: string, path: string, body?: unknown) => anyone(method, path, body, asSkat);
const [asNovo, asCarlsberg] = [
  await service.issuer.authorize('anna', novo),
  await service.issuer.authorize('bo', carlsberg),
];

/** So many companies that feeds are long. */
const many = [novo, ...Array.from({length: 200}, (_, index) => String(70_000_000 + index))];

let feeds: string[] = [];
let secretOfMany = '';
beforeAll(async () => {
  const deliveries = createDeliveries(store);
  await Promise.all(Array.from({length: broadcasts}, () => deliveries.create(skat, frist)));
  feeds = await Promise.all(
    [novo, carlsberg].map(async cvr => `/calendar/1/abonnementer/${await createLink(store, [cvr])}.ics`),
  );
  secretOfMany = await createLink(store, many);
});

interface LongResponse {
  readonly path: () => string;
  readonly headers: Record<string, string>;
  /** For another caller. */
  readonly other: {readonly path: () => string; readonly headers: Record<string, string>};
}

const list = (cvr: string) => () => `/calendar/1/virksomheder/${cvr}/frister`;
const responses: Record<string, LongResponse> = {
  'the feed of a company': {
    path: () => feeds[0] ?? '',
    headers: {},
    other: {path: () => feeds[1] ?? '', headers: {}},
  },
  'the list of a company': {
    path: list(novo),
    headers: asNovo,
    other: {path: list(carlsberg), headers: asCarlsberg},
  },
  'the list of an authority': {
    path: () => '/calendar/1/frister',
    headers: asSkat,
    other: {path: () => '/calendar/1/frister', headers: asErst},
  },
};

/** Returns the `ETag` of a response. */
async function tagOf({path, headers}: Pick<LongResponse, 'path' | 'headers'>, query = ''): Promise<string> {
  const {status, headers: sent} = await anyone('HEAD', path() + query, undefined, headers);
  expect(status).toBe(200);
  return String(sent.etag);
}

const feedOfMany = {path: () => `/calendar/1/abonnementer/${secretOfMany}.ics`, headers: {}};

const tagsNow = () => Promise.all([...Object.values(responses), feedOfMany].map(response => tagOf(response)));

describe.each(Object.entries(responses))('%s', (_, response) => {
  const {path, headers, other} = response;

  it('is 304 for a client that has it, and HEAD returns the same headers as GET', async () => {
    const whole = await anyone('GET', path(), undefined, headers);
    expect(whole.status).toBe(200);
    expect(whole.text.length).toBeGreaterThan(broadcasts * frist.beskrivelse.length);
    const head = await anyone('HEAD', path(), undefined, headers);
    expect(head).toMatchObject({status: 200, text: ''});
    for (const name of ['etag', 'content-type', 'cache-control', 'content-disposition', 'content-length'])
      expect(head.headers[name]).toBe(whole.headers[name]);
    const known = {...headers, 'if-none-match': String(whole.headers.etag)};
    for (const method of ['GET', 'HEAD'])
      expect(await anyone(method, path(), undefined, known)).toMatchObject({status: 304, text: ''});
  });

  it('is sent once at a time to one caller, and 429 has a Retry-After', async () => {
    const agent = new Agent({keepAlive: true});
    onTestFinished(() => agent.destroy());
    const unread = get(service.url + path(), {headers, agent});
    const [unfinished] = (await once(unread, 'response')) as [IncomingMessage];
    expect(unfinished.statusCode).toBe(200);

    const escaped = path().replace(novo, `%32${novo.slice(1)}`);
    for (const url of [path(), escaped, `${path()}?x=1`]) {
      const second = await anyone('GET', url, undefined, headers);
      expect(second).toMatchObject({status: 429, body: {code: 429}});
      expect(Number(second.headers['retry-after'])).toBeGreaterThan(0);
      expect(second.headers.etag).toBeUndefined();
    }
    const known = {...headers, 'if-none-match': String(unfinished.headers.etag)};
    expect((await anyone('GET', path(), undefined, known)).status).toBe(304);
    expect((await anyone('GET', other.path(), undefined, other.headers)).status).toBe(200);

    unfinished.resume();
    await once(unfinished, 'end');
    const again = async () => (await anyone('GET', path(), undefined, headers)).status;
    await vi.waitFor(async () => expect(await again()).toBe(200));
  });
});

describe('the ETag of a long response', () => {
  const id = () => deliver(authority, {modtagere: novo});
  const [feed, company, own, toMany] = [0, 1, 2, 3];

  it.each<[string, (id: number) => Promise<unknown>, number[]]>([
    [
      'a deadline is delivered',
      () => deliver(authority, {modtagere: `${novo},${carlsberg}`}),
      [feed, company, own, toMany],
    ],
    [
      'only the text of a deadline changes',
      id => authority('PUT', `/calendar/1/frister/${id}`, {...body, beskrivelse: 'Rettet'}),
      [feed, company, own, toMany],
    ],
    [
      'the date of a deadline changes',
      id => authority('PUT', `/calendar/1/frister/${id}`, {...body, fristDato: '15-09-2099'}),
      [feed, company, own, toMany],
    ],
    [
      'a deadline is withdrawn',
      id => authority('DELETE', `/calendar/1/frister/${id}`),
      [feed, company, own, toMany],
    ],
    ['a company hides a deadline', id => mark(id, {isSlettet: true}), [feed, company, toMany]],
    ['a company is done with a deadline', id => mark(id, {isKlaret: true}), [feed, company, toMany]],
    ['a company reads a deadline', id => mark(id, {isLaest: true}), [company]],
    [
      'the portal moves its calendar',
      async () => {
        const restore = await service.editPortal(file => ({
          ...file,
          portal: {...file.portal, kalenderUrl: 'https://ny.example.dk/frister/{fristId}'},
        }));
        onTestFinished(restore);
      },
      [feed, toMany],
    ],
    [
      'a company leaves a link',
      async () => {
        const links = createLinks(store);
        await links.removeCompany(many.at(-1) ?? '', (await links.find(secretOfMany))?.id ?? '');
      },
      [toMany],
    ],
  ])('changes when %s', async (_, change, changed) => {
    const changedId = await id();
    const before = await tagsNow();
    await change(changedId);
    const after = await tagsNow();
    for (const index of changed) expect(after[index]).not.toBe(before[index]);
  });

  const body = {overskrift: 'Moms', beskrivelse: '<p>Betal</p>', fristDato: '14-09-2099', modtagere: novo};
  const mark = (id: number, marks: object) =>
    anyone('PUT', `/calendar/1/virksomheder/${novo}/frister/${id}`, marks, asNovo);

  it('gives 304 for the feed of many companies', async () => {
    const known = {'if-none-match': await tagOf(feedOfMany)};
    expect(await anyone('GET', feedOfMany.path(), undefined, known)).toMatchObject({status: 304, text: ''});
  });

  it('differs with the reminder, the dates and the hidden deadlines of the request', async () => {
    const [first, second] = Object.values(responses) as [LongResponse, LongResponse];
    const queries = ['', '?paamindelse=7', '?paamindelse=8'];
    expect(new Set(await Promise.all(queries.map(query => tagOf(first, query)))).size).toBe(3);
    const lists = ['', '?slettede=true', '?fra=01-01-2026'];
    expect(new Set(await Promise.all(lists.map(query => tagOf(second, query)))).size).toBe(3);
  });
});

describe('the versions of a list', () => {
  afterEach(() => void vi.useRealTimers());

  const textOf = async (versions: AsyncIterable<string>) => {
    let text = '';
    for await (const each of versions) text += each;
    return text;
  };

  it('are read without reading a deadline', async () => {
    const unread: Store = {...store, read: () => Promise.reject(new Error('A document was read.'))};
    const versions = [
      createCompanyCalendar(unread)
        .read({cvrs: [novo]}, {fra: today()})
        .versions(),
      createDeliveries(unread).versions(skat),
    ];
    for (const text of await Promise.all(versions.map(textOf))) expect(text).toContain('"');
  });

  it('change when a past deadline leaves a feed, and not on another day', async () => {
    await createDeliveries(store).create(skat, {...frist, beskrivelse: 'x', fristDato: feedDays().fra});
    const calendar = createCompanyCalendar(store);
    const textIn = async (days: number) => {
      vi.useFakeTimers({toFake: ['Date'], now: Date.now() + days * 86_400_000});
      const text = await textOf(calendar.read({cvrs: many}, feedDays()).versions());
      vi.useRealTimers();
      return text;
    };
    const [first, second, third] = [await textIn(0), await textIn(1), await textIn(2)];
    expect(second).not.toBe(first);
    expect(third).toBe(second);
  });

  it('change when a feed no longer reports a withdrawn deadline, and not on another day', async () => {
    const deliveries = createDeliveries(store);
    const calendar = createCompanyCalendar({...store, removeEntries: () => Promise.resolve()});
    const {fristId} = await deliveries.create(skat, {...frist, beskrivelse: 'x'});
    await deliveries.withdraw(skat, fristId, () => undefined);
    const days = feedDays();
    const stateIn = async (later: number) => {
      vi.useFakeTimers({toFake: ['Date'], now: Date.now() + later * 86_400_000});
      const text = await textOf(calendar.read({cvrs: [novo]}, days).versions());
      const found: number[] = [];
      for await (const page of calendar.read({cvrs: [novo]}, days).listAll())
        found.push(...page.map(each => each.frist.fristId));
      vi.useRealTimers();
      return {text, isReported: found.includes(fristId)};
    };
    const states = [await stateIn(0), await stateIn(29), await stateIn(32), await stateIn(33)];
    expect(states.map(({isReported}) => isReported)).toEqual([true, true, false, false]);
    const [first, second, third, fourth] = states.map(({text}) => text);
    expect(second).toBe(first);
    expect(third).not.toBe(second);
    expect(fourth).toBe(third);
  });
});
