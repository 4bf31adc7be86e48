import {createReadStream} from 'node:fs';
import {appendFile, copyFile, readdir, readFile, stat, truncate, writeFile} from 'node:fs/promises';
import {basename, dirname, join} from 'node:path';
import {PassThrough, Readable} from 'node:stream';
import {gunzipSync, gzipSync} from 'node:zlib';

import {beforeAll, describe, expect, it, onTestFinished, vi} from 'vitest';

import {createCompanyCalendar} from '../calendar/company-calendar.ts';
import {createDeliveries} from '../calendar/authority/deliveries.ts';
import {changesIndex} from '../calendar/records.ts';
import {createLinks} from '../calendar/personal/links.ts';
import {createDashboard} from '../dashboard/service.ts';
import {hasKnownShape} from '../document-types.ts';
import {createRegistry, type VariantInput} from '../forms/registry.ts';
import {emptyPortal, type Portal} from '../portal/portal.ts';
import {type Key, StoreUnavailable} from '../store/engine.ts';
import type {Store} from '../store/store.ts';
import {keyPath, parsePath} from '../store/key.ts';
import {crashingStore} from '../store/testing/crashing-store.ts';
import {newDirectory} from '../testing/directory.ts';
import {type EngineName, openEngine} from '../testing/engines.ts';
import {createLink} from '../testing/links.ts';
import {newStore, openEmptyStore} from '../testing/store.ts';
import {isThorough} from '../testing/thoroughness.ts';
import {addDays, today} from '../time/dates.ts';
import {backupToFile} from './backup.ts';
import type {Progress} from './progress.ts';
import {CommandError} from './messages.ts';
import {repair} from './repair.ts';
import {restore, restoreFile} from './restore.ts';
import {requireFinishedRestore} from '../store/readiness.ts';
import {withStore} from './with-store.ts';

const progress: Progress = {report: () => undefined, end: () => undefined};
const options = {version: '0.0.0', progress, stopped: new AbortController().signal};

const authority = '19552101';
const supplier = '61966617';
const companies = ['24256790', '61056416', '47458714', '22756214'];
const days = {fra: today(), til: addDays(today(), 400)};

/** Returns the path of a missing file. */
const newPath = () => join(newDirectory(), 'backup');

/** Returns the services of all features on one store. */
function createPortal(store: Store) {
  const municipality = {myndighedsid: '3', forkortelse: 'Koebenhavn', navn: 'København', cvr: '64942212'};
  const portal: Portal = {
    ...emptyPortal,
    municipalities: new Map([['101', {...municipality, type: 'kommune', kommunekode: '101'}]]),
  };
  const deliveries = createDeliveries(store);
  const calendar = createCompanyCalendar(store);
  const links = createLinks(store);
  const registry = createRegistry(store, () => portal);
  const input = (turn: number) => ({
    overskrift: `Moms ${turn}`,
    beskrivelse: '<p>Betal</p>',
    afsenderNavn: 'Skattestyrelsen',
    fristDato: addDays(today(), 1 + (turn % 300)),
    // Every third deadline is for all companies.
    modtagere: turn % 3 ? [companies[turn % 4] ?? '', companies[(turn + 1) % 4] ?? ''] : [],
  });
  const variantInput = (titel: string): VariantInput => ({
    masterId: '7',
    // With a title "Lang…" the text is long enough for a separate document.
    fields: {
      ...({titel, valgteMyndigheder: ['101'], formularType: 'integration-ekstern-link'} as const),
      trin: titel.repeat(titel.startsWith('Lang') ? 2_000 : 1),
    },
  });

  return {
    deliveries,
    links,
    registry,
    input,
    create: (turn: number) =>
      deliveries.create(authority, input(turn), {key: `request-${turn}`, fingerprint: String(turn)}),
    move: (id: number, turn: number) =>
      deliveries.update(
        authority,
        id,
        {...input(turn), modtagere: [companies[turn % 4] ?? '']},
        () => undefined,
      ),
    putVariant: (egetId: string, titel: string) =>
      registry.put({cvr: supplier, egetId}, () => variantInput(titel)),
    async findVariant(diaId: string) {
      const head = await registry.find(diaId);
      return head && registry.get(head);
    },
    mark: (cvr: string, id: number) =>
      calendar.mark({cvrs: [cvr], owner: 'anna'}, id, {isLaest: true, isKlaret: true}),

    async list() {
      const found = [];
      for await (const page of deliveries.list(authority)) found.push(...page);
      return found;
    },
    async company(cvr: string) {
      const found = [];
      for await (const page of calendar.read({cvrs: [cvr], owner: 'anna'}, days).listAll())
        found.push(...page);
      return found;
    },
    async variants() {
      const found = [];
      for await (const page of registry.list(supplier)) {
        for (const {egetId} of page) found.push(await registry.get({cvr: supplier, egetId}));
      }
      return found.filter(variant => variant !== undefined);
    },
  };
}

async function contentsOf(portal: ReturnType<typeof createPortal>) {
  const own = await portal.list();
  return {
    own: await Promise.all(own.map(({fristId}) => portal.deliveries.get(authority, fristId))),
    companies: await Promise.all(companies.map(cvr => portal.company(cvr))),
    variants: await portal.variants(),
  };
}

/** Writes documents of all types, with a long id and one with special characters. */
async function fill(store: Store) {
  const portal = createPortal(store);
  const ids: number[] = [];
  for (let turn = 0; turn < 24; turn++) ids.push((await portal.create(turn)).fristId);
  for (const cvr of companies) await Promise.all(ids.slice(0, 12).map(id => portal.mark(cvr, id)));
  const secrets = await Promise.all(companies.map(cvr => createLink(store, [cvr])));
  for (const egetId of ['jord/1', 'æ'.repeat(300), '{x}'])
    await portal.putVariant(egetId, 'Lang jordflytning');
  await portal.deliveries.withdraw(authority, ids[1] ?? 0, () => undefined);
  await store.write(['dashboard', 'anna/ø', 'frister'], 'active');
  await store.write(['dashboard', 'b'.repeat(300), 'frister'], 'deactive');
  await createDashboard(store, () => emptyPortal).setOrder('bo', {apps: ['cvr', 'frister']}, () => undefined);
  return {portal, ids, secrets};
}

type Pair = readonly [from: EngineName, to: EngineName];
const pairs: readonly Pair[] = [
  ['LMDB', 'Redis Cluster'],
  ['Redis Cluster', 'LMDB'],
];
const otherPairs: readonly Pair[] = [
  ['LMDB', 'LMDB'],
  ['Redis', 'LMDB'],
  ['Redis Cluster', 'Redis'],
];

describe.each(isThorough ? [...pairs, ...otherPairs] : pairs)(
  'a backup of %s, restored into %s',
  (from, to) => {
    it('has the same content, and assigns new numbers', async () => {
      const [source, target] = [await newStore(from), await newStore(to)];
      const {portal, ids, secrets} = await fill(source);
      const file = newPath();
      const {incomplete} = await backupToFile(source, file, options);
      expect(incomplete).toBe(0);
      const {repaired} = await restoreFile(target, file, progress);
      // The registry ids and permalinks of variants.
      expect(repaired).toMatchObject({documentsAdded: 6, damaged: 0});

      const restored = createPortal(target);
      expect(await contentsOf(restored)).toEqual(await contentsOf(portal));
      const links = await Promise.all(secrets.map(secret => restored.links.find(secret)));
      expect(links.map(link => link?.virksomheder)).toEqual(companies.map(cvr => [{cvr}]));
      expect((await restored.create(3)).fristId).toBe(ids[3]);
      expect((await restored.create(1000)).fristId).toBeGreaterThan(Math.max(...ids));
      const [variant] = await restored.variants();
      expect(await restored.findVariant(variant?.diaId ?? '')).toEqual(variant);
      expect((await restored.putVariant('ny', 'Ny')).variant.diaId).toBe('7.4');
      await requireFinishedRestore(target);
      const keys = [
        ['dashboard', 'anna/ø', 'frister'],
        ['dashboard', 'b'.repeat(300), 'frister'],
      ] as const;
      expect(await target.read(keys)).toEqual(await source.read(keys));
      expect(await createDashboard(target, () => emptyPortal).order('bo')).toEqual({
        apps: ['cvr', 'frister'],
      });
    });

    it('has every earlier acknowledged write, complete, even if everything changes after each step of the backup', async () => {
      const [source, target] = [await newStore(from), await newStore(to)];
      const {portal, ids, secrets} = await fill(source);
      let turn = 100;
      const changeAll = async () => {
        turn += 1;
        await Promise.all([
          portal.create(turn),
          portal.putVariant(`ny-${turn}`, 'Ny'),
          portal.putVariant('jord/1', `${turn % 4 ? 'Lang titel' : 'Titel'} ${turn}`),
          createLink(source, [companies[turn % 2] ?? ''], `person-${turn}`),
          ...ids.filter((_, index) => index > 1).map(id => portal.move(id, turn + id)),
        ]);
        await Promise.all(ids.slice(2).map(id => portal.mark(companies[(turn + id) % 4] ?? '', id)));
      };
      const file = newPath();
      await backupToFile(changedDuringWalks(source, changeAll), file, options);
      expect(turn).toBeGreaterThan(105);
      await restoreFile(target, file, progress);

      const restored = createPortal(target);
      const own = await restored.list();
      const created = own.map(({fristId}) => fristId);
      expect(created).toEqual(expect.arrayContaining(ids.filter(id => id !== ids[1])));
      const calendars = new Map(
        await Promise.all(companies.map(async cvr => [cvr, await restored.company(cvr)] as const)),
      );
      for (const {fristId} of own) {
        const {recipients, frist} = await restored.deliveries.get(authority, fristId);
        const shown = companies.filter(cvr =>
          calendars.get(cvr)?.some(item => item.frist.fristId === fristId),
        );
        expect(shown.sort()).toEqual([...(recipients ?? companies)].sort());
        for (const cvr of shown) {
          const item = calendars.get(cvr)?.find(each => each.frist.fristId === fristId);
          expect(item?.frist).toEqual(frist);
        }
      }
      // A retried request returns the deadline that it created.
      for (let request = 101; request <= turn; request++) {
        const {fristId} = await restored.create(request);
        const copied = own.find(
          each => each.overskrift === `Moms ${request}` && each.fristId > 24 && each.version === 1,
        );
        if (copied) expect(fristId).toBe(copied.fristId);
      }
      for (const [at, secret] of secrets.entries())
        expect(await restored.links.find(secret)).toMatchObject({virksomheder: [{cvr: companies[at]}]});
      const variants = await restored.variants();
      expect(variants.map(({egetId}) => egetId)).toEqual(
        expect.arrayContaining(['jord/1', 'æ'.repeat(300), '{x}']),
      );
      for (const variant of variants) expect(await restored.findVariant(variant.diaId)).toEqual(variant);
      const next = await restored.putVariant('næste', 'Næste');
      expect(variants.map(({diaId}) => diaId)).not.toContain(next.variant.diaId);
    });
  },
);

/** Returns a store that runs `change` after each step of a walk over its contents. */
function changedDuringWalks(store: Store, change: () => Promise<void>): Store {
  async function* after<Item>(walk: AsyncGenerator<Item>) {
    await change();
    for await (const chunk of walk) {
      await change();
      yield chunk;
    }
    await change();
  }
  const contents: Store['contents'] = {
    ...store.contents,
    documents: wanted => after(store.contents.documents(wanted)),
    members: () => after(store.contents.members()),
    counters: () => after(store.contents.counters()),
  };
  return {...store, contents};
}

describe('a backup', () => {
  it('that cannot be written names its file', async () => {
    const store = await newStore();
    const file = join(newPath(), 'below', 'a file');
    await writeFile(dirname(dirname(file)), '');
    const error = new CommandError(`cannot write to ${file} (ENOTDIR).`);
    await expect(backupToFile(store, file, options)).rejects.toEqual(error);
  });

  it('is readable by its owner only, and leaves no temporary files', async () => {
    const store = await newStore();
    await fill(store);
    const file = newPath();
    await backupToFile(store, file, options);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    await expect(backupToFile(store, file, options)).rejects.toThrow('already exists');
    expect(await readdir(dirname(file))).toEqual([basename(file)]);
  });

  it('that is stopped leaves no files', async () => {
    const store = await newStore();
    await fill(store);
    const stopping = new AbortController();
    const stops = changedDuringWalks(store, () => {
      stopping.abort(new CommandError('Interrupted by a signal.'));
      return Promise.resolve();
    });
    const file = newPath();
    await expect(backupToFile(stops, file, {...options, stopped: stopping.signal})).rejects.toThrow(
      'Interrupted',
    );
    expect(await readdir(dirname(file))).toEqual([]);
  });
});

describe('a restore', () => {
  it('names the reason why its file cannot be read', async () => {
    const store = await newStore();
    const [file, missing] = [newPath(), newPath()];
    await writeFile(file, '');
    const unreadable = [
      [missing, 'ENOENT'],
      [join(file, 'a'), 'ENOTDIR'],
    ] as const;
    for (const [path, code] of unreadable)
      await expect(restoreFile(store, path, progress)).rejects.toEqual(
        new CommandError(`cannot read ${path} (${code}).`),
      );
    await expect(restoreFile(store, dirname(file), progress)).rejects.toThrow('is not a file. Use - for');
    await expect(restore(store, createReadStream(dirname(file)), '-', progress)).rejects.toEqual(
      new CommandError('- cannot be read (EISDIR).'),
    );
  });

  let original: {file: string; content: Awaited<ReturnType<typeof contentsOf>>};
  beforeAll(async () => {
    const {store, stop} = await openEmptyStore('LMDB');
    const {portal} = await fill(store);
    original = {file: newPath(), content: await contentsOf(portal)};
    await backupToFile(store, original.file, options);
    await stop();
  });

  /** Returns a copy of the backup, which a test may change. */
  async function copyBackup(): Promise<string> {
    const file = newPath();
    await copyFile(original.file, file);
    return file;
  }

  const damages: [string, (file: string) => Promise<unknown>, RegExp][] = [
    ['an extra byte', file => appendFile(file, 'x'), /can't be unpacked|data after its end/],
    [
      'another backup at its end',
      async file => appendFile(file, await readFile(file)),
      /lines after its end/,
    ],
    ['half of its bytes', async file => truncate(file, (await stat(file)).size >> 1), /can't be unpacked/],
    ['none of its bytes', file => truncate(file, 0), /can't be unpacked/],
    ['a changed byte', flip, /./],
    ['a text that is not compressed', file => writeFile(file, '{}\n'), /can't be unpacked/],
    ['another compressed text', file => writeFile(file, gzipSync('{"a": 1}\n')), /is not a backup/],
    ['lines but no end', file => rewrite(file, lines => lines.slice(0, -1)), /ends before its last line/],
    ['a line less', file => rewrite(file, lines => lines.toSpliced(2, 1)), /does not match the digest/],
    [
      'two lines exchanged',
      file => rewrite(file, ([a = '', b = '', c = '', ...d]) => [a, c, b, ...d]),
      /digest/,
    ],
    ['a later format', file => rewrite(file, lines => ['{"format":2}', ...lines.slice(1)]), /has format 2/],
  ];

  it.each(damages)('of a file with %s is rejected before anything is written', async (_, damage, message) => {
    const file = await copyBackup();
    await damage(file);
    const target = await newStore();
    await expect(restoreFile(target, file, progress)).rejects.toThrow(message);
    for await (const chunk of target.contents.documents()) expect(chunk).toEqual([]);
  });

  it.each(damages)('of a stream with %s writes nothing of a small backup', async (_, damage, message) => {
    const file = await copyBackup();
    await damage(file);
    const target = await newStore();
    const input = createReadStream(file);
    await expect(restore(target, input, 'standard input', progress)).rejects.toThrow(message);
    await restoreFile(target, original.file, progress);
    expect(await contentsOf(createPortal(target))).toEqual(original.content);
  });

  it.each(['LMDB', 'Redis'] as const)(
    'of a stream without input leaves a store on %s that a second restore can fill',
    async name => {
      const target = await newStore(name);
      await expect(restore(target, Readable.from([]), 'standard input', progress)).rejects.toThrow(
        "can't be unpacked",
      );
      await requireFinishedRestore(target);
      await restore(target, createReadStream(original.file), 'standard input', progress);
      expect(await contentsOf(createPortal(target))).toEqual(original.content);
    },
  );

  it('of a stream that waits for its input keeps services away from the store', async () => {
    const target = await newStore();
    const input = new PassThrough();
    const restoring = restore(target, input, 'standard input', progress);
    await vi.waitFor(() => expect(requireFinishedRestore(target)).rejects.toThrow('has not been finished'));
    input.end();
    await expect(restoring).rejects.toThrow("can't be unpacked");
    await requireFinishedRestore(target);
  });

  it.each(['LMDB', 'Redis'] as const)(
    'of a stream refuses a store on %s that was filled while it waited for its input',
    async name => {
      const target = await newStore(name);
      const input = new PassThrough();
      const restoring = restore(target, input, 'standard input', progress);
      await vi.waitFor(() => expect(requireFinishedRestore(target)).rejects.toThrow());
      await target.write(['dashboard', 'bo', 'frister'], 'active');
      createReadStream(original.file).pipe(input);
      await expect(restoring).rejects.toThrow('The store is not empty');
      await requireFinishedRestore(target);
    },
  );

  it('of a stream that fails after the first documents were written leaves a store that is refused', async () => {
    const source = await newStore();
    for (let person = 0; person < 600; person += 1)
      await source.write(['dashboard', `person-${person}`, 'frister'], 'active');
    const file = newPath();
    await backupToFile(source, file, options);
    await rewrite(file, lines => lines.slice(0, -1));
    const target = await newStore();
    const input = createReadStream(file);
    await expect(restore(target, input, 'standard input', progress)).rejects.toThrow('ends before');
    await expect(requireFinishedRestore(target)).rejects.toThrow('has not been finished');
    await expect(restoreFile(target, file, progress)).rejects.toThrow('has not been finished');
  });

  it('ignores the document of a "tavle check" that was killed, which a backup does not have', async () => {
    const [source, target] = await Promise.all([newStore(), newStore('Redis')]);
    for (const store of [source, target]) await store.write(['tavle', 'check'], '');
    const file = newPath();
    expect((await backupToFile(source, file, options)).documents).toBe(0);
    await restoreFile(target, original.file, progress);
    expect(await contentsOf(createPortal(target))).toEqual(original.content);
  });

  it('leaves a store that commands accept before a service has started on it', async () => {
    const {address, stop} = await openEngine('Redis');
    onTestFinished(stop);
    const config = {store: address, storeReplicas: 0, sentinelLogin: undefined};
    const input = () => createReadStream(original.file);
    await withStore(config, 'any', store => restore(store, input(), 'standard input', progress));
    const copied = await withStore(config, 'existing', store => backupToFile(store, newPath(), options));
    expect(copied.documents).toBeGreaterThan(1);
  });

  it('of a stream has the same content', async () => {
    const target = await newStore();
    await restore(target, createReadStream(original.file), 'standard input', progress);
    expect(await contentsOf(createPortal(target))).toEqual(original.content);
  });

  it('keeps the fields that a later version has added to documents', async () => {
    const [source, target] = await Promise.all([newStore(), newStore()]);
    await fill(source);
    const extended = /^(frist\/\d+|abonnement\/[^/]+|myndighed\/.+|leverandoer\/[^/]+\/formular\/[^/]+)$/;
    const added = {added: {text: 'x'}};
    for await (const chunk of source.contents.documents(path => extended.test(path)))
      await source.contents.putDocuments(
        chunk.map(each => ({...each, value: {...(each.value as object), ...added}})),
      );
    const file = newPath();
    await backupToFile(source, file, options);
    await restoreFile(target, file, progress);
    const kinds = new Set<string>();
    for await (const chunk of target.contents.documents(path => extended.test(path)))
      for (const {path, value} of chunk) {
        expect(value).toMatchObject(added);
        expect(hasKnownShape(parsePath(path), value)).toBe(true);
        kinds.add(path.split('/', 1).join());
      }
    expect([...kinds].sort()).toEqual(['abonnement', 'frist', 'leverandoer', 'myndighed']);
  });

  it('into a store that loses a document is rejected', async () => {
    const target = await newStore();
    const putDocuments: Store['contents']['putDocuments'] = chunk =>
      target.contents.putDocuments(chunk.slice(1));
    const losing = {...target, contents: {...target.contents, putDocuments}};
    await expect(restoreFile(losing, original.file, progress)).rejects.toThrow('as it was written');
  });

  it.each(['LMDB', 'Redis'] as const)('into a non-empty store on %s is rejected', async name => {
    const target = await newStore(name);
    await target.next(['frist', 'antal']);
    await expect(restoreFile(target, original.file, progress)).rejects.toThrow('not empty');
    await expect(restoreFile(target, original.file, progress)).rejects.toBeInstanceOf(CommandError);
  });
});

async function flip(file: string): Promise<void> {
  const bytes = await readFile(file);
  const place = bytes.length >> 1;
  bytes[place] = (bytes[place] ?? 0) ^ 1;
  await writeFile(file, bytes);
}

/** Changes the lines of a backup, and compresses them again. */
async function rewrite(file: string, change: (lines: string[]) => string[]): Promise<void> {
  const lines = gunzipSync(await readFile(file))
    .toString()
    .trimEnd()
    .split('\n');
  await writeFile(file, gzipSync(`${change(lines).join('\n')}\n`));
}

describe.each<EngineName>(isThorough ? ['LMDB', 'Redis', 'Redis Cluster'] : ['LMDB'])(
  'a repair on %s',
  name => {
    it('adds lost index entries, documents and counters, and nothing else', async () => {
      const store = await newStore(name);
      const {portal, secrets, ids} = await fill(store);
      const before = await contentsOf(portal);
      expect(await repair(store, progress)).toMatchObject({
        entriesAdded: 0,
        documentsAdded: 0,
        countersRaised: 0,
      });

      let removed = 0;
      for await (const chunk of store.contents.members()) {
        for (const {path, members} of chunk) {
          const index = parsePath(path);
          await store.removeEntries(members.map(member => ({index, member})));
          if (path !== keyPath(changesIndex)) removed += members.length;
        }
      }
      const [variant] = before.variants;
      await store.remove(['dia', variant?.diaId ?? '']);
      await store.remove(['permalink', '3', variant?.permalink ?? '']);
      const lowered: [Key, number][] = [
        [['frist', 'antal'], 2],
        [['formularmaster', '7', 'antal'], 1],
      ];
      for (const [counter, number] of lowered)
        await store.add(counter, number - (await store.add(counter, 0)));
      expect((await contentsOf(portal)).own).toEqual([]);

      expect(await repair(store, progress)).toMatchObject({
        entriesAdded: removed,
        documentsAdded: 2,
        countersRaised: 2,
        damaged: 0,
      });
      expect(await contentsOf(portal)).toEqual(before);
      expect(await portal.links.find(secrets[0] ?? '')).toMatchObject({virksomheder: [{cvr: companies[0]}]});
      expect((await portal.create(1000)).fristId).toBe(Math.max(...ids) + 1);
      expect(await repair(store, progress)).toMatchObject({
        entriesAdded: 0,
        documentsAdded: 0,
        countersRaised: 0,
      });
    });

    it('reports damaged recipients, which it cannot derive', async () => {
      const store = await newStore(name);
      const {portal} = await fill(store);
      const [frist] = (await portal.list()).filter(({antal}) => antal !== null);
      await store.remove(['frist', String(frist?.fristId), 'modtagere']);
      expect(await repair(store, progress)).toMatchObject({
        damaged: 1,
        examples: [`frist/${frist?.fristId}`],
      });
      expect((await backupToFile(store, newPath(), options)).incomplete).toBe(1);
    });

    it('removes the index entries of changes that failed before their document, an hour later, and no others', async () => {
      const store = await newStore(name);
      const {portal, ids} = await fill(store);
      const before = await contentsOf(portal);
      const membersOf = async () => {
        const found: string[] = [];
        for await (const chunk of store.contents.members())
          for (const {path, members} of chunk)
            if (path !== keyPath(changesIndex)) found.push(...members.map(member => `${path} ${member}`));
        return found.sort();
      };
      const members = await membersOf();
      const failing: Store = {
        ...store,
        write: (key, ...others) =>
          key[0] === 'frist' || key[2] === 'formular'
            ? Promise.reject(new StoreUnavailable('full'))
            : store.write(key, ...others),
      };
      await expect(createPortal(failing).create(1_000)).rejects.toThrow();
      await expect(createPortal(failing).move(ids[4] ?? 0, 5)).rejects.toThrow();
      await expect(createPortal(failing).putVariant('jord/1', 'Ny')).rejects.toThrow();
      const stray = (await membersOf()).length - members.length;
      expect(stray).toBeGreaterThan(5);
      expect(await repair(store, progress)).toMatchObject({entriesRemoved: 0});
      const later = Date.now() + 2 * 3_600_000;
      expect(await repair(store, progress, later)).toMatchObject({entriesRemoved: stray, entriesAdded: 0});
      expect(await membersOf()).toEqual(members);
      expect(await contentsOf(portal)).toEqual(before);
    });

    it('adds nothing for an update that a crash interrupted', async () => {
      const store = await newStore(name);
      const {portal} = await fill(store);
      const [frist] = await portal.list();
      const broken = createPortal(crashingStore(store, 2, 'undone'));
      await expect(broken.move(frist?.fristId ?? 0, 5)).rejects.toThrow();
      const before = await contentsOf(portal);
      expect(await repair(store, progress)).toMatchObject({entriesAdded: 0, documentsAdded: 0});
      expect(await contentsOf(portal)).toEqual(before);
    });
  },
);
