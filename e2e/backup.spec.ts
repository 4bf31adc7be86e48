import {execFile} from 'node:child_process';
import {existsSync} from 'node:fs';
import {mkdir, open, readdir, readFile} from 'node:fs/promises';
import {basename, join} from 'node:path';
import {promisify} from 'node:util';
import {gunzipSync} from 'node:zlib';

import {requiredV2 as variant} from '../server/testing/bodies.ts';
import {holdWriteLock} from '../server/store/testing/hold-lmdb.ts';
import {callerWith, organisation} from '../server/testing/certificates.ts';
import {type TestIssuer} from '../server/testing/issuer.ts';
import {runToEnd} from './support/process.ts';
import {dafolo as supplier, erst, expect, skat, test} from './support/test.ts';

const [novo, lego] = ['24256790', '47458714'];

/** Each command that reads or changes an existing store. */
const commands = [
  ['backup', 'copy'],
  ['prune'],
  ['repair'],
  ['export', 'person', 'anna'],
  ['erase', 'company', novo],
  ['inspect', 'deadline', '1'],
];

const frist = {overskrift: 'Moms', beskrivelse: '<p>Betal</p>'};

/** Returns clients of a service. */
async function callersOf(url: string, issuer: TestIssuer) {
  const authority = callerWith(url, await organisation(skat));
  const other = callerWith(url, await organisation(erst));
  const forms = callerWith(url, await organisation(supplier));
  const anonymous = callerWith(url);
  const token = (cvr: string) => issuer.authorize('anna', cvr);
  // Another person: a newer token of Anna's without her company would take it out of her link.
  const tokenOfLego = () => issuer.authorize('bo', lego);
  const dashboard = `/dashboard/1/apps/state?apps=frister&apps=cvr&apps=tilladelser`;

  return {
    other,

    /** Creates records of all kinds, and returns the URL of a company's feed. */
    async fill() {
      for (let turn = 1; turn <= 30; turn++) {
        const fristDato = `${String((turn % 28) + 1).padStart(2, '0')}-03-2035`;
        const modtagere = [`${novo},${lego}`, novo, ''][turn % 3];
        const {status} = await authority('POST', '/calendar/1/frister', {...frist, fristDato, modtagere});
        expect(status).toBe(201);
      }
      const company = `/calendar/1/virksomheder/${novo}`;
      const mark = await anonymous('PUT', `${company}/frister/3`, {isLaest: true}, await token(novo));
      expect(mark.status).toBe(200);
      for (const id of ['jord', 'Å/1']) {
        const path = `/dia/2/formular/${supplier}/${encodeURIComponent(id)}`;
        expect((await forms('PUT', path, {...variant, titel: id})).status).toBe(201);
      }
      const turned = '/dashboard/1/apps/state?app=cvr&activated=true';
      expect((await anonymous('PUT', turned, undefined, await token(novo))).status).toBe(200);
      const links = '/calendar/1/mine/abonnementer';
      const subscribed = await anonymous('POST', links, {navn: 'Telefon'}, await token(novo));
      expect(subscribed.status).toBe(201);
      return new URL((subscribed.body as {url: string}).url).pathname;
    },

    async read(feed: string) {
      const months = '/frister?fra=01-03-2035&til=31-03-2035&slettede=true';
      const all = await Promise.all([
        authority('GET', '/calendar/1/frister'),
        authority('GET', '/calendar/1/frister/1'),
        anonymous('GET', `/calendar/1/virksomheder/${novo}${months}`, undefined, await token(novo)),
        anonymous('GET', `/calendar/1/virksomheder/${lego}${months}`, undefined, await tokenOfLego()),
        anonymous('GET', feed),
        forms('GET', `/dia/2/formular/${supplier}`),
        forms('GET', `/dia/2/formular/${supplier}/${encodeURIComponent('Å/1')}`),
        anonymous('GET', dashboard, undefined, await token(novo)),
      ]);
      return all.map(({status, text, headers}) => ({status, text, tag: headers.etag}));
    },

    deliver: () =>
      authority('POST', '/calendar/1/frister', {...frist, fristDato: '01-04-2035', modtagere: novo}),
  };
}

test('a backup of a running embedded store, without secrets, restores into Redis with the same responses', async ({
  start,
  startDurableRedis,
  settings,
  withOrganisations,
  directory,
  issuer,
}) => {
  const common = {...withOrganisations, TAVLE_PUBLIC_URL: 'https://tavle.test'};
  const small = await start(common);
  const before = await callersOf(small.url, issuer);
  const feed = await before.fill();

  // Another authority changes deadlines of other companies during the backup.
  const done = new AbortController();
  const delivering = (async () => {
    for (let turn = 0; !done.signal.aborted; turn++) {
      const [first, next] = [turn, turn + 1].map(each => ({
        ...frist,
        fristDato: `${String((each % 28) + 1).padStart(2, '0')}-05-2035`,
        modtagere: '22756214,61056416',
      }));
      const {body} = await before.other('POST', '/calendar/1/frister', first);
      const path = `/calendar/1/frister/${(body as {fristId: number}).fristId}`;
      expect((await before.other('PUT', path, next)).status).toBe(200);
      if (turn % 3 === 0) expect((await before.other('DELETE', path)).status).toBe(200);
    }
  })();
  const backup = await runToEnd(['backup', 'copy'], {TAVLE_STORE: settings.TAVLE_STORE}, directory);
  done.abort();
  await delivering;
  expect(backup).toMatchObject({code: 0, stderr: ''});
  expect(backup.stdout).toMatch(/^copy: [\d,]+ documents, [\d,]+ bytes\.\n$/);

  const kept = gunzipSync(await readFile(join(directory, 'copy'))).toString();
  expect(kept).toContain(frist.overskrift);
  expect(kept).not.toContain(basename(feed, '.ics'));

  const redis = {TAVLE_STORE: (await startDurableRedis()).url, TAVLE_AUDIT: 'audit.jsonl'};
  const restored = await runToEnd(['restore', 'copy'], redis, directory);
  expect(restored).toMatchObject({code: 0, stderr: ''});
  expect(restored.stdout).toMatch(/^Restored [\d,]+ documents, as of 2\d{3}-.+Z\.\n$/);

  const large = await start({...common, ...redis});
  const after = await callersOf(large.url, issuer);
  const responses = await before.read(feed);
  expect(responses.map(({status}) => status)).toEqual(responses.map(() => 200));
  expect(await after.read(feed)).toEqual(responses);

  const made = (await after.deliver()).body as {fristId: number};
  const list = JSON.parse(responses[0]?.text ?? '') as {fristId: number}[];
  expect(list.map(({fristId}) => fristId)).not.toContain(made.fristId);
  expect((await after.read(feed))[0]?.text).toContain(`"fristId":${made.fristId},`);
});

test('a backup is piped into a restore; other commands refuse its store until it ends; it ends after another process took the store’s write lock', async ({
  start,
  withOrganisations,
  settings,
  directory,
  issuer,
}) => {
  const service = await start(withOrganisations);
  const {deliver} = await callersOf(service.url, issuer);
  expect((await deliver()).status).toBe(201);
  const {TAVLE_STORE} = settings;
  const piped = await runToEnd(['backup', '-'], {TAVLE_STORE}, directory, {
    shell: '"$@" | TAVLE_STORE=file:piped "$1" "$2" restore -',
  });
  expect(piped).toMatchObject({code: 0});
  expect(piped.stdout).toMatch(/^Restored [\d,]+ documents, as of 2\d{3}-.+Z\.\n$/);
  expect(piped.stderr).toMatch(/^standard output: [\d,]+ documents, [\d,]+ bytes\.\n$/);

  await runToEnd(['backup', 'backup'], settings, directory);
  const copy = {...settings, TAVLE_STORE: 'file:copy'};
  await promisify(execFile)('mkfifo', ['pipe'], {cwd: directory});
  const ended = runToEnd(['restore', '-'], copy, directory, {shell: 'exec "$@" < pipe'});
  const pipe = await open(join(directory, 'pipe'), 'w');
  await expect.poll(() => existsSync(join(directory, 'copy/data.mdb'))).toBe(true);
  const check = async () => (await runToEnd(['check'], copy, directory)).stderr;
  await expect.poll(check).toContain('A restore into the store has not been finished.');
  for (const words of commands) {
    const {code, stderr} = await runToEnd(words, {TAVLE_STORE: 'file:copy'}, directory);
    expect([words, code]).toEqual([words, 1]);
    expect(stderr).toContain('A restore into the store has not been finished.');
  }
  const holder = await holdWriteLock(join(directory, 'copy'));
  await pipe.writeFile(await readFile(join(directory, 'backup')));
  await pipe.close();
  const {code, stderr} = await ended;
  await holder.release();
  expect(code).toBe('SIGTERM');
  expect(stderr).toContain('another process holds its write lock');
});

test('tavle backup does not create a missing store', async ({directory}) => {
  const {code, stderr} = await runToEnd(['backup', 'copy'], {TAVLE_STORE: 'file:typo'}, directory);
  expect(code).toBe(1);
  expect(stderr).toMatch(/^tavle backup: The store does not exist: embedded \(LMDB\) in .*typo\.\n$/);
  await expect(readFile(join(directory, 'typo', 'data.mdb'))).rejects.toThrow('ENOENT');
});

test('no command takes a directory without a store for an empty store', async ({directory}) => {
  await mkdir(join(directory, 'empty'));
  for (const words of commands) {
    const {code, stderr} = await runToEnd(words, {TAVLE_STORE: 'file:empty'}, directory);
    expect(code).toBe(1);
    expect(stderr).toContain('The store does not exist: ');
  }
  const {stdout} = await runToEnd(['check'], {TAVLE_STORE: 'file:empty'}, directory);
  expect(stdout).toContain('The store is created by "tavle serve"');
  expect(await readdir(join(directory, 'empty'))).toEqual([]);
});

test('no command takes an unused prefix of Redis for an empty store', async ({
  startDurableRedis,
  settings,
  directory,
}) => {
  const TAVLE_STORE = `${(await startDurableRedis()).url}?prefix=typo`;
  for (const words of commands) {
    const {code, stderr} = await runToEnd(words, {TAVLE_STORE}, directory);
    expect([words, code]).toEqual([words, 1]);
    expect(stderr).toMatch(/The store does not exist: Redis at .*, prefix typo\.\n$/);
  }
  expect(await readdir(directory)).not.toContain('copy');
  // The first start of a service is ahead.
  expect(await runToEnd(['check'], {...settings, TAVLE_STORE}, directory)).toMatchObject({code: 0});
});
