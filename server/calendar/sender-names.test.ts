import {readFile, writeFile} from 'node:fs/promises';

import {beforeAll, expect, it, onTestFinished} from 'vitest';

import {openStore} from '../store/open-store.ts';
import {silent} from '../store/store-log.ts';
import type {Store} from '../store/store.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {cvrClaim} from '../testing/issuer.ts';
import {erst, skat, useTestService} from '../testing/service.ts';
import {fristKey, type FristRecord} from './records.ts';

const novo = '24256790';

const service = await useTestService(tlsSettings);
const authority = callerWith(service.url, await organisation(skat));
let store: Store;
beforeAll(() => {
  store = openStore(service.engine.address, silent);
  return () => store.close();
});

const content = (overskrift = 'VAT') => ({
  overskrift,
  beskrivelse: 'Pay',
  fristDato: '01-03-2099',
  modtagere: novo,
});

async function deliver(): Promise<number> {
  const {status, body} = await authority('POST', '/calendar/1/frister', content());
  expect(status).toBe(201);
  return (body as {fristId: number}).fristId;
}

/** Returns the sender's name as the company sees it. */
async function shownName(id: number): Promise<string | undefined> {
  const token = await service.issuer.token('employee', {[cvrClaim]: novo});
  const {body} = await callerWith(service.url)('GET', `/calendar/1/virksomheder/${novo}/frister`, undefined, {
    authorization: `Bearer ${token}`,
  });
  return (body as {fristId: number; afsenderNavn: string}[]).find(({fristId}) => fristId === id)
    ?.afsenderNavn;
}

interface PortalFile {
  myndigheder: {cvr: string; navn: string}[];
}

/** Reloads the portal file with other authorities, until the test ends. Returns the lines that this logged. */
async function reloadPortal(change: (file: PortalFile) => PortalFile['myndigheder']): Promise<string[]> {
  const text = await readFile(service.portalPath, 'utf8');
  onTestFinished(async () => {
    await writeFile(service.portalPath, text);
    await service.reload();
  });
  const file = JSON.parse(text) as PortalFile;
  await writeFile(service.portalPath, JSON.stringify({...file, myndigheder: change(file)}));
  const before = service.logged.length;
  await service.reload();
  return service.logged.slice(before);
}

const without =
  (...cvrs: string[]) =>
  ({myndigheder}: PortalFile) =>
    myndigheder.filter(({cvr}) => !cvrs.includes(cvr));

const renamed =
  (navn: string) =>
  ({myndigheder}: PortalFile) =>
    myndigheder.map(item => (item.cvr === skat ? {...item, navn} : item));

it('an authority that left the portal file keeps its name on delivered deadlines', async () => {
  const id = await deliver();
  await reloadPortal(without(skat));
  expect(await shownName(id)).toBe('Skattestyrelsen');
});

it('a deadline of an earlier version shows the CVR number when its authority left the portal file', async () => {
  const id = await deliver();
  const [document] = await store.read([fristKey(id)]);
  const frist = document?.value as FristRecord;
  expect(frist.afsenderNavn).toBe('Skattestyrelsen');
  await store.write(fristKey(id), {...frist, afsenderNavn: undefined});
  expect(await shownName(id)).toBe('Skattestyrelsen');
  await reloadPortal(without(skat));
  expect(await shownName(id)).toBe(skat);
});

it('a renamed authority is shown by its new name, and by the name of its last update once it left', async () => {
  const [updated, untouched] = [await deliver(), await deliver()];
  await reloadPortal(renamed('Skat Danmark'));
  expect(await shownName(untouched)).toBe('Skat Danmark');
  const path = `/calendar/1/frister/${updated}`;
  expect((await authority('PUT', path, content('VAT, corrected'))).status).toBe(200);
  await reloadPortal(without(skat));
  expect(await shownName(updated)).toBe('Skat Danmark');
  expect(await shownName(untouched)).toBe('Skattestyrelsen');
});

it('a reload names the authorities that left the portal file in one warning, and no others', async () => {
  const lines = await reloadPortal(without(skat, erst));
  const warnings = lines.map(line => JSON.parse(line) as {level: number; msg: string}).filter(isWarning);
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.msg).toMatch(/^TAVLE_PORTAL: /);
  for (const text of [skat, 'Skattestyrelsen', erst, 'Erhvervsstyrelsen'])
    expect(warnings[0]?.msg).toContain(text);
  expect(warnings[0]?.msg).not.toContain('Ærø');
});

it('a reload that renames an authority logs no warning', async () => {
  const lines = await reloadPortal(renamed('Skat Danmark'));
  expect(lines.map(line => JSON.parse(line) as {level: number}).filter(isWarning)).toEqual([]);
});

function isWarning({level}: {level: number}): boolean {
  return level === 40;
}
