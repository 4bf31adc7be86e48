import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {fristKey, type FristRecord} from '../server/calendar/records.ts';
import {openStore} from '../server/store/open-store.ts';
import {silent} from '../server/store/store-log.ts';
import {callerWith, organisation, tlsSettings} from '../server/testing/certificates.ts';
import {runToEnd} from './support/process.ts';
import {expect, portal as apps, test} from './support/test.ts';

const skat = '19552101';
const portal = {
  ...apps,
  myndigheder: [{myndighedsid: 1, forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr: skat, type: 'stat'}],
};
const monthsAgo = new Date(Date.now() - 60 * 86_400_000).toISOString();

const table = (deadlines: number, lists: number, entries: number) =>
  `  ${deadlines} withdrawn deadlines\n  ${lists} lists of recipients\n  ${entries} index entries\n  0 marks\n` +
  '  0 idempotency keys\n  0 replaced subscription links\n  0 texts of form variants\n';

test('tavle prune, next to a running service, removes a deadline withdrawn two months ago; its id is never given again', async ({
  start,
  settings,
  directory,
}) => {
  const TAVLE_PORTAL = join(directory, 'organisations.json');
  await writeFile(TAVLE_PORTAL, JSON.stringify(portal));
  const {url} = await start({...tlsSettings, TAVLE_PORTAL});
  const authority = callerWith(url, await organisation(skat));
  const deliver = async () => {
    const {body, status} = await authority('POST', '/calendar/1/frister', {
      ...{overskrift: 'Moms', beskrivelse: 'Betal', fristDato: '01-03-2099', modtagere: '24256790,47458714'},
    });
    expect(status).toBe(201);
    return (body as {fristId: number}).fristId;
  };
  const kept = await deliver();
  const withdrawn = await deliver();
  expect((await authority('DELETE', `/calendar/1/frister/${withdrawn}`)).status).toBe(200);

  const own = {TAVLE_STORE: settings.TAVLE_STORE};
  expect(await runToEnd(['prune'], own, directory)).toMatchObject({
    code: 0,
    stdout: `Removed:\n${table(0, 0, 0)}`,
    stderr: '',
  });

  // As if the DELETE had come two months ago.
  const store = openStore(
    `file:${join(directory, settings.TAVLE_STORE?.replace('file:', '') ?? '')}`,
    silent,
  );
  const [stored] = await store.read([fristKey(withdrawn)]);
  const aged = {...(stored?.value as FristRecord), slettet: monthsAgo, aendret: monthsAgo};
  await store.write(fristKey(withdrawn), aged);

  const rehearsal = await runToEnd(['prune', '--dry-run'], own, directory);
  expect(rehearsal).toMatchObject({code: 0, stdout: `Would remove:\n${table(1, 1, 3)}`});
  expect(await store.read([fristKey(withdrawn)])).not.toEqual([undefined]);
  const run = await runToEnd(['prune'], own, directory);
  expect(run).toMatchObject({code: 0, stdout: `Removed:\n${table(1, 1, 3)}`, stderr: ''});
  expect(await store.read([fristKey(withdrawn)])).toEqual([undefined]);
  await store.close();

  const list = (await authority('GET', '/calendar/1/frister')).body as {fristId: number}[];
  expect(list.map(({fristId}) => fristId)).toEqual([kept]);
  const repaired = await runToEnd(['repair'], own, directory);
  expect(repaired.stdout).toContain('Added what was missing: 0 index entries, 0 documents, 0 counters.');
  expect(await deliver()).toBeGreaterThan(withdrawn);
});

test('tavle prune refuses what it does not know, and a store that is not there', async ({directory}) => {
  const missing = {TAVLE_STORE: 'file:typo'};
  expect(await runToEnd(['prune', '--dry'], missing, directory)).toMatchObject({code: 1, stdout: ''});
  const {code, stderr} = await runToEnd(['prune', '--dry-run'], missing, directory);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tavle prune: There is no store: /);
});
