import ical from 'ical.js';
import {afterEach, describe, expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import {openStore} from '../../store/open-store.ts';
import {silent} from '../../store/store.ts';
import {deadline, deliver} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {openEngine} from '../../testing/engines.ts';
import {skat, startTestService, type TestService} from '../../testing/service.ts';
import {fristKey, type FristRecord} from '../records.ts';

const asSkat = await organisation(skat);
const novo = '24256790';
const carlsberg = '61056416';

const ends: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

/** Opens a store that survives restarts of its service. */
async function openFeedTest() {
  const engine = await openEngine('LMDB');
  ends.push(() => engine.stop());
  let service: TestService | undefined;
  const stop = async () => {
    await service?.stop();
    service = undefined;
  };
  ends.push(stop);

  return {
    stop,

    async start() {
      service = await startTestService(engine.address, tlsSettings);
      const {url, issuer, logged} = service;
      const authority = callerWith(url, asSkat);
      const anyone = callerWith(url);
      return {
        logged,
        anyone,
        read: (path: string) => anyone('GET', path),
        /** Delivers a deadline to all companies and returns its id. */
        deliver: (overskrift: string, beskrivelse: string) => deliver(authority, {overskrift, beskrivelse}),
        change: async (id: number, beskrivelse: string): Promise<void> => {
          const {status} = await authority('PUT', `/calendar/1/frister/${id}`, deadline({beskrivelse}));
          expect(status).toBe(200);
        },
        /** Returns the path of a new feed. */
        subscribe: async (cvr: string): Promise<string> => {
          const headers = await issuer.authorize('employee', cvr);
          const {body} = await anyone(
            'POST',
            `/calendar/1/virksomheder/${cvr}/abonnement`,
            undefined,
            headers,
          );
          return new URL((body as {url: string}).url).pathname;
        },
      };
    },

    /** Changes stored deadlines while no service runs. */
    async edit(ids: readonly number[], change: (record: FristRecord) => object): Promise<void> {
      const store = openStore(engine.address, silent);
      for (const id of ids) {
        const [document] = await store.read([fristKey(id)]);
        await store.write(fristKey(id), change(document?.value as FristRecord));
      }
      await store.close();
    },

    async records(ids: readonly number[]): Promise<FristRecord[]> {
      const store = openStore(engine.address, silent);
      const documents = await store.read(ids.map(fristKey));
      await store.close();
      return documents.map(document => document?.value as FristRecord);
    },
  };
}

const eventsOf = (text: string) =>
  new ical.Component(ical.parse(text) as unknown[])
    .getAllSubcomponents('vevent')
    .map(event => new ical.Event(event));

describe('a feed', () => {
  it('uses the stored lines of the description', async () => {
    const test = await openFeedTest();
    const {deliver, change} = await test.start();
    const ids = [await deliver('Moms', '<p>Betal <b>nu</b></p>'), await deliver('Løn', '<p>Før</p>')];
    await change(ids[1] ?? 0, '<ul><li>Efter</ul>');
    await test.stop();
    expect((await test.records(ids)).map(({feedDescription}) => feedDescription)).toEqual([
      'DESCRIPTION:Betal nu\r\n',
      'DESCRIPTION:- Efter\r\n',
    ]);

    await test.edit(ids, ({feedDescription, ...record}) => ({
      ...record,
      feedDescription: feedDescription.replace(':', ':stored: '),
    }));
    const service = await test.start();
    const {text} = await service.read(await service.subscribe(novo));
    const descriptions = eventsOf(text).map(({description}) => description);
    expect(descriptions).toEqual(['stored: Betal nu', 'stored: - Efter']);
  });

  it('of any length is streamed completely, with the entity tag of its content', async () => {
    const test = await openFeedTest();
    const {deliver, read, subscribe, anyone} = await test.start();
    const count = 32;
    for (let place = 0; place < count; place += 1) await deliver(`Nr. ${place}`, 'æ'.repeat(9_000));
    const path = await subscribe(novo);
    const {status, headers, text} = await read(`${path}?paamindelse=7`);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="frister.ics"',
      'transfer-encoding': 'chunked',
    });
    expect(text.length).toBeGreaterThan(bounds.maxSinglePassBytes);
    expect(eventsOf(text).map(({summary}) => summary)).toEqual(
      Array.from({length: count}, (_, place) => `Nr. ${place} (Skattestyrelsen)`),
    );
    const known = {'if-none-match': String(headers.etag)};
    const again = await anyone('GET', `${path}?paamindelse=7`, undefined, known);
    expect(again).toMatchObject({status: 304, text: ''});
    expect(again.headers).not.toHaveProperty('content-disposition');
    expect(await anyone('HEAD', path)).toMatchObject({status: 200, text: ''});
  });

  it('returns 429 beyond the maximum per minute, only for its subscription', async () => {
    const test = await openFeedTest();
    const {read, subscribe} = await test.start();
    const [own, other] = [await subscribe(novo), await subscribe(carlsberg)];
    for (let request = 1; request <= bounds.maxFeedRequestsPerMinute; request += 1) {
      expect((await read(own)).status).toBe(200);
    }
    const {status, headers, body} = await read(own);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({status: 'Too Many Requests', code: 429});
    expect((await read(await subscribe(novo))).status).toBe(429);
    expect((await read(other)).status).toBe(200);
  });
});
