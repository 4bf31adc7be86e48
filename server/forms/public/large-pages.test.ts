import {execFile} from 'node:child_process';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {promisify} from 'node:util';

import {beforeAll, describe, expect, it} from 'vitest';

import {requiredV2} from '../../testing/bodies.ts';
import {callerWith, clientCertField, organisation, proxySettings} from '../../testing/certificates.ts';
import {dafolo, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';

const run = promisify(execFile);
const MiB = 1024 * 1024;
const asDafolo = {'client-cert': clientCertField((await organisation(dafolo)).certificate)};

/** A form of 0.85 MB. */
const large = (titel: string, publiceringsdato = '2020-01-01') => ({
  ...requiredV2,
  ...{udstillere: 'SKST', titel, publiceringsdato},
  urlTilLovstof: Array.from({length: 1_000}, (_, index) => ({
    titel: `Lov ${index}`,
    url: `https://lov.example.dk/${'x'.repeat(800)}`,
  })),
});
const page = (permalink: string) => `/formularer/1/SKST/${permalink}`;
const variantPath = (egetId: string) => `/dia/2/formular/${dafolo}/${egetId}`;

describe.each(['LMDB', 'Redis'] as const)('a form of 0.8 MB on %s', async engine => {
  const service = await useTestService(proxySettings, {engine});
  const store = useStoreOf(service);
  const anyone = callerWith(service.url);
  const put = async (egetId: string, body: object) =>
    expect(await anyone('PUT', variantPath(egetId), body, asDafolo)).toMatchObject({status: 201});
  beforeAll(() => put('stor', large('Stor')));

  /** Sends 200 requests at once from another process, which takes the responses as they come. */
  async function read200(paths: readonly string[], headers: Record<string, string> = {}) {
    await anyone('GET', paths[0] ?? '', undefined, headers);
    const before = process.memoryUsage.rss();
    let rss = before;
    const sampling = setInterval(() => (rss = Math.max(rss, process.memoryUsage.rss())), 5);
    const turns = monitorEventLoopDelay({resolution: 1});
    turns.enable();
    const started = performance.now();
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const urls = Array.from(
      {length: 200},
      (_, index) => `${service.url}${paths[index % paths.length] ?? ''}`,
    );
    const options = ['-s', '-Z', '--parallel-immediate', '--parallel-max', '200', '-w', '%{http_code}\n'];
    const {stdout} = await run('curl', [
      ...options,
      ...fields,
      ...urls.flatMap(url => ['-o', '/dev/null', url]),
    ]);
    const share = turns.max / 1e6 / (performance.now() - started);
    turns.disable();
    clearInterval(sampling);
    const statuses = new Set(stdout.trim().split('\n').map(Number));
    /** The longest turn of the event loop, as a share of the whole time, and the memory that was taken. */
    return {statuses: [...statuses], share, bytes: rss - before};
  }

  it('is read by 200 clients at once in turns, and takes the memory of a few', async () => {
    const {statuses, share, bytes} = await read200([variantPath('stor')], asDafolo);
    expect(statuses).toEqual([200]);
    expect(share).toBeLessThan(1 / 2);
    expect(bytes).toBeLessThan(64 * MiB);

    const ofPage = await read200([page('Stor')]);
    expect(ofPage.statuses).toEqual([200]);
    expect(ofPage.bytes).toBeLessThan(64 * MiB);
  });

  it('takes no more memory when 200 clients read 40 such forms in each interface', async () => {
    const paths: string[] = [];
    for (let index = 0; index < 40; index += 1) {
      await put(`m-${index}`, large(`Mange ${index}`));
      paths.push(variantPath(`m-${index}`));
    }
    const read = async (path: string) =>
      (await anyone('GET', path, undefined, asDafolo)).body as {diaId: string; permalink: string};
    const all = await Promise.all(paths.map(read));
    const known = {...asDafolo, 'if-none-match': '*'};
    const cases: [readonly string[], Record<string, string>][] = [
      [paths, asDafolo],
      [paths, known],
      [all.map(({diaId}) => `/dia/1/formular/${diaId}`), asDafolo],
      [all.map(({permalink}) => page(permalink)), {}],
      [[`/dia/2/formular/${dafolo}`], asDafolo],
      [[variantPath('nothing')], asDafolo],
    ];
    for (const [each, headers] of cases) {
      const {statuses, bytes} = await read200(each, headers);
      expect(statuses).not.toContain(500);
      expect(bytes).toBeLessThan(64 * MiB);
    }
  }, 120_000);

  it('has its entity tag, its 304 and its 404 from the head alone', async () => {
    await put('kendt', large('Kendt'));
    await put('planlagt', large('Planlagt', '2199-01-01'));
    const {headers, text} = await anyone('GET', page('Kendt'));
    const known = {'if-none-match': String(headers.etag)};
    expect(text.length).toBeGreaterThan(800_000);
    for (const egetId of ['kendt', 'planlagt'])
      await store.contents.removeDocument(`leverandoer/${dafolo}/formular/${egetId}/tekster`);

    expect(await anyone('GET', page('Kendt'))).toMatchObject({status: 503});
    expect(await anyone('GET', page('Kendt'), undefined, known)).toMatchObject({
      status: 304,
      headers: {etag: known['if-none-match'], 'cache-control': 'public, max-age=5'},
    });
    expect(await anyone('GET', page('Planlagt'))).toMatchObject({status: 404});
  });

  it('gets another entity tag when it or the portal file changes', async () => {
    await put('skifter', large('Skifter'));
    const tagNow = async () => (await anyone('GET', page('Skifter'))).headers.etag;
    const first = await tagNow();
    expect(await tagNow()).toBe(first);
    await put('skifter', {hjaelp: 'Ring'});
    const second = await tagNow();
    expect(second).not.toBe(first);
    const restore = await service.editPortal(file => ({...file, antalVirksomheder: 1}));
    expect(await tagNow()).not.toBe(second);
    await restore();
    expect(await tagNow()).toBe(second);
  });

  it('does not wait for all that another caller reads', async () => {
    for (let index = 0; index < 30; index += 1) await put(`n-${index}`, large(`Nummer ${index}`));
    let finished = 0;
    const others = Array.from({length: 30}, async (_, index) => {
      const {status} = await anyone('GET', variantPath(`n-${index}`), undefined, asDafolo);
      finished += 1;
      return status;
    });
    expect(await anyone('GET', page('Stor'))).toMatchObject({status: 200});
    expect(finished).toBeLessThan(20);
    expect(new Set(await Promise.all(others))).toEqual(new Set([200]));
  });
});
