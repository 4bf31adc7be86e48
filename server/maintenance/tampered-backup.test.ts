import {createHash} from 'node:crypto';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gunzipSync, gzipSync} from 'node:zlib';

import {describe, expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {createDeliveries} from '../calendar/authority/deliveries.ts';
import {createRegistry} from '../forms/registry.ts';
import {emptyPortal} from '../portal/portal.ts';
import {newDirectory} from '../testing/directory.ts';
import {newStore} from '../testing/store.ts';
import {backupToFile} from './backup.ts';
import {CommandError} from './messages.ts';
import {restoreFile} from './restore.ts';

const progress = {report: () => undefined, end: () => undefined};
const authority = '19552101';
type Line = string | unknown[] | object;

/** Creates a backup, changes its documents, and adapts the last line. */
async function tamperedBackup(change: (lines: unknown[][]) => readonly Line[]): Promise<string> {
  const file = join(newDirectory(), 'backup');
  const source = await newStore();
  const fields = {titel: 'Titel', udstillere: 'SKST', trin: 'x'.repeat(9_000)} as never;
  await createDeliveries(source).create(
    authority,
    {
      overskrift: 'Moms',
      beskrivelse: 'Betal',
      afsenderNavn: 'Skattestyrelsen',
      fristDato: '2099-01-01',
      modtagere: ['24256790'],
    },
    {key: 'k', fingerprint: 'f'},
  );
  await createRegistry(source, () => emptyPortal).put({cvr: '61966617', egetId: 'a'}, () => ({
    masterId: '0',
    fields,
  }));
  await backupToFile(source, file, {version: '0', progress, stopped: new AbortController().signal});

  const [header = '', ...rest] = gunzipSync(await readFile(file))
    .toString()
    .trim()
    .split('\n');
  const documents = rest.slice(0, -1).map(line => JSON.parse(line) as unknown[]);
  const changed = change(documents).map(line => (typeof line === 'string' ? line : JSON.stringify(line)));
  const text = [header, ...changed].map(line => `${line}\n`).join('');
  const sha256 = createHash('sha256').update(text).digest('hex');
  await writeFile(file, gzipSync(`${text}${JSON.stringify({documents: changed.length, sha256})}\n`));
  return file;
}

/** Returns a change that adds a document. */
const addDocument =
  (path: string, value: unknown, version: unknown = 1, operation: unknown = 'op') =>
  (lines: unknown[][]) => [...lines, [path, version, operation, value]];
const frist = {
  ...{
    afsenderCvr: authority,
    fristDato: '2099-01-01',
    overskrift: 'x',
    beskrivelse: 'x',
    afsenderNavn: 'Skattestyrelsen',
    feedDescription: '',
  },
  ...{antal: null, delivery: 'd', revision: 0, aendret: '2026-01-01T00:00:00.000Z'},
};

describe('a tampered backup with a matching digest is rejected before anything is written', () => {
  it.each<[string, Parameters<typeof tamperedBackup>[0], RegExp]>([
    [
      'a number above the maximum',
      addDocument('frist/9999999999999', frist),
      /frist\/9999999999999: .*number/,
    ],
    ['an invalid number', addDocument('frist/x', frist), /frist\/x/],
    ['a deadline without a date', addDocument('frist/9', {...frist, fristDato: 'i morgen'}), /fristDato/],
    ['recipients that are a text', addDocument('frist/1/modtagere', '24256790'), /modtagere/],
    ['marks that are a list', addDocument('virksomhed/24256790/maerker/2026-11', []), /maerker/],
    [
      'an idempotency record with a huge id',
      addDocument('myndighed/1/idempotens/k', {id: 1e15, record: frist, fingerprint: ''}),
      /id/,
    ],
    ['a variant without fields', addDocument('leverandoer/1/formular/a', {cvr: '1'}), /formular/],
    ['a path with one part', addDocument('frist', 1), /key/],
    ['a path with a broken escape', addDocument('dashboard/%FF', 1), /key/],
    ['a path with invalid characters', addDocument('dashboard/a b', 1), /key/],
    ['a path that is too long', addDocument(`dashboard/${'a/'.repeat(1_500)}`, 1), /line \d+: 0/],
    ['a version of 0', addDocument('dashboard/a', {}, 0), /1/],
    ['an operation with a space', addDocument('dashboard/a', {}, 1, 'a b'), /2/],
    ['a line of numbers', lines => [...lines, `[${'1,'.repeat(bounds.maxBackupLineValues)}1]`], /too many/],
    [
      'a document of numbers',
      addDocument('frist/1/modtagere', Array(bounds.maxBackupLineValues + 1).fill(1)),
      /too many/,
    ],
    [
      'a document of keys',
      lines => [...lines, `["dashboard/a",1,"op",{${'"a\\"":1,'.repeat(bounds.maxBackupLineKeys)}"b":1}]`],
      /too many/,
    ],
    ['a line that is not JSON', lines => [...lines, '{"'], /line \d+: it is not JSON/],
  ])('%s', async (_, change, message) => {
    const file = await tamperedBackup(change);
    const target = await newStore();
    const restoring = restoreFile(target, file, progress);
    await expect(restoring).rejects.toBeInstanceOf(CommandError);
    await expect(restoring).rejects.toThrow(message);
    await expect(restoring).rejects.toThrow(/ in line \d+: /);
    for await (const chunk of target.contents.documents()) expect(chunk).toEqual([]);
    for await (const chunk of target.contents.counters()) expect(chunk).toEqual([]);
    for await (const chunk of target.contents.members()) expect(chunk).toEqual([]);
  });
});

it('a text of a backup may have any number of colons, commas and brackets', async () => {
  const text = `":{[,\\"\\`.repeat(bounds.maxBackupLineKeys);
  const file = await tamperedBackup(addDocument('frist/9', {...frist, beskrivelse: text}));
  const target = await newStore();
  await restoreFile(target, file, progress);
  const [document] = await target.read([['frist', '9']]);
  expect(document?.value).toMatchObject({beskrivelse: text});
});

describe('a backup with a deadline number far above its counter', () => {
  it('is restored by raising the counter once, and the next deadline gets the next number', async () => {
    const file = await tamperedBackup(addDocument('frist/99999999999', frist));
    const target = await newStore();
    expect((await restoreFile(target, file, progress)).repaired).toMatchObject({countersRaised: 2});
    const input = {
      overskrift: 'Moms',
      beskrivelse: 'x',
      afsenderNavn: 'Skattestyrelsen',
      fristDato: '2099-01-01',
      modtagere: [],
    };
    expect((await createDeliveries(target).create(authority, input)).fristId).toBe(100_000_000_000);
  });
});
