import {expect, it, onTestFinished, vi} from 'vitest';

import {deadline, deliver as deliverAs} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {
  dafolo,
  erst,
  kmd,
  type LogLine,
  skat,
  type TestService,
  useTestService,
} from '../../testing/service.ts';

const novo = '24256790';

const service = await useTestService(tlsSettings);
const authority = callerWith(service.url, await organisation(skat));

const deliver = () => deliverAs(authority, {modtagere: novo});

/** Returns the sender's name in the company's response. */
async function shownName(id: number): Promise<string | undefined> {
  const headers = await service.issuer.authorize('employee', novo);
  const path = `/calendar/1/virksomheder/${novo}/frister`;
  const {body} = await callerWith(service.url)('GET', path, undefined, headers);
  return (body as {fristId: number; afsenderNavn: string}[]).find(({fristId}) => fristId === id)
    ?.afsenderNavn;
}

/** Returns the time as in `LAST-MODIFIED`. */
const stampNow = () => new Date().toISOString().replace(/[-:]|\.\d+/g, '');

type PortalFile = Parameters<Parameters<TestService['editPortal']>[0]>[0];

/** Reloads the portal file with changes, until the test ends. Returns the warnings that this logged. */
async function reloadPortal(change: (file: PortalFile) => object): Promise<LogLine[]> {
  const before = service.logged.length;
  onTestFinished(await service.editPortal(file => ({...file, ...change(file)})));
  return service
    .logLines()
    .slice(before)
    .filter(({level}) => level === 'warn');
}

const without =
  (...cvrs: unknown[]) =>
  ({myndigheder}: PortalFile) => ({myndigheder: myndigheder.filter(({cvr}) => !cvrs.includes(cvr))});

const renamed =
  (navn: string) =>
  ({myndigheder}: PortalFile) => ({
    myndigheder: myndigheder.map(item => (item.cvr === skat ? {...item, navn} : item)),
  });

it('an authority that left the portal file keeps its name on delivered deadlines', async () => {
  const id = await deliver();
  await reloadPortal(without(skat));
  expect(await shownName(id)).toBe('Skattestyrelsen');
});

it('a renamed authority keeps its former name on its deadlines, until it updates them', async () => {
  const [updated, untouched] = [await deliver(), await deliver()];
  await reloadPortal(renamed('Skat Danmark'));
  const path = `/calendar/1/frister/${updated}`;
  const corrected = deadline({overskrift: 'Corrected', modtagere: novo});
  expect((await authority('PUT', path, corrected)).status).toBe(200);
  expect(await shownName(updated)).toBe('Skat Danmark');
  expect(await shownName(untouched)).toBe('Skattestyrelsen');
  await reloadPortal(without(skat));
  expect(await shownName(updated)).toBe('Skat Danmark');
  expect(await shownName(untouched)).toBe('Skattestyrelsen');
});

it('a calendar link names the sender as it was called when it delivered the deadline', async () => {
  await deliver();
  const headers = await service.issuer.authorize('employee', novo);
  const employee = callerWith(service.url);
  const link = await employee('POST', '/calendar/1/mine/abonnementer', {navn: 'Telefon'}, headers);
  await reloadPortal(renamed('Skat Danmark'));
  const {text} = await employee('GET', new URL((link.body as {url: string}).url).pathname);
  expect(text).toContain('(Skattestyrelsen)');
  expect(text).toContain('CATEGORIES:Skattestyrelsen');
});

it('the update of a deadline of a renamed authority changes LAST-MODIFIED of its event, and not its SEQUENCE', async () => {
  const id = await deliver();
  const headers = await service.issuer.authorize('employee', novo);
  const employee = callerWith(service.url);
  const link = await employee('POST', '/calendar/1/mine/abonnementer', {navn: 'Telefon'}, headers);
  const eventOf = async () => {
    const {text} = await employee('GET', new URL((link.body as {url: string}).url).pathname);
    const [, event = ''] = new RegExp(`(UID:frist-${id}-[^]*?)END:VEVENT`).exec(text) ?? [];
    const property = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(event)?.[1] ?? '';
    return {sequence: property('SEQUENCE'), modified: property('LAST-MODIFIED')};
  };
  const before = await eventOf();
  await reloadPortal(renamed('Skat Danmark'));
  await vi.waitUntil(() => stampNow() > before.modified, 3000);
  await authority('PUT', `/calendar/1/frister/${id}`, deadline({modtagere: novo}));
  const after = await eventOf();
  expect(after.modified > before.modified).toBe(true);
  expect(after.sequence).toBe(before.sequence);
});

it('a rename of an authority keeps the ETag of its deadlines, which their next update changes', async () => {
  const path = `/calendar/1/frister/${await deliver()}`;
  const old = await authority('GET', path);
  await reloadPortal(renamed('Skat Danmark'));
  const tag = String(old.headers.etag);
  expect(await authority('GET', path, undefined, {'if-none-match': tag})).toMatchObject({status: 304});
  const put = () => authority('PUT', path, deadline({modtagere: novo}), {'if-match': tag});
  expect(await put()).toMatchObject({status: 200, body: {afsenderNavn: 'Skat Danmark'}});
  expect(await put()).toMatchObject({status: 412});
});

it('a reload names the authorities that left the portal file in one warning, and no others', async () => {
  const warnings = await reloadPortal(without(skat, erst));
  expect(warnings).toHaveLength(1);
  expect(warnings[0]?.msg).toMatch(/^TAVLE_PORTAL: /);
  for (const text of [skat, 'Skattestyrelsen', erst, 'Erhvervsstyrelsen'])
    expect(warnings[0]?.msg).toContain(text);
  expect(warnings[0]?.msg).not.toContain('Ærø');
});

it('a reload names the suppliers that left the portal file, unless they are authorities in it', async () => {
  const authority = {myndighedsid: 9, forkortelse: 'KMD', navn: 'KMD', cvr: kmd, type: 'stat'};
  const warnings = await reloadPortal(({myndigheder}) => ({
    leverandoerer: [{cvr: '47458714', navn: 'Lego'}],
    myndigheder: [...myndigheder, authority],
  }));
  expect(warnings).toMatchObject([{msg: expect.stringContaining(`suppliers`) as string}]);
  expect(warnings[0]?.msg).toContain(`${dafolo} (Dafolo)`);
  expect(warnings[0]?.msg).not.toContain(kmd);
});

it('a reload that renames an authority logs no warning', async () => {
  expect(await reloadPortal(renamed('Skat Danmark'))).toEqual([]);
});
