import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {fristKey, type FristRecord} from '../server/calendar/records.ts';
import {openStore} from '../server/store/open-store.ts';
import {silent} from '../server/store/store.ts';
import {callerWith, organisation, tlsSettings} from '../server/testing/certificates.ts';
import {runToEnd} from './support/process.ts';
import {expect, portal as apps, test} from './support/test.ts';

const skat = '19552101';
const portal = {
  ...apps,
  myndigheder: [{myndighedsid: 1, forkortelse: 'SKST', navn: 'Skattestyrelsen', cvr: skat, type: 'stat'}],
};
const monthsAgo = new Date(Date.now() - 60 * 86_400_000).toISOString();

/** Returns the report on three deadlines. @param isOld Whether one was withdrawn two months ago. Default: today. */
const table = (isOld: boolean) =>
  [
    isOld
      ? '  1 of 3 deadlines; kept: 1 not withdrawn, 1 with the highest number'
      : '  0 of 3 deadlines; kept: 1 not withdrawn, 1 withdrawn in the last 30 days, 1 with the highest number',
    '  0 of 0 marks',
    '  0 of 0 idempotency keys\n',
  ].join('\n');

test('tavle prune removes a deadline withdrawn two months ago while a service runs; numbers are never given again', async ({
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
  const highest = await deliver();
  expect((await authority('DELETE', `/calendar/1/frister/${withdrawn}`)).status).toBe(200);

  const own = {TAVLE_STORE: settings.TAVLE_STORE};
  expect(await runToEnd(['prune'], own, directory)).toMatchObject({
    code: 0,
    stdout: `Removed:\n${table(false)}`,
    stderr: '',
  });

  // Moves the DELETE back by two months.
  const store = openStore(
    `file:${join(directory, settings.TAVLE_STORE?.replace('file:', '') ?? '')}`,
    silent,
  );
  const [stored] = await store.read([fristKey(withdrawn)]);
  const aged = {...(stored?.value as FristRecord), slettet: monthsAgo, aendret: monthsAgo};
  await store.write(fristKey(withdrawn), aged);

  const rehearsal = await runToEnd(['prune', '--dry-run'], own, directory);
  expect(rehearsal).toMatchObject({code: 0, stdout: `Would remove:\n${table(true)}`});
  expect(await store.read([fristKey(withdrawn)])).not.toEqual([undefined]);
  const run = await runToEnd(['prune'], own, directory);
  expect(run).toMatchObject({code: 0, stdout: `Removed:\n${table(true)}`, stderr: ''});
  expect(await store.read([fristKey(withdrawn)])).toEqual([undefined]);
  await store.close();

  const list = (await authority('GET', '/calendar/1/frister')).body as {fristId: number}[];
  expect(list.map(({fristId}) => fristId)).toEqual([kept, highest]);
  const repaired = await runToEnd(['repair'], own, directory);
  expect(repaired.stdout).toContain('Added what was missing: 0 index entries, 0 documents, 0 counters.');
  expect(await deliver()).toBe(highest + 1);
});

test('tavle prune rejects unknown options and a missing store', async ({directory}) => {
  const missing = {TAVLE_STORE: 'file:typo'};
  for (const [words, problem] of [
    [['--dry'], "error: unknown option '--dry'\n"],
    [['--older-than', '5'], 'tavle prune: "5" is not an age'],
    [['--older-than', '6m'], 'tavle prune: --older-than 6m is too short: at least 1y.'],
  ] as const) {
    const refused = await runToEnd(['prune', ...words], missing, directory);
    expect(refused).toMatchObject({code: 1, stdout: ''});
    expect(refused.stderr.slice(0, problem.length)).toBe(problem);
  }
  const {code, stderr} = await runToEnd(['prune', '--dry-run'], missing, directory);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tavle prune: There is no store: /);
});
