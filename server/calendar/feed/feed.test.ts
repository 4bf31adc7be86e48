import {describe, expect, it, onTestFinished, vi} from 'vitest';

import {bounds} from '../../bounds.ts';
import {companies, deadline, deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {createLinks} from '../personal/links.ts';
import {emptyPortal} from '../../portal/portal.ts';
import {createCompanyCalendar} from '../company-calendar.ts';
import {feedDays, writeFeed} from './feed.ts';
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

  it('names its own URL with the reminder as the source', async () => {
    const path = await subscribe(lego);
    for (const url of [path, `${path}?paamindelse=14`]) {
      const {text} = await anyone('GET', url);
      expect(text.replaceAll('\r\n ', '')).toContain(`SOURCE;VALUE=URI:${service.url}${url}\r\n`);
    }
  });

  it.each([1, 2])(
    'of %i companies with many long deadlines on one day is written in small parts',
    async count => {
      const cvrs = companies(30).slice(-count);
      const bodies = Array.from({length: 300}, (_, place) => ({
        modtagere: cvrs.join(),
        overskrift: `Frist ${place}`,
        beskrivelse: `<p>${'ord '.repeat(2_000)}</p>`,
        fristDato: '01-07-2098',
      }));
      await Promise.all(bodies.map(each => deliverAs(authority, each)));
      const reading = createCompanyCalendar(store).read({cvrs}, feedDays());
      const link = {id: 'a', virksomheder: cvrs.map(cvr => ({cvr}))};
      const parts: string[] = [];
      const feed = {source: 'https://tavle.example.dk', reminderDays: undefined};
      for await (const part of writeFeed(link, reading, emptyPortal, feed)) parts.push(part);
      expect(parts.join('').match(/^BEGIN:VEVENT/gm)?.length).toBeGreaterThanOrEqual(300);
      expect(Math.max(...parts.map(({length}) => length))).toBeLessThan(1.5 * 1024 ** 2);
    },
  );

  it('returns 429 beyond the maximum per minute, only for its link', async () => {
    const [own, other] = [await subscribe(novo), await subscribe(carlsberg)];
    for (let request = 1; request <= bounds.maxFeedRequestsPerMinute; request += 1) {
      expect((await anyone('GET', own)).status).toBe(200);
    }
    const {status, headers, body} = await anyone('GET', own);
    expect(status).toBe(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(0);
    expect(body).toMatchObject({status: 'Too Many Requests', code: 429});
    const {text: metrics} = await anyone('GET', '/metrics');
    expect(metrics).toContain('tavle_refused_total{why="calls"} 1\n');
    expect((await anyone('GET', await subscribe(novo))).status).toBe(200);
    expect((await anyone('GET', other)).status).toBe(200);
  });
});

describe('a feed of several companies', () => {
  const eventsOf = (text: string) =>
    text
      .replace(/\r\n[ \t]/g, '')
      .split('BEGIN:VEVENT')
      .slice(1);
  const line = (event: string | undefined, name: string) =>
    new RegExp(`^${name}:(.*)\r$`, 'm').exec(event ?? '')?.[1];

  async function subscribeTo(cvrs: string[], navne: Readonly<Record<string, string>> = {}) {
    const person = {owner: 'accountant', cvrs, issuedAt: 0};
    const {secret} = await createLinks(store).create(person, 'Alle', {virksomheder: cvrs, navne});
    return async () =>
      eventsOf((await anyone('GET', `/calendar/1/abonnementer/${secret}.ics?paamindelse=7`)).text);
  }
  async function mark(cvr: string, id: number, marks: object) {
    const headers = await service.issuer.authorize('employee', cvr);
    const path = `/calendar/1/virksomheder/${cvr}/frister/${id}`;
    expect(await anyone('PUT', path, marks, headers)).toMatchObject({status: 200});
  }

  it('names the companies in titles and categories, and lists equal deadlines once', async () => {
    const read = await subscribeTo([carlsberg, lego], {[carlsberg]: 'Carl,\nA/S', [lego]: 'Lego'});
    const before = new Set((await read()).map(event => line(event, 'UID')));
    const equal = {overskrift: 'Årsrapport', fristDato: '02-03-2099'};
    const id = await deliverAs(authority, {...equal, modtagere: carlsberg});
    const other = await deliverAs(authority, {...equal, modtagere: lego});
    const toBoth = {...equal, overskrift: 'Moms', modtagere: `${carlsberg},${lego}`};
    const both = await deliverAs(authority, toBoth);
    const own = await deliverAs(authority, {...equal, overskrift: 'Told', modtagere: lego});
    const events = async () => (await read()).filter(event => !before.has(line(event, 'UID')));

    const [report, vat, customs, ...more] = await events();
    expect(more).toEqual([]);
    expect(line(report, 'SUMMARY')).toBe('2 virksomheder: Årsrapport (Skattestyrelsen)');
    expect(line(report, 'CATEGORIES')).toBe('Skattestyrelsen,Carl\\, A/S,Lego');
    expect(line(report, 'DESCRIPTION')).toContain('\\n\\nCarl\\, A/S\\nLego');
    expect(line(vat, 'SUMMARY')).toBe('2 virksomheder: Moms (Skattestyrelsen)');
    expect(line(customs, 'SUMMARY')).toBe('Lego: Told (Skattestyrelsen)');
    expect(line(customs, 'CATEGORIES')).toBe('Skattestyrelsen,Lego');
    for (const event of [report, vat, customs]) expect(event).toContain('BEGIN:VALARM');

    // Done for one company, then for both: no reminder.
    const findVat = async () => (await events()).find(event => event.includes('Moms'));
    await mark(carlsberg, both, {isKlaret: true});
    expect(line(await findVat(), 'DESCRIPTION')).toContain('Lego\\nCarl\\, A/S (klaret)');
    expect(await findVat()).toContain('BEGIN:VALARM');
    await mark(lego, both, {isKlaret: true});
    expect(await findVat()).not.toContain('BEGIN:VALARM');

    // Hidden for one company of two, and for the only one.
    await mark(lego, other, {isSlettet: true});
    await mark(lego, own, {isSlettet: true});
    const left = await events();
    expect(left.map(event => line(event, 'SUMMARY'))).toEqual([
      'Carl\\, A/S: Årsrapport (Skattestyrelsen)',
      '2 virksomheder: Moms (Skattestyrelsen)',
    ]);
    expect(line(left[0], 'UID')).toContain(`frist-${id}-`);
  });

  it('has an event for each text and link: what one company gets is not shown for another', async () => {
    const read = await subscribeTo([carlsberg, lego]);
    const equal = {overskrift: 'Restskat', fristDato: '02-04-2099'};
    await deliverAs(authority, {...equal, beskrivelse: 'Betal 5.000 kr.', modtagere: carlsberg});
    await deliverAs(authority, {...equal, beskrivelse: 'Betal 90.000 kr.', modtagere: lego});
    const link = {link: 'https://skat.example.dk/sag/2'};
    await deliverAs(authority, {...equal, ...link, beskrivelse: 'Betal 90.000 kr.', modtagere: lego});
    const events = (await read()).filter(event => event.includes('Restskat'));
    expect(events.map(event => /\d{8}/.exec(line(event, 'SUMMARY') ?? '')?.[0])).toEqual([
      carlsberg,
      lego,
      lego,
    ]);
    expect(events.map(event => /Betal [\d.]+/.exec(event)?.[0])).toEqual([
      'Betal 5.000',
      'Betal 90.000',
      'Betal 90.000',
    ]);
    expect(events.filter(event => event.includes(link.link))).toHaveLength(1);
  });

  it('marks a company as done only if all its equal deadlines are', async () => {
    const read = await subscribeTo([carlsberg, lego]);
    const equal = {overskrift: 'To gange', fristDato: '02-05-2099', modtagere: carlsberg};
    const one = await deliverAs(authority, equal);
    const other = await deliverAs(authority, equal);
    const find = async () => (await read()).filter(event => event.includes('To gange'));
    await mark(carlsberg, other, {isKlaret: true});
    expect((await find()).map(event => line(event, 'DESCRIPTION'))).toEqual([
      expect.stringMatching(new RegExp(`CVR ${carlsberg}$`)),
    ]);
    await mark(carlsberg, one, {isKlaret: true});
    expect(line((await find())[0], 'DESCRIPTION')).toMatch(new RegExp(`CVR ${carlsberg} \\(klaret\\)$`));
  });

  it('was changed when another company received or lost the deadline, which its title counts', async () => {
    const read = await subscribeTo([carlsberg, lego]);
    const report = {overskrift: 'Delt', fristDato: '02-07-2099', modtagere: `${carlsberg},${lego}`};
    const id = await deliverAs(authority, report);
    const find = async () => (await read()).find(event => event.includes('Delt'));
    const before = await find();
    expect(line(before, 'SUMMARY')).toContain('2 virksomheder: Delt');
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 60_000});
    onTestFinished(() => void vi.useRealTimers());
    const body = deadline({...report, modtagere: carlsberg});
    expect(await authority('PUT', `/calendar/1/frister/${id}`, body)).toMatchObject({status: 200});
    const after = await find();
    expect(line(after, 'SUMMARY')).not.toContain('2 virksomheder');
    expect(line(after, 'LAST-MODIFIED')).not.toBe(line(before, 'LAST-MODIFIED'));
  });

  it('was not changed earlier than before when the company of the newest of equal deadlines hides it', async () => {
    const read = await subscribeTo([carlsberg, lego]);
    const report = {overskrift: 'Skjules', fristDato: '03-07-2099'};
    await deliverAs(authority, {...report, modtagere: carlsberg});
    vi.useFakeTimers({toFake: ['Date'], now: Date.now() + 60_000});
    onTestFinished(() => void vi.useRealTimers());
    const newest = await deliverAs(authority, {...report, modtagere: lego});
    const find = async () => (await read()).filter(event => event.includes('Skjules'));
    const [before] = await find();
    expect(line(before, 'SUMMARY')).toContain('2 virksomheder: Skjules');
    await mark(lego, newest, {isSlettet: true});
    const [after] = await find();
    expect(line(after, 'SUMMARY')).not.toContain('2 virksomheder');
    expect(line(after, 'LAST-MODIFIED')).toBe(line(before, 'LAST-MODIFIED'));
  });

  it('never lowers the SEQUENCE of an event, also if it is equal to another one for a time', async () => {
    const read = await subscribeTo([carlsberg, lego]);
    const report = {overskrift: 'Flyttes', fristDato: '02-06-2099'};
    const first = await deliverAs(authority, {...report, modtagere: carlsberg});
    const second = await deliverAs(authority, {...report, modtagere: lego});
    const sequences = async () =>
      (await read())
        .filter(event => event.includes('Flyttes'))
        .map(event => [Number(/frist-(\d+)/.exec(event)?.[1]), Number(line(event, 'SEQUENCE'))]);
    const move = async (id: number, modtagere: string, fristDato: string) => {
      const body = deadline({...report, modtagere, fristDato});
      expect(await authority('PUT', `/calendar/1/frister/${id}`, body)).toMatchObject({status: 200});
    };
    await move(second, lego, '09-06-2099');
    await move(second, lego, report.fristDato);
    expect(await sequences()).toEqual([[first, 0]]);
    await move(first, carlsberg, '16-06-2099');
    expect(await sequences()).toEqual([
      [second, 2],
      [first, 1],
    ]);
  });

  it.each([
    [21, 'og 1 anden'],
    [23, 'og 3 andre'],
  ])(
    'lists 20 names of a deadline of %d companies, those that have not done it first, %s',
    async (count, others) => {
      const cvrs = companies(count);
      const read = await subscribeTo(cvrs);
      const id = await deliverAs(authority, {overskrift: `Til ${count}`, modtagere: cvrs.join()});
      const done = cvrs.slice(0, -2);
      await createCompanyCalendar(store).mark({cvrs: done}, id, {isKlaret: true});
      const event = (await read()).find(each => each.includes(`Til ${count}`));
      expect(line(event, 'SUMMARY')).toBe(`${count} virksomheder: Til ${count} (Skattestyrelsen)`);
      const names = line(event, 'DESCRIPTION')?.match(/CVR \d{8}( \(klaret\))?/g);
      expect(names).toHaveLength(20);
      expect(names?.slice(0, 3)).toEqual([
        ...cvrs.slice(-2).map(cvr => `CVR ${cvr}`),
        `CVR ${cvrs[0]} (klaret)`,
      ]);
      expect(line(event, 'DESCRIPTION')).toMatch(new RegExp(`\\\\n${others}\\b`));
      expect(line(event, 'CATEGORIES')?.split(',')).toHaveLength(21);
    },
  );
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
