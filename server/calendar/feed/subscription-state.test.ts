import {describe, expect, it} from 'vitest';

import {deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {skat, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {formatDatetime} from '../../time/datetime.ts';
import {companyKey, secretKey} from './subscriptions.ts';

const novo = '24256790';
const carlsberg = '61056416';
const lego = '47458714';

const service = await useTestService(tlsSettings);
const authority = callerWith(service.url, await organisation(skat));
const anyone = callerWith(service.url);
const store = useStoreOf(service);

async function asCompany(cvr: string, method: string, rest = '', headers: object = {}) {
  const path = `/calendar/1/virksomheder/${cvr}/abonnement${rest}`;
  const authorization = await service.issuer.authorize('employee', cvr);
  return anyone(method, path, undefined, {...headers, ...authorization});
}

describe('GET of the link of a calendar feed', () => {
  it('returns 404 before a link is created and after it is revoked', async () => {
    expect(await asCompany(novo, 'GET')).toMatchObject({status: 404, body: {code: 404}});
    await asCompany(novo, 'POST');
    expect(await asCompany(novo, 'GET')).toMatchObject({status: 200});
    await asCompany(novo, 'DELETE');
    expect(await asCompany(novo, 'GET')).toMatchObject({status: 404});
  });

  it('returns when the link was created, and never the secret', async () => {
    const before = formatDatetime(Date.now());
    const created = await asCompany(carlsberg, 'POST');
    const [, secret = ''] = /([\w-]{43})\.ics$/.exec((created.body as {url: string}).url) ?? [];
    expect(secret).not.toBe('');
    const {status, body, text, headers} = await asCompany(carlsberg, 'GET');
    expect(status).toBe(200);
    expect(Object.keys(body as object)).toEqual(['oprettet']);
    const {oprettet} = body as {oprettet: string};
    expect(oprettet >= before).toBe(true);
    expect(oprettet <= formatDatetime(Date.now())).toBe(true);
    expect(text).not.toContain(secret);
    expect(headers['cache-control']).toBe('private, no-cache');
    const known = {'if-none-match': String(headers.etag)};
    expect(await asCompany(carlsberg, 'GET', '', known)).toMatchObject({status: 304});
  });

  it('returns 403 with the token of another company', async () => {
    const authorization = await service.issuer.authorize('employee', lego);
    const path = `/calendar/1/virksomheder/${novo}/abonnement`;
    expect(await anyone('GET', path, undefined, authorization)).toMatchObject({status: 403});
  });

  it('returns 200 after the link was replaced, whose URL and digest no longer exist', async () => {
    const {body} = await asCompany(lego, 'POST');
    const {pathname} = new URL((body as {url: string}).url);
    const [stored] = await store.read([companyKey(lego)]);
    const {digest} = (stored as {value: unknown}).value as {digest: string};
    expect(await anyone('GET', pathname)).toMatchObject({status: 200});

    await asCompany(lego, 'POST');
    expect(await anyone('GET', pathname)).toMatchObject({status: 404});
    expect(await store.read([secretKey(digest)])).toEqual([undefined]);
    expect(await asCompany(lego, 'GET')).toMatchObject({status: 200});
  });
});

describe('GET of one deadline as iCalendar', () => {
  async function read(cvr: string, id: number | string, query = '', headers: object = {}) {
    const path = `/calendar/1/virksomheder/${cvr}/frister/${id}/kalender.ics${query}`;
    return anyone('GET', path, undefined, {
      ...headers,
      ...(await service.issuer.authorize('employee', cvr)),
    });
  }

  it('returns only the event of the feed', async () => {
    const id = await deliverAs(authority, {modtagere: novo, overskrift: 'Moms; æøå'});
    await deliverAs(authority, {modtagere: novo});
    const {status, headers, text} = await read(novo, id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="frist-${id}.ics"`,
      'cache-control': 'private, no-cache',
    });
    const {body} = await asCompany(novo, 'POST');
    const feed = await anyone('GET', new URL((body as {url: string}).url).pathname);
    const events = feed.text.split(/(?=BEGIN:VEVENT)|(?=END:VCALENDAR)/);
    const event = events.find(part => part.includes(`UID:frist-${id}-${skat}-${novo}@tavle`)) ?? '';
    expect(event).toContain('SUMMARY:Moms\\; æøå (Skattestyrelsen)');
    expect(text).toBe(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Tavle//Frister//DA\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n' +
        'NAME:Frister for CVR 24256790\r\nX-WR-CALNAME:Frister for CVR 24256790\r\nX-MS-OLK-FORCEINSPECTOROPEN:TRUE\r\n' +
        `${event}END:VCALENDAR\r\n`,
    );
    const known = {'if-none-match': String(headers.etag)};
    expect(await read(novo, id, '', known)).toMatchObject({status: 304, text: ''});
  });

  it('has the reminder of paamindelse, and rejects invalid values', async () => {
    const id = await deliverAs(authority, {modtagere: novo});
    expect((await read(novo, id)).text).not.toContain('VALARM');
    for (const [days, trigger] of [
      [1, ':-PT15H'],
      [14, ':-P13DT15H'],
      [60, ':-P59DT15H'],
    ]) {
      expect((await read(novo, id, `?paamindelse=${days}`)).text).toContain(`TRIGGER${trigger}\r\n`);
    }
    for (const value of ['0', '61', '7D', '']) {
      expect(await read(novo, id, `?paamindelse=${value}`)).toMatchObject({
        status: 400,
        body: {errors: {paamindelse: [expect.any(String)]}},
      });
    }
  });

  it('returns 404 for a deadline that did not reach the company, was withdrawn, or does not exist', async () => {
    const [other, withdrawn] = [
      await deliverAs(authority, {modtagere: carlsberg}),
      await deliverAs(authority, {modtagere: novo}),
    ];
    await authority('DELETE', `/calendar/1/frister/${withdrawn}`);
    for (const id of [other, withdrawn, 999_999_999, 'abc']) {
      expect(await read(novo, id)).toMatchObject({status: 404, body: {code: 404}});
    }
  });
});
