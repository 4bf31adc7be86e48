import fc from 'fast-check';
import {describe, expect, it} from 'vitest';

import {withClient} from '../store/testing/redis-process.ts';
import {callerWith} from '../testing/certificates.ts';
import {onEachStore, onLmdb, type TestService, useTestService} from '../testing/service.ts';
import {isThorough} from '../testing/thoroughness.ts';

let people = 0;

/** Returns a function that sends requests with the token of one person: by default somebody new. */
async function requestsOf({url, issuer}: TestService, sub = `person-${++people}`) {
  const person = await issuer.authorize(sub);
  const call = callerWith(url);
  return (method: string, query: string, headers: Record<string, string> = {}) =>
    call(method, `/dashboard/1/apps/state${query}`, undefined, {...person, ...headers});
}

onLmdb(service => {
  const somebody = (sub?: string) => requestsOf(service, sub);

  describe('GET', () => {
    it("gives each app's first state, from the portal file, and leaves unknown apps out", async () => {
      const ask = await somebody();
      const {status, body} = await ask(
        'GET',
        '?apps=frister&apps=cvr&apps=tilladelser&apps=ukendt&apps=__proto__&apps=toString',
      );
      expect(status).toBe(200);
      expect(body).toEqual({
        frister: {state: 'active'},
        cvr: {state: 'deactive'},
        tilladelser: {state: 'hidden'},
      });
    });

    it('is {} where no app is known', async () => {
      const ask = await somebody();
      expect((await ask('GET', '?apps=ukendt')).body).toEqual({});
    });

    it('counts an app that is asked for twice once, and takes 100 apps but not 101', async () => {
      const ask = await somebody();
      const query = (count: number) =>
        `?${Array.from({length: count}, (_, place) => `apps=app-${place}`).join('&')}`;
      expect(Object.keys((await ask('GET', query(100))).body as object)).toHaveLength(100);
      expect((await ask('GET', `${query(100)}&apps=app-1`)).status).toBe(200);
      const refused = await ask('GET', query(101));
      expect(refused.status).toBe(400);
      expect(refused.body).toMatchObject({errors: {apps: ['Must name at most 100 apps.']}});
    });

    it.each(['', '?', '?apps=', '?app=frister', '?apps[]=frister'])('refuses "%s"', async query => {
      const ask = await somebody();
      const {status, body} = await ask('GET', query);
      expect(status).toBe(400);
      expect(body).toEqual({
        status: 'Bad Request',
        code: 400,
        message: 'A parameter is missing or invalid: see apps.',
        errors: {apps: ['Must name at least one app.']},
      });
    });

    it('has an ETag, and answers 304 to who holds it', async () => {
      const ask = await somebody();
      const first = await ask('GET', '?apps=cvr');
      const etag = String(first.headers.etag);
      expect(etag).toMatch(/^"[^"]+"$/);
      expect(first.headers['cache-control']).toBe('private, no-cache');
      const second = await ask('GET', '?apps=cvr', {'if-none-match': etag});
      expect(second).toMatchObject({status: 304, body: undefined});
      expect(second.headers.etag).toBe(etag);
      await ask('PUT', '?app=cvr&activated=true');
      expect((await ask('GET', '?apps=cvr', {'if-none-match': etag})).status).toBe(200);
    });
  });

  describe('PUT', () => {
    it('turns an app on and off, a hidden one too', async () => {
      const ask = await somebody();
      expect(await ask('PUT', '?app=cvr&activated=true')).toMatchObject({status: 200, body: {cvr: true}});
      expect(await ask('PUT', '?app=frister&activated=false')).toMatchObject({
        status: 200,
        body: {frister: false},
      });
      expect(await ask('PUT', '?app=tilladelser&activated=true')).toMatchObject({body: {tilladelser: true}});
      expect((await ask('GET', '?apps=cvr&apps=frister&apps=tilladelser')).body).toEqual({
        cvr: {state: 'active'},
        frister: {state: 'deactive'},
        tilladelser: {state: 'active'},
      });
    });

    it.each(['ukendt', '__proto__', 'constructor', 'toString', '%ff', 'frister%00'])(
      'does not know the app %s',
      async app => {
        const ask = await somebody();
        expect(await ask('PUT', `?app=${app}&activated=true`)).toMatchObject({
          status: 404,
          body: {status: 'Not Found', code: 404, message: 'The portal has no app with that name.'},
        });
      },
    );

    it.each([
      ['', {app: ['Is required.'], activated: ['Must be true or false.']}],
      ['?app=cvr', {activated: ['Must be true or false.']}],
      ['?app=cvr&activated=yes', {activated: ['Must be true or false.']}],
      ['?app=cvr&activated=TRUE', {activated: ['Must be true or false.']}],
      ['?activated=true', {app: ['Is required.']}],
      ['?app=cvr&app=frister&activated=true', {app: ['Must be given only once.']}],
      ['?app=cvr&activated=true&activated=false', {activated: ['Must be given only once.']}],
    ])('refuses "%s" and names each field', async (query, errors) => {
      const ask = await somebody();
      const {status, body} = await ask('PUT', query);
      expect(status).toBe(400);
      expect(body).toMatchObject({status: 'Bad Request', code: 400, errors});
    });
  });

  it('keeps the states of owners apart, whatever characters their ids hold', async () => {
    const ids = fc.uniqueArray(fc.string({unit: 'grapheme', minLength: 1, maxLength: 30}), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(ids, async owners => {
        const unique = `${++people}/`;
        const [first, ...others] = await Promise.all(owners.map(owner => somebody(unique + owner)));
        await first?.('PUT', '?app=cvr&activated=true');
        for (const other of others) {
          expect((await other('GET', '?apps=cvr')).body).toEqual({cvr: {state: 'deactive'}});
        }
      }),
      {numRuns: 10},
    );
  });
});

onEachStore(service => {
  it('ends concurrent toggles in the last acknowledged state of each app', async () => {
    const ask = await requestsOf(service);
    const apps = Array.from({length: 10}, (_, place) => `app-${place}`);
    const turns = isThorough ? 100 : 10;
    const expected = new Map<string, string>();
    await Promise.all(
      apps.map(async (app, place) => {
        for (let turn = 0; turn < turns; turn++) {
          const activated = (turn + place) % 3 !== 0;
          const {status} = await ask('PUT', `?app=${app}&activated=${String(activated)}`);
          expect(status).toBe(200);
          expected.set(app, activated ? 'active' : 'deactive');
        }
      }),
    );
    const {body} = await ask('GET', `?${apps.map(app => `apps=${app}`).join('&')}`);
    expect(body).toEqual(Object.fromEntries(apps.map(app => [app, {state: expected.get(app)}])));
  });
});

describe('on Redis', async () => {
  const service = await useTestService({}, {engine: 'Redis'});
  const {url, engine} = service;

  it('answers 503 while the store is away, and recovers by itself', async () => {
    const ask = await requestsOf(service);
    // By default Redis may write its file up to two seconds after its response, on a slow disk.
    await withClient(engine.server?.port ?? 0, client => client.config('SET', 'appendfsync', 'always'));
    expect((await ask('PUT', '?app=cvr&activated=true')).status).toBe(200);
    await engine.server?.kill();
    for (const [method, query] of [
      ['GET', '?apps=cvr'],
      ['PUT', '?app=cvr&activated=false'],
    ] as const) {
      const {status, headers, body} = await ask(method, query);
      expect(status).toBe(503);
      expect(headers['retry-after']).toBe('1');
      expect(body).toMatchObject({status: 'Service Unavailable', code: 503});
    }
    expect((await fetch(`${url}/health/ready`)).status).toBe(503);
    expect((await fetch(`${url}/health/live`)).status).toBe(200);
    await engine.server?.restart();
    await expect.poll(async () => (await ask('GET', '?apps=cvr')).body).toEqual({cvr: {state: 'active'}});
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });
});
