import {once} from 'node:events';
import {connect} from 'node:tls';

import {describe, expect, it} from 'vitest';

import {oces3Subject, serialNumber} from '../../../certificates/certificate-authority.ts';
import {companies, deadline, deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings, trusted} from '../../testing/certificates.ts';
import {erst, useTestService, skat} from '../../testing/service.ts';
import {addDays, formatDate, today} from '../../time/dates.ts';

const asSkat = await organisation(skat);
const asErst = await organisation(erst);

const inDays = (days: number) => formatDate(addDays(today(), days));
const frist = (changes: Record<string, unknown> = {}) =>
  deadline({
    ...{beskrivelse: '<p>Betal</p>\n', fristDato: inDays(10), modtagere: '24256790,61056416'},
    ...changes,
  });

const {url} = await useTestService(tlsSettings);

const skattestyrelsen = callerWith(url, asSkat);
const erhvervsstyrelsen = callerWith(url, asErst);
const path = '/calendar/1/frister';

const deliver = (changes?: Record<string, unknown>) => deliverAs(skattestyrelsen, frist(changes));

describe('authentication', () => {
  it.each([
    ['no CVR number', [{O: [`Skat // CVR:${skat}`]}, {CN: [`NTRDK-${skat}`]}]],
    ['two', [...oces3Subject(skat, 'Skat'), {[serialNumber]: [`CVR:${erst}-FID:1`]}]],
    ['one with something round it', [{'2.5.4.97': [`XNTRDK-${skat}`]}]],
  ])('is nobody whose certificate names %s', async (_, subject) => {
    const certificate = await trusted.issue({subject});
    expect(await callerWith(url, certificate)('GET', path)).toMatchObject({
      status: 401,
      body: {code: 401, message: expect.stringMatching(/CVR/) as string},
    });
  });

  it.each(['FID:94731315', 'UID:1237552804997', 'RID:35613330', 'DID:00000002'])(
    'accepts an authority’s OCES2 certificate (%s)',
    async suffix => {
      const subject = [
        {C: ['DK']},
        {CN: ['Skat (funktionscertifikat)'], [serialNumber]: [`CVR:${skat}-${suffix}`]},
      ];
      const certificate = await trusted.issue({subject});
      expect(await callerWith(url, certificate)('GET', path)).toMatchObject({status: 200});
    },
  );

  it('rejects TLS 1.1', async () => {
    const {hostname, port} = new URL(url);
    const socket = connect({
      host: hostname,
      port: Number(port),
      maxVersion: 'TLSv1.1',
      rejectUnauthorized: false,
    });
    await expect(once(socket, 'secureConnect')).rejects.toThrow();
  });
});

describe('POST', () => {
  it('delivers a deadline and returns its id, the number of recipients and its URL', async () => {
    const {status, headers, body} = await skattestyrelsen('POST', path, frist());
    expect(status).toBe(201);
    const {fristId} = body as {fristId: number};
    expect(body).toEqual({
      fristId: expect.any(Number) as number,
      afsenderCvr: skat,
      afsenderNavn: 'Skattestyrelsen',
      fristDato: inDays(10),
      overskrift: 'Moms',
      beskrivelse: '<p>Betal</p>\n',
      antalModtagere: 2,
    });
    expect(headers.location).toBe(`${path}/${fristId}`);
  });

  it('ignores unknown keys', async () => {
    const response = await skattestyrelsen('POST', path, frist({url: 'https://a.dk', constructor: 1}));
    expect(response.status).toBe(201);
    expect(response.body).not.toHaveProperty('url');
  });

  it('stores a link, which an update keeps, changes or removes, and returns it only where it is set', async () => {
    const link = 'https://skat.dk/moms?id=1';
    const {body} = await skattestyrelsen('POST', path, frist({link}));
    expect(body).toMatchObject({link});
    const one = `${path}/${(body as {fristId: number}).fristId}`;
    expect((await skattestyrelsen('GET', one)).body).toMatchObject({link});
    expect((await skattestyrelsen('PUT', one, frist())).body).toMatchObject({link});
    const other = 'https://skat.dk/2';
    expect((await skattestyrelsen('PUT', one, frist({link: other}))).body).toMatchObject({link: other});
    for (const none of [null, '']) {
      await skattestyrelsen('PUT', one, frist({link}));
      expect((await skattestyrelsen('PUT', one, frist({link: none}))).body).not.toHaveProperty('link');
      expect((await skattestyrelsen('POST', path, frist({link: none}))).body).not.toHaveProperty('link');
    }
  });

  it.each([
    'javascript:alert(1)',
    '/moms',
    'skat.dk',
    ' ',
    'ftp://skat.dk/',
    'https://',
    'https://a.dk/\t',
    `https://a.dk/${'a'.repeat(488)}`,
  ])('rejects the link %j with 422', async link => {
    expect(await skattestyrelsen('POST', path, frist({link}))).toMatchObject({
      status: 422,
      body: {errors: {link: [expect.any(String)]}},
    });
  });

  it.each(['overskrift', 'beskrivelse', 'link'])('rejects control characters in %s', async field => {
    for (const character of ['\0', '\x08', '\v', '\f', '\x1b', '\x7f', '\x80', '\x92', '\x9f']) {
      const response = await skattestyrelsen('POST', path, frist({[field]: `https://a.dk/${character}`}));
      expect(response).toMatchObject({status: 422});
      expect((response.body as {errors: object}).errors).toMatchObject({
        [field]: expect.arrayContaining([expect.stringContaining('control characters')]) as unknown,
      });
    }
  });

  it('reaches all companies if it names none', async () => {
    const {body} = await skattestyrelsen('POST', path, frist({modtagere: ''}));
    expect(body).toMatchObject({antalModtagere: 812_345});
    const {fristId} = body as {fristId: number};
    expect((await skattestyrelsen('GET', `${path}/${fristId}`)).body).toMatchObject({modtagere: ''});
  });

  it('accepts the caller as the sender', async () => {
    expect(await skattestyrelsen('POST', path, frist({afsenderCvr: skat}))).toMatchObject({status: 201});
    expect(await skattestyrelsen('POST', path, frist({afsenderCvr: null}))).toMatchObject({status: 201});
    expect(await skattestyrelsen('POST', path, frist({afsenderCvr: ''}))).toMatchObject({status: 201});
    for (const other of [erst, ' ', 'x']) {
      expect(await skattestyrelsen('POST', path, frist({afsenderCvr: other}))).toMatchObject({
        status: 403,
        body: {errors: {afsenderCvr: [expect.stringContaining('certificate')]}},
      });
    }
  });

  it.each<[string, Record<string, unknown>, number, Record<string, unknown>]>([
    ['a blank title', {overskrift: ' \n'}, 422, {overskrift: ['Must not be blank.']}],
    ['a past date', {fristDato: inDays(-1)}, 422, {fristDato: ['Must be after today (Danish time).']}],
    ['today', {fristDato: inDays(0)}, 422, {fristDato: ['Must be after today (Danish time).']}],
    ['another form of date', {fristDato: '2026-12-01'}, 422, {fristDato: [/dd-MM-yyyy.*such as 24-12-2030/]}],
    [
      'a wrong check digit',
      {modtagere: '24256790,24256791'},
      422,
      {modtagere: [/eight digits, the last one a valid check digit.* Not CVR numbers: "24256791"\./]},
    ],
    [
      'all at once',
      {overskrift: '', fristDato: '', modtagere: 'x'},
      422,
      {overskrift: [/blank/], fristDato: [/date/], modtagere: [/"x"/]},
    ],
    [
      'a wrong type together with a broken rule',
      {overskrift: ['a'], fristDato: ''},
      400,
      {overskrift: ['Must be text.'], fristDato: [/date/]},
    ],
  ])('refuses %s and names each field', async (_, changes, code, errors) => {
    const response = await skattestyrelsen('POST', path, frist(changes));
    expect(response.status).toBe(code);
    const found = response.body as {code: number; errors: Record<string, string[]>};
    expect(found.code).toBe(code);
    expect(Object.keys(found.errors).sort()).toEqual(Object.keys(errors).sort());
    for (const [field, [message]] of Object.entries(errors as Record<string, (string | RegExp)[]>)) {
      expect(found.errors[field]).toHaveLength(1);
      expect(found.errors[field]?.[0]).toMatch(message ?? '');
    }
  });
});

describe('a POST that is sent again under its Idempotency-Key', () => {
  const key = () => ({'idempotency-key': `job-${Math.random()}`});

  it('delivers once for concurrent requests', async () => {
    const headers = key();
    const all = await Promise.all(
      Array.from({length: 8}, () => skattestyrelsen('POST', path, frist(), headers)),
    );
    expect(new Set(all.map(({status, text}) => `${status} ${text}`)).size).toBe(1);
    const {fristId} = JSON.parse(all[0]?.text ?? '') as {fristId: number};
    const {body} = await skattestyrelsen('GET', path);
    expect((body as {fristId: number}[]).at(-1)).toMatchObject({fristId});
  });

  it('returns the first response after the deadline was changed or withdrawn', async () => {
    const headers = key();
    const first = await skattestyrelsen('POST', path, frist(), headers);
    const {fristId} = first.body as {fristId: number};
    await skattestyrelsen('PUT', `${path}/${fristId}`, frist({overskrift: 'Ny'}));
    expect((await skattestyrelsen('POST', path, frist(), headers)).body).toEqual(first.body);
    await skattestyrelsen('DELETE', `${path}/${fristId}`);
    expect((await skattestyrelsen('POST', path, frist(), headers)).body).toEqual(first.body);
    expect(await skattestyrelsen('GET', `${path}/${fristId}`)).toMatchObject({status: 404});
  });

  it('rejects another request, and accepts another authority’s', async () => {
    const headers = key();
    await skattestyrelsen('POST', path, frist(), headers);
    const other = await skattestyrelsen('POST', path, frist({overskrift: 'Ny'}), headers);
    expect(other).toMatchObject({status: 422, body: {errors: {'Idempotency-Key': [expect.any(String)]}}});
    expect(await erhvervsstyrelsen('POST', path, frist({overskrift: 'Ny'}), headers)).toMatchObject({
      status: 201,
    });
    for (const unusable of ['a b', '']) {
      const response = await skattestyrelsen('POST', path, frist(), {'idempotency-key': unusable});
      expect(response).toMatchObject({status: 400});
    }
  });
});

describe('GET of one', () => {
  it('has an ETag that changes with each part of the response, and only then', async () => {
    const id = await deliver();
    const read = () => skattestyrelsen('GET', `${path}/${id}`);
    const tags = new Set([(await read()).headers.etag]);
    const changes: Record<string, string> = {};
    for (const [field, value] of [
      ['overskrift', 'Told'],
      ['beskrivelse', 'Indberet'],
      ['fristDato', inDays(20)],
      ['modtagere', '61056416,47458714'],
    ] as const) {
      changes[field] = value;
      expect(await skattestyrelsen('PUT', `${path}/${id}`, frist(changes))).toMatchObject({status: 200});
      tags.add((await read()).headers.etag);
    }
    expect(tags.size).toBe(5);
    const last = await read();
    const again = frist({...changes, modtagere: '47458714,61056416'});
    expect(await skattestyrelsen('PUT', `${path}/${id}`, again)).toMatchObject({status: 200});
    expect(await read()).toMatchObject({text: last.text, headers: {etag: last.headers.etag}});
  });

  it.each(['abc', '0', '1e3', '-1', '01', '1.0', '999999999', '9'.repeat(30), '%00'])(
    'returns 404 for the id %s',
    async id => {
      expect(await skattestyrelsen('GET', `${path}/${id}`)).toMatchObject({status: 404, body: {code: 404}});
    },
  );

  it("returns 404 for another authority's deadline", async () => {
    const id = await deliver();
    const before = await skattestyrelsen('GET', `${path}/${id}`);
    for (const [method, body] of [['GET'], ['PUT', frist()], ['DELETE']] as const) {
      expect(await erhvervsstyrelsen(method, `${path}/${id}`, body)).toMatchObject({status: 404});
    }
    expect((await skattestyrelsen('GET', `${path}/${id}`)).text).toBe(before.text);
  });
});

it("GET of all lists the caller's deadlines in order of delivery, without the companies", async () => {
  const asNobodyYet = await erhvervsstyrelsen('GET', path);
  expect(asNobodyYet.status).toBe(200);
  const before = (asNobodyYet.body as unknown[]).length;
  const ids: number[] = [];
  for (const days of [30, 10, 20])
    ids.push(await deliverAs(erhvervsstyrelsen, frist({fristDato: inDays(days)})));
  await deliver();
  const {body} = await erhvervsstyrelsen('GET', path);
  const items = (body as Record<string, unknown>[]).slice(before);
  expect(items.map(item => item.fristId)).toEqual(ids);
  expect(items[0]).toEqual({
    fristId: ids[0],
    afsenderCvr: erst,
    afsenderNavn: 'Erhvervsstyrelsen',
    fristDato: inDays(30),
    overskrift: 'Moms',
    beskrivelse: '<p>Betal</p>\n',
  });
});

describe('PUT', () => {
  it('changes the given fields, and returns all of them, unread', async () => {
    const id = await deliver();
    const changes = frist({overskrift: 'Rettet', fristDato: inDays(20), modtagere: '61126228'});
    const {status, body} = await skattestyrelsen('PUT', `${path}/${id}`, changes);
    expect(status).toBe(200);
    expect(body).toEqual({
      fristId: id,
      afsenderCvr: skat,
      afsenderNavn: 'Skattestyrelsen',
      fristDato: inDays(20),
      overskrift: 'Rettet',
      modtagere: '61126228',
      beskrivelse: '<p>Betal</p>\n',
      isLaest: false,
      isSlettet: false,
    });
    const read = (await skattestyrelsen('GET', `${path}/${id}`)).body as object;
    expect({...read, isLaest: false, isSlettet: false}).toEqual(body);
  });

  it('accepts an empty list of companies only if the deadline goes to all', async () => {
    const some = await deliver();
    expect(await skattestyrelsen('PUT', `${path}/${some}`, frist({modtagere: ''}))).toMatchObject({
      status: 422,
      body: {errors: {modtagere: [expect.any(String)]}},
    });
    const all = await deliver({modtagere: ''});
    expect(await skattestyrelsen('PUT', `${path}/${all}`, frist({modtagere: ''}))).toMatchObject({
      status: 200,
    });
    expect(await skattestyrelsen('PUT', `${path}/${all}`, frist())).toMatchObject({status: 200});
    expect(await skattestyrelsen('PUT', `${path}/${all}`, frist({modtagere: ''}))).toMatchObject({
      status: 422,
    });
  });

  it('keeps one of many concurrent updates, complete', async () => {
    const id = await deliver();
    const all = await Promise.all(
      companies(40).map((cvr, place) =>
        skattestyrelsen(
          'PUT',
          `${path}/${id}`,
          frist({modtagere: cvr, overskrift: cvr, fristDato: inDays(10 + place)}),
        ),
      ),
    );
    expect(new Set(all.map(({status}) => status))).toEqual(new Set([200]));
    const {overskrift, modtagere} = (await skattestyrelsen('GET', `${path}/${id}`)).body as Record<
      string,
      string
    >;
    expect(modtagere).toBe(overskrift);
  });
});

it('DELETE withdraws it permanently', async () => {
  const id = await deliver();
  const {status, body} = await skattestyrelsen('DELETE', `${path}/${id}`);
  expect({status, body}).toEqual({status: 200, body: {status: 'OK', code: 200}});
  for (const [method, content] of [['GET'], ['PUT', frist()], ['DELETE']] as const) {
    expect(await skattestyrelsen(method, `${path}/${id}`, content)).toMatchObject({status: 404});
  }
});
