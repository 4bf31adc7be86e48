import {describe, expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import {deadline, deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {createLink} from '../../testing/links.ts';
import {skat, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {fristKey, type FristRecord} from '../records.ts';

const novo = '24256790';
const carlsberg = '61056416';
const lego = '47458714';
const arla = '25313763';

const service = await useTestService(tlsSettings);
const authority = callerWith(service.url, await organisation(skat));
const anyone = callerWith(service.url);
const store = useStoreOf(service);

async function asCompany(cvr: string, method: string, path: string) {
  const headers = await service.issuer.authorize('employee', cvr);
  return anyone(method, `/calendar/1/virksomheder/${cvr}/${path}`, undefined, headers);
}

/** Creates a link and returns the path of its feed. */
const subscribe = async (cvr: string) => `/calendar/1/abonnementer/${await createLink(store, [cvr])}.ics`;

describe('a feed', () => {
  it('uses the stored lines of the description', async () => {
    const ids = [
      await deliverAs(authority, {modtagere: arla, beskrivelse: '<p>Betal <b>nu</b></p>'}),
      await deliverAs(authority, {modtagere: arla, beskrivelse: '<p>Før</p>'}),
    ];
    const changes = deadline({modtagere: arla, beskrivelse: '<ul><li>Efter</ul>'});
    expect(await authority('PUT', `/calendar/1/frister/${ids[1]}`, changes)).toMatchObject({status: 200});
    const stored = await store.read(ids.map(fristKey));
    const records = stored.map(document => document?.value as FristRecord);
    const lines = ['DESCRIPTION:Betal nu\r\n', 'DESCRIPTION:- Efter\r\n'];
    expect(records.map(({feedDescription}) => feedDescription)).toEqual(lines);

    for (const [index, record] of records.entries()) {
      const feedDescription = record.feedDescription.replace(':', ':stored: ');
      await store.write(fristKey(ids[index] ?? 0), {...record, feedDescription});
    }
    const {text} = await anyone('GET', await subscribe(arla));
    expect(text.match(/^DESCRIPTION:.*\r\n/gm)).toEqual(lines.map(line => line.replace(':', ':stored: ')));
  });

  it('returns 429 beyond the maximum per minute, only for its link', async () => {
    const [own, other] = [await subscribe(novo), await subscribe(carlsberg)];
    for (let request = 1; request <= bounds.maxFeedRequestsPerMinute; request += 1) {
      expect((await anyone('GET', own)).status).toBe(200);
    }
    const {status, headers, body} = await anyone('GET', own);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({status: 'Too Many Requests', code: 429});
    expect((await anyone('GET', await subscribe(novo))).status).toBe(200);
    expect((await anyone('GET', other)).status).toBe(200);
  });
});

describe('GET of one deadline as iCalendar', () => {
  const read = (cvr: string, id: number | string, query = '') =>
    asCompany(cvr, 'GET', `frister/${id}/kalender.ics${query}`);

  it('returns only the event of the feed', async () => {
    const id = await deliverAs(authority, {modtagere: lego, overskrift: 'Moms; æøå'});
    await deliverAs(authority, {modtagere: lego});
    const {status, headers, text} = await read(lego, id);
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': `attachment; filename="frist-${id}.ics"`,
      'cache-control': 'private, no-cache',
    });
    const feed = await anyone('GET', await subscribe(lego));
    expect(feed.headers).toMatchObject({
      'content-type': 'text/calendar; charset=utf-8',
      'content-disposition': 'inline; filename="frister.ics"',
    });
    const events = feed.text.split(/(?=BEGIN:VEVENT)|(?=END:VCALENDAR)/);
    const event = events.find(part => part.includes(`UID:frist-${id}-${skat}-${lego}@tavle`)) ?? '';
    expect(event).toContain('SUMMARY:Moms\\; æøå (Skattestyrelsen)');
    expect(text).toBe(
      'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Tavle//Frister//DA\r\nCALSCALE:GREGORIAN\r\nMETHOD:PUBLISH\r\n' +
        'NAME:Frister for CVR 47458714\r\nX-WR-CALNAME:Frister for CVR 47458714\r\nX-MS-OLK-FORCEINSPECTOROPEN:TRUE\r\n' +
        `${event}END:VCALENDAR\r\n`,
    );
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
});
