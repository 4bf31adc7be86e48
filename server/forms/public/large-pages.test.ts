import {execFile} from 'node:child_process';
import {monitorEventLoopDelay} from 'node:perf_hooks';
import {promisify} from 'node:util';

import {afterAll, beforeAll, describe, expect, it} from 'vitest';

import {bounds} from '../../bounds.ts';
import {requiredV2} from '../../testing/bodies.ts';
import {callerWith, clientCertField, organisation, proxySettings} from '../../testing/certificates.ts';
import {dafolo, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';

const run = promisify(execFile);

/** A busy machine takes longer for 200 of these forms than the service lets a request wait. */
const {longResponseWaitMs} = bounds;
beforeAll(() => void Object.assign(bounds, {longResponseWaitMs: 10 * longResponseWaitMs}));
afterAll(() => void Object.assign(bounds, {longResponseWaitMs}));

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
  async function read200(path: string, headers: Record<string, string> = {}) {
    await anyone('GET', path, undefined, headers);
    const turns = monitorEventLoopDelay({resolution: 1});
    turns.enable();
    const started = performance.now();
    const fields = Object.entries(headers).flatMap(([name, value]) => ['-H', `${name}: ${value}`]);
    const options = ['-s', '-Z', '--parallel-immediate', '--parallel-max', '200', '-w', '%{http_code}\n'];
    const urls = Array.from({length: 200}, () => ['-o', '/dev/null', service.url + path]).flat();
    const {stdout} = await run('curl', [...options, ...fields, ...urls]);
    const share = turns.max / 1e6 / (performance.now() - started);
    turns.disable();
    const statuses = new Set(stdout.trim().split('\n').map(Number));
    /** The longest turn of the event loop, as a share of the whole time. */
    return {statuses: [...statuses], share};
  }

  it('is read by 200 clients at once in turns', async () => {
    const {statuses, share} = await read200(variantPath('stor'), asDafolo);
    expect(statuses).toEqual([200]);
    expect(share).toBeLessThan(1 / 2);

    const ofPage = await read200(page('Stor'));
    expect(ofPage.statuses).toEqual([200]);
    expect(ofPage.share).toBeLessThan(1 / 2);
  });

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
