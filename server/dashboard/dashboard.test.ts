import {describe, expect, it} from 'vitest';

import {callerWith} from '../testing/certificates.ts';
import {type TestService, useTestService} from '../testing/service.ts';
import {openForTest} from '../testing/store.ts';
import {isThorough} from '../testing/thoroughness.ts';

let people = 0;

/** Returns a function that sends requests with a person's token, by default a new person's. */
async function requestsOf({url, issuer}: TestService, sub = `person-${++people}`) {
  const person = await issuer.authorize(sub);
  const call = callerWith(url);
  return (method: string, query: string, headers: Record<string, string> = {}) =>
    call(method, `/dashboard/1/apps/state${query}`, undefined, {...person, ...headers});
}

/** The same for the person's order of apps. */
async function orderRequestsOf({url, issuer}: TestService, sub = `person-${++people}`) {
  const person = await issuer.authorize(sub);
  const call = callerWith(url);
  return {
    read: (headers: Record<string, string> = {}, query = '') =>
      call('GET', `/dashboard/1/apps/order${query}`, undefined, {...person, ...headers}),
    write: (body: unknown, headers: Record<string, string> = {}) =>
      call('PUT', '/dashboard/1/apps/order', body, {...person, ...headers}),
  };
}

const service = await useTestService();

const somebody = (sub?: string) => requestsOf(service, sub);

describe('GET', () => {
  it("returns each app's first state from the portal file, and leaves out unknown apps", async () => {
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

  it('counts a repeated app once, and accepts 100 apps but not 101', async () => {
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

  it('returns 200 with another ETag after a change', async () => {
    const ask = await somebody();
    const {headers} = await ask('GET', '?apps=cvr');
    expect(headers['cache-control']).toBe('private, no-cache');
    await ask('PUT', '?app=cvr&activated=true');
    const changed = await ask('GET', '?apps=cvr', {'if-none-match': String(headers.etag)});
    expect(changed.status).toBe(200);
  });
});

describe('PUT', () => {
  it('turns an app on and off, also a hidden one', async () => {
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

  it.each([
    ['True', true],
    ['TRUE', true],
    ['False', false],
  ])('accepts activated=%s, as .NET and Python write booleans', async (activated, cvr) => {
    const ask = await somebody();
    expect(await ask('PUT', `?app=cvr&activated=${activated}`)).toMatchObject({status: 200, body: {cvr}});
  });

  it.each(['ukendt', '__proto__', 'constructor', 'toString', 'frister%00'])(
    'returns 404 for the app %s',
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
    ['?app=cvr&activated=1', {activated: ['Must be true or false.']}],
    ['?app=cvr&app=frister&activated=true', {app: ['Must be given only once.']}],
    ['?app=cvr&activated=true&activated=false', {activated: ['Must be given only once.']}],
  ])('refuses "%s" and names each field', async (query, errors) => {
    const ask = await somebody();
    const {status, body} = await ask('PUT', query);
    expect(status).toBe(400);
    expect(body).toMatchObject({status: 'Bad Request', code: 400, errors});
  });
});

describe('the order of apps', () => {
  it('belongs to the person, and is empty at first', async () => {
    const anna = await orderRequestsOf(service);
    const bo = await orderRequestsOf(service);
    expect(await anna.read()).toMatchObject({status: 200, body: {apps: []}});
    const order = {apps: ['cvr', 'laast', 'frister']};
    expect(await anna.write(order)).toMatchObject({status: 200, body: order});
    expect((await anna.read()).body).toEqual(order);
    expect((await bo.read()).body).toEqual({apps: []});
    expect(await anna.write({apps: []})).toMatchObject({status: 200, body: {apps: []}});
    expect((await anna.read()).body).toEqual({apps: []});
  });

  it('includes locked apps on request', async () => {
    const anna = await orderRequestsOf(service);
    expect((await anna.read({}, '?locked=true')).body).toEqual({apps: [], locked: ['laast']});
    expect((await anna.read({}, '?locked=false')).body).toEqual({apps: []});
    for (const query of ['?locked=1', '?locked=true&locked=true']) {
      expect(await anna.read({}, query)).toMatchObject({
        status: 400,
        body: {errors: {locked: expect.any(Array) as []}},
      });
    }
  });

  it.each(['', '?locked=true'])('is replaced only if If-Match has the ETag of GET %s', async query => {
    const {read, write} = await orderRequestsOf(service);
    const empty = String((await read({}, query)).headers.etag);
    expect((await write({apps: ['cvr']}, {'if-match': empty})).status).toBe(200);
    expect((await write({apps: ['frister']}, {'if-match': empty})).status).toBe(412);
    expect((await read()).body).toEqual({apps: ['cvr']});
    const {headers} = await read({}, query);
    expect((await write({apps: ['frister']}, {'if-match': String(headers.etag)})).status).toBe(200);
  });

  it('is not stored if it is the first one, which is empty', async () => {
    const {read, write} = await orderRequestsOf(service, 'without-order');
    expect(await write({apps: []})).toMatchObject({status: 200, body: {apps: []}});
    expect((await read()).body).toEqual({apps: []});
    const store = await openForTest(service.engine.address);
    expect(await store.read([['dashboard', 'without-order', 'order']])).toEqual([undefined]);
  });

  it('keeps apps that are not in the portal file', async () => {
    const {read, write} = await orderRequestsOf(service);
    await write({apps: ['cvr', 'kommer', 'frister']});
    const restore = await service.editPortal(file => ({...file, apps: []}));
    expect((await read()).body).toEqual({apps: ['cvr', 'kommer', 'frister']});
    expect((await write({apps: ['frister', 'cvr', 'kommer']})).status).toBe(200);
    await restore();
    expect((await read()).body).toEqual({apps: ['frister', 'cvr', 'kommer']});
  });

  it.each([
    [
      {apps: ['cvr', 'frister', 'cvr', 'cvr']},
      {
        'apps[2]': ['Must not repeat an earlier item.'],
        'apps[3]': ['Must not repeat an earlier item.'],
      },
    ],
    [
      {apps: ['', 'a/b', 'x'.repeat(101)]},
      Object.fromEntries(
        [0, 1, 2].map(place => [
          `apps[${place}]`,
          ['Must be 1 to 100 letters (a-z, A-Z), digits and . _ - only.'],
        ]),
      ),
    ],
  ])('refuses %j', async (body, errors) => {
    const {read, write} = await orderRequestsOf(service);
    expect(await write(body)).toMatchObject({status: 422, body: {code: 422, errors}});
    expect((await read()).body).toEqual({apps: []});
  });

  it('accepts 100 apps with names of the maximum length, and rejects a larger body', async () => {
    const {read, write} = await orderRequestsOf(service);
    const apps = Array.from({length: 100}, (_, place) => String(place).padEnd(100, 'x'));
    expect((await write({apps})).status).toBe(200);
    expect((await read()).body).toEqual({apps});
    expect((await write({apps: [], padding: 'x'.repeat(16 * 1024)})).status).toBe(413);
  });
});

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
