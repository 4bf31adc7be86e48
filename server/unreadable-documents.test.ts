import {join} from 'node:path';

import {beforeAll, describe, expect, it} from 'vitest';

import {createDeliveries} from './calendar/authority/deliveries.ts';
import {createLinks} from './calendar/personal/links.ts';
import {createRegistry} from './forms/registry.ts';
import {emptyPortal} from './portal/portal.ts';
import {openStore} from './store/open-store.ts';
import {silent} from './store/engine.ts';
import {whenReachable} from './store/testing/reachable.ts';
import {withClient} from './store/testing/redis-process.ts';
import {callerWith, organisation, tlsSettings} from './testing/certificates.ts';
import {createLink} from './testing/links.ts';
import {newDirectory} from './testing/directory.ts';
import {skat, useTestService} from './testing/service.ts';
import {openForTest} from './testing/store.ts';
import {deadline, requiredV2} from './testing/bodies.ts';
import {backupToFile} from './maintenance/backup.ts';
import {documentsAbout, erase} from './maintenance/data-subject.ts';
import {prune} from './maintenance/prune.ts';
import {repair} from './maintenance/repair.ts';
import {withStore} from './maintenance/with-store.ts';

const progress = {report: () => undefined, end: () => undefined};
const stopped = new AbortController().signal;
const company = '24256790';
const supplier = '61966617';

const service = await useTestService(tlsSettings, {engine: 'Redis'});
const authority = callerWith(service.url, await organisation(skat));
const forms = callerWith(service.url, await organisation(supplier));
const anyone = callerWith(service.url);
const person = await service.issuer.authorize('anna', company);
const unreadablePaths = [
  ...['frist/1', 'frist/2', 'frist/3', `leverandoer/${supplier}/formular/a`],
  ...[`virksomhed/${company}/maerker/2099-03`, 'dashboard/anna'],
];

const config = {store: service.engine.address, storeReplicas: 0, sentinelLogin: undefined};

describe('documents that cannot be read', () => {
  let feed = '';
  beforeAll(async () => {
    const store = await whenReachable(openStore(service.engine.address, silent));
    const deliveries = createDeliveries(store);
    for (const modtagere of [[company], [], [company], [company], []]) {
      await deliveries.create(skat, {
        overskrift: 'Moms',
        beskrivelse: 'x',
        afsenderNavn: 'Skattestyrelsen',
        fristDato: '2099-03-01',
        modtagere,
      });
    }
    const registry = createRegistry(store, () => emptyPortal);
    for (const egetId of ['a', 'b']) {
      const fields = {titel: 'Titel', udstillere: 'SKST', formularType: 'aktiv-top'} as const;
      await registry.put({cvr: supplier, egetId}, () => ({masterId: '0', fields}));
    }
    feed = `/calendar/1/abonnementer/${await createLink(store, [company])}.ics`;
    const [one, two] = await store.read([
      ['frist', '1'],
      ['frist', '2'],
    ]);
    await store.write(['frist', '1'], {...(one?.value as object), fristDato: undefined});
    await store.write(['frist', '2'], {...(two?.value as object), beskrivelse: {text: 'x'}});
    await store.write(['leverandoer', supplier, 'formular', 'a'], {cvr: supplier, egetId: 'a'});
    await store.write(['virksomhed', company, 'maerker', '2099-03'], []);
    await store.write(['dashboard', 'anna'], ['cvr']);
    await store.close();
    const {port} = new URL(service.engine.address);
    await withClient(Number(port), client => client.set('tavle:{frist/3}', '1 op {"afsenderCvr":'));
  });

  it('are missing in lists and feeds, logged once, and counted', async () => {
    const ids = (text: string) => text.match(/(?<="fristId":)\d+/g);

    const own = await authority('GET', '/calendar/1/frister');
    expect(own.status).toBe(200);
    expect(ids(own.text)).toEqual(['4', '5']);
    const reached = await anyone('GET', `/calendar/1/virksomheder/${company}/frister`, undefined, person);
    expect(reached.status, reached.text).toBe(200);
    expect(ids(reached.text)).toEqual(['4', '5']);
    const {status, text} = await anyone('GET', feed);
    expect({status, events: text.match(/^BEGIN:VEVENT/gm)?.length}).toEqual({status: 200, events: 2});
    const variants = await forms('GET', `/dia/2/formular/${supplier}`);
    expect(variants.status).toBe(200);
    expect((await authority('GET', '/calendar/1/frister/1')).status).toBe(503);
    const states = await anyone('GET', '/dashboard/1/apps/state?apps=cvr', undefined, person);
    expect(states).toMatchObject({status: 200, body: {cvr: {}}});

    const named = service.logged.flatMap(line => (JSON.parse(line) as {document?: string}).document ?? []);
    expect(named.sort()).toEqual([...unreadablePaths].sort());
    const metrics = await anyone('GET', '/metrics');
    expect(Number(/^tavle_store_unreadable_total (\d+)$/m.exec(metrics.text)?.[1])).toBeGreaterThan(
      unreadablePaths.length,
    );
  });

  it('are reported by backup, repair and prune, which process all others and keep the index entries of these', async () => {
    const target = join(newDirectory(), 'backup');
    const [saved, repaired, pruned] = await withStore(config, 'any', async (store, unreadable) => {
      const results = [
        await backupToFile(store, target, {version: '0', progress, stopped}),
        await repair(store, progress),
        await prune(store, {dryRun: false, progress, stopped, now: new Date('2090-01-01')}),
      ] as const;
      expect([...unreadable].sort()).toEqual([...unreadablePaths].sort());
      return results;
    });
    expect(saved.documents).toBeGreaterThan(5);
    expect(repaired.checked).toBe(4);
    expect(pruned.get('months of marks')?.removed).toBe(0);
  });

  it('are replaced by the next change of a person, and are not the basis of other changes', async () => {
    const change = (path: string, body?: unknown) => anyone('PUT', path, body, person);
    const statuses = [
      await authority('PUT', '/calendar/1/frister/1', deadline({modtagere: company})),
      await authority('DELETE', '/calendar/1/frister/3'),
      await forms('PUT', `/dia/2/formular/${supplier}/a`, requiredV2),
      await change(`/calendar/1/virksomheder/${company}/frister/5`, {isLaest: true}),
      await change('/dashboard/1/apps/state?app=cvr&activated=true'),
    ].map(({status}) => status);
    expect(statuses).toEqual([503, 503, 503, 200, 200]);
    const states = await anyone('GET', '/dashboard/1/apps/state?apps=cvr', undefined, person);
    expect(states.body).toEqual({cvr: {state: 'active'}});
  });

  it('do not end a calendar link', async () => {
    const store = await openForTest(service.engine.address);
    const secret = await createLink(store, [company]);
    const {id = ''} = (await createLinks(store).find(secret)) ?? {};
    await store.write(['abonnement', id], 'not a link');
    const response = await anyone('GET', `/calendar/1/abonnementer/${secret}.ics`);
    expect(response).toMatchObject({
      status: 503,
      body: {message: expect.stringContaining('backup') as string},
    });
    await store.remove(['abonnement', id]);
  });

  it('keep the permalink of another form', async () => {
    const store = await openForTest(service.engine.address);
    await store.write(['permalink', '2', 'Taget'], ['not a variant']);
    const path = `/dia/2/formular/${supplier}/c`;
    expect((await forms('PUT', path, {...requiredV2, titel: 'Taget'})).status).toBe(201);
    const stored = await store.get(['leverandoer', supplier, 'formular', 'c']);
    expect(stored?.value).toMatchObject({permalink: 'Taget_2'});
  });

  it('are exported by name, and erased', async () => {
    await withStore(config, 'any', async (store, unreadable) => {
      await store.write(['dashboard', 'bo'], ['cvr']);
      const found = await documentsAbout(store, 'person', 'bo', unreadable);
      // Unreadable marks may name the person.
      const paths = ['dashboard/bo', `virksomhed/${company}/maerker/2099-03`];
      expect(found).toEqual(paths.map(path => ({path})));
      expect(await erase(store, 'person', 'bo', found)).toEqual({removed: paths, changed: []});
      expect(await store.get(['dashboard', 'bo'])).toBeUndefined();
    });
  });
});
