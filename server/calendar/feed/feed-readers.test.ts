import {execFile} from 'node:child_process';
import {readdirSync, writeFileSync} from 'node:fs';
import {join} from 'node:path';
import {promisify} from 'node:util';

import ical from 'ical.js';
import {expect, it} from 'vitest';

import {deliver} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {newDirectory} from '../../testing/directory.ts';
import {cvrClaim} from '../../testing/issuer.ts';
import {skat, startTestService} from '../../testing/service.ts';

/*
 * Reads the feed with two calendar apps that share no code with each other or with the parsers of other tests: khal (Python) and calcurse (C).
 * Both are Debian packages; the tests fail without them.
 */

const run = promisify(execFile);
const [novo, lego] = ['24256790', '47458714'] as const;
const asSkat = await organisation(skat);

/**
 * Texts with line ends, characters at folds, and characters that iCalendar escapes. None has a backslash before an n, which khal reads as a
 * line end.
 */
const deadlines = [
  {
    overskrift:
      'Årsrapport; frist, \\ "æøå" C:\\temp 🚢 og en titel, der er så lang, at den må foldes 🧾 flere gange 👩‍👩‍👧',
    beskrivelse: '<p>Linje ét, med; tegn \\ og C:\\temp</p><p>Linje\u2028to\u0085tre</p>',
    fristDato: '01-03-2099',
  },
  {overskrift: '✂'.repeat(255), beskrivelse: 'x', fristDato: '29-02-2096'},
  {
    overskrift: 'BEGIN:VEVENT\u2028END:VEVENT',
    beskrivelse: 'END:VEVENT\r\nEND:VCALENDAR',
    fristDato: '31-12-2098',
  },
  {overskrift: 'Trukket tilbage', beskrivelse: 'x', fristDato: '01-01-2099'},
];
const titles = deadlines.map(
  ({overskrift}, place) =>
    `${place === 3 ? 'Aflyst: ' : ''}${overskrift.replace('\u2028', ' ')} (Skattestyrelsen)`,
);
const dates = ['2099-03-01', '2096-02-29', '2098-12-31', '2099-01-01'];

/** Returns the feed of a service before and after it moves to another URL and one of its deadlines is corrected. */
async function feedsOfAMovingService(): Promise<{before: string; after: string}> {
  const store = `file:${newDirectory()}`;
  const first = await startTestService(store, {...tlsSettings, TAVLE_PUBLIC_URL: 'https://old.example.dk'});
  const ids: number[] = [];
  const [authority, anyone] = [callerWith(first.url, asSkat), callerWith(first.url)];
  for (const frist of deadlines) ids.push(await deliver(authority, {...frist, modtagere: novo}));
  await authority('DELETE', `/calendar/1/frister/${ids[3] ?? 0}`);
  const headers = await first.issuer.authorize('employee', novo);
  const made = await anyone('POST', '/calendar/1/mine/abonnementer', {navn: 'Telefon'}, headers);
  const feed = `${new URL((made.body as {url: string}).url).pathname}?paamindelse=7`;
  const before = (await anyone('GET', feed)).text;
  await first.stop();

  const second = await startTestService(store, {
    ...tlsSettings,
    TAVLE_PUBLIC_URL: 'https://new.example.dk/tavle',
  });
  const corrected = {...deadlines[2], overskrift: 'Rettet', modtagere: novo};
  const put = await callerWith(second.url, asSkat)('PUT', `/calendar/1/frister/${ids[2] ?? 0}`, corrected);
  expect(put.status).toBe(200);
  const after = (await callerWith(second.url)('GET', feed)).text;
  await second.stop();
  expect([before, after].map(text => text.includes('https://new.example.dk'))).toEqual([false, true]);
  return {before, after};
}

function openKhal() {
  const home = newDirectory();
  const config = join(home, 'khal.conf');
  const [field, record] = ['<field>', '<record>'];
  const names = ['uid', 'start-date', 'end-date', 'title', 'description', 'status', 'alarm-symbol'];
  writeFileSync(
    config,
    `[calendars]
[[frister]]
path = ${home}/frister
[locale]
dateformat = %Y-%m-%d
longdateformat = %Y-%m-%d
timeformat = %H:%M
datetimeformat = %Y-%m-%d %H:%M
longdatetimeformat = %Y-%m-%d %H:%M
default_timezone = Europe/Copenhagen
local_timezone = Europe/Copenhagen
[sqlite]
path = ${home}/khal.db
`,
  );
  const khal = (...parameters: string[]) =>
    run('khal', ['-c', config, ...parameters], {
      env: {PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8'},
    });
  return {
    async import(feed: string) {
      const file = join(home, 'feed.ics');
      writeFileSync(file, feed);
      await khal('import', '--batch', '-a', 'frister', file);
    },
    countFiles: () => readdirSync(join(home, 'frister')).length,
    /** Returns the events of a day. */
    async list(date: string): Promise<Record<string, string>[]> {
      const format = names.map(name => `{${name}}`).join(field) + record;
      const {stdout} = await khal('list', '--day-format', '', '--format', format, date, '1d');
      return stdout
        .split(record)
        .slice(0, -1)
        .map(text => {
          const values = text.split(field).map(value => value.trim());
          return Object.fromEntries(names.map((name, place) => [name, values[place] ?? '']));
        });
    },
  };
}

const {before, after} = await feedsOfAMovingService();

it('khal shows every deadline on its day, and a moved feed replaces the previous events', async () => {
  const khal = openKhal();
  await khal.import(before);
  const days = [];
  for (const date of dates) days.push(await khal.list(date));
  const expected = dates.map((date, place) => ({
    'start-date': date,
    'end-date': date,
    title: titles[place],
    status: place === 3 ? 'CANCELLED' : 'CONFIRMED',
    'alarm-symbol': place === 3 ? '' : '⏰',
  }));
  expect(days).toMatchObject(expected.map(event => [event]));
  const first = days[0]?.[0];
  expect(first?.description).toBe('Linje ét, med; tegn \\ og C:\\temp\n\nLinje to\ntre');

  await khal.import(after);
  expect(khal.countFiles()).toBe(deadlines.length);
  expect(await khal.list('2099-03-01')).toEqual([first]);
  expect(await khal.list('2098-12-31')).toMatchObject([{title: 'Rettet (Skattestyrelsen)'}]);
});

it('khal shows each deadline of several companies once, and after a link has lost a company, only those of the others', async () => {
  const service = await startTestService(`file:${newDirectory()}`, tlsSettings);
  const [authority, anyone] = [callerWith(service.url, asSkat), callerWith(service.url)];
  const common = {beskrivelse: 'x', fristDato: '01-03-2099'};
  for (const [overskrift, modtagere] of [
    ['Moms', `${novo},${lego}`],
    ['Told', novo],
    ['Årsrapport', lego],
  ] as const)
    await deliver(authority, {...common, overskrift, modtagere});
  const asAccountant = {
    authorization: `Bearer ${await service.issuer.token('accountant', {[cvrClaim]: [novo, lego]})}`,
  };
  const choice = {navn: 'Alle', navne: {[novo]: 'Novo, A/S', [lego]: 'Lego'}};
  const made = await anyone('POST', '/calendar/1/mine/abonnementer', choice, asAccountant);
  const {id, url} = made.body as {id: string; url: string};
  const read = async () => (await anyone('GET', new URL(url).pathname)).text;

  const khal = openKhal();
  await khal.import(await read());
  const titlesOn = async (calendar: typeof khal) =>
    (await calendar.list('2099-03-01')).map(each => each.title);
  expect((await titlesOn(khal)).sort()).toEqual([
    '2 virksomheder: Moms (Skattestyrelsen)',
    'Lego: Årsrapport (Skattestyrelsen)',
    'Novo, A/S: Told (Skattestyrelsen)',
  ]);

  // People of the company take it out of the link of their former accountant.
  const asNovo = await service.issuer.authorize('employee', novo);
  const links = `/calendar/1/virksomheder/${novo}/abonnementer`;
  expect((await anyone('DELETE', `${links}/${id}`, undefined, asNovo)).status).toBe(200);
  const later = openKhal();
  await later.import(await read());
  expect((await titlesOn(later)).sort()).toEqual(['Moms (Skattestyrelsen)', 'Årsrapport (Skattestyrelsen)']);
  await service.stop();
});

it('calcurse imports every deadline on its day', async () => {
  const home = newDirectory();
  const file = join(home, 'feed.ics');
  writeFileSync(file, before);
  const calcurse = (...parameters: string[]) =>
    run('calcurse', ['-D', join(home, 'data'), '-C', join(home, 'config'), ...parameters], {
      env: {PATH: process.env.PATH, HOME: home, LC_ALL: 'C.UTF-8'},
    });
  expect((await calcurse('-i', file)).stdout).toContain(`${deadlines.length} events / 0 todos / 0 skipped`);
  const {stdout} = await calcurse('--export');
  const events = new ical.Component(ical.parse(stdout) as unknown[])
    .getAllSubcomponents('vevent')
    .map(event => new ical.Event(event));
  expect(new Map(events.map(({startDate, summary}) => [startDate.toString(), summary]))).toEqual(
    new Map(dates.map((date, place) => [date, titles[place]])),
  );
  expect(events.every(({startDate}) => startDate.isDate)).toBe(true);
});
