import {readFileSync} from 'node:fs';
import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {expect, it} from 'vitest';

import {bounds} from '../bounds.ts';
import {deadline, deliver, requiredV1, requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {newDirectory} from '../testing/directory.ts';
import {dafolo, kmd, skat, startTestService, useTestService} from '../testing/service.ts';
import type {AuditLine} from '../logs/audit-line.ts';

const file = join(newDirectory(), 'logs', 'audit.jsonl');
const service = await useTestService({...tlsSettings, TAVLE_AUDIT: file});
const {url, issuer} = service;

/** The first line records the start of the service. */
let read = 1;
/** Returns the lines since the last call. */
async function lines(): Promise<AuditLine[]> {
  const all = (await readFile(file, 'utf8')).trim().split('\n');
  const fresh = all.slice(read).map(line => JSON.parse(line) as AuditLine);
  read = all.length;
  return fresh;
}

const secret = 'hemmeligt indhold';

it('records every attempted change of every interface with caller, company, id, fields and status', async () => {
  const asSkat = callerWith(url, await organisation(skat));
  const asDafolo = callerWith(url, await organisation(dafolo));
  const anonymous = callerWith(url);
  const frist = deadline({overskrift: secret, beskrivelse: secret, modtagere: '24256790'});
  const ada = await issuer.authorize('ada', '24256790');
  const company = '/calendar/1/virksomheder/24256790';

  await anonymous('POST', '/calendar/1/frister', frist, {'x-request-id': 'request-17'});
  await asDafolo('POST', '/calendar/1/frister', frist);
  const fristId = await deliver(asSkat, frist);
  await asSkat('PUT', `/calendar/1/frister/${fristId}`, {});
  await asSkat('PUT', `/calendar/1/frister/${fristId}`, {...frist, beskrivelse: `${secret} rettet`});
  const moved = {...frist, overskrift: 'rettet', beskrivelse: `${secret} rettet`, fristDato: '02-09-2099'};
  await asSkat('PUT', `/calendar/1/frister/${fristId}`, {...moved, modtagere: `24256790,${kmd}`});
  await asSkat('PUT', `/calendar/1/frister/${fristId}`, {...moved, modtagere: `${kmd},24256790`});
  await anonymous('PUT', `${company}/frister/${fristId}`, {isLaest: true}, ada);
  const links = '/calendar/1/mine/abonnementer';
  const created = await anonymous('POST', links, {navn: secret}, ada);
  const {id: linkId} = created.body as {id: string};
  const {body: second} = await anonymous('POST', links, {navn: secret}, ada);
  const {id: endedId} = second as {id: string};
  await anonymous('DELETE', `${links}/${endedId}`, undefined, ada);
  await anonymous('POST', links, {navn: secret});
  await anonymous('DELETE', `${company}/abonnementer/${linkId}`, undefined, ada);
  await asSkat('DELETE', `/calendar/1/frister/${fristId}`);
  const state = '/dashboard/1/apps/state?app=cvr&activated=true';
  await anonymous('PUT', state, undefined, ada);
  await asDafolo('POST', '/dia/1/formular', {...requiredV1, egetId: 'a-1', titel: secret});
  await asDafolo('PUT', '/dia/1/formular/a-1', {titel: secret, kortBeskrivelse: secret, trin: null});
  await asDafolo('DELETE', '/dia/1/formular/a-1');
  await asDafolo('PUT', `/dia/2/formular/${kmd}/b-1`, {titel: secret});
  await asDafolo('PUT', `/dia/2/formular/${kmd}/b-1`, requiredV2);
  await asDafolo('PUT', `/dia/2/formular/${kmd}/b-1`, {...requiredV2, titel: secret, aarligeBlanketter: 7});
  await asDafolo('PUT', `/dia/2/formular/${dafolo}/b-1`, requiredV2);
  await asDafolo('PUT', `/dia/2/formular/${skat}/b-1`, {titel: secret});
  await anonymous('DELETE', `/dia/2/formular/${skat}/b-1`);

  const written = await lines();
  expect(written[0]?.requestId).toBe('request-17');
  for (const {time, requestId, source} of written) {
    expect(Date.parse(time)).toBeGreaterThan(Date.now() - 60_000);
    expect(requestId).toMatch(/^[\w-]{8,}$/);
    expect(source).toBe('loopback');
  }
  const id = String(fristId);
  expect(written.map(({time, requestId, source, ...line}) => line)).toEqual([
    {interface: 'C', method: 'POST', code: 401},
    {interface: 'C', method: 'POST', caller: dafolo, code: 403},
    {interface: 'C', method: 'POST', caller: skat, id: String(fristId), code: 201},
    {interface: 'C', method: 'PUT', caller: skat, id, code: 422},
    {interface: 'C', method: 'PUT', caller: skat, id, changed: ['beskrivelse'], code: 200},
    {
      ...{interface: 'C', method: 'PUT', caller: skat, id, code: 200},
      changed: ['overskrift', 'fristDato', 'modtagere'],
    },
    {interface: 'C', method: 'PUT', caller: skat, id, changed: [], code: 200},
    {
      ...{interface: 'E', method: 'PUT', caller: 'ada', onBehalfOf: '24256790', id, code: 200},
      changed: ['isLaest'],
    },
    {interface: 'E', method: 'POST', caller: 'ada', onBehalfOf: '24256790', id: linkId, code: 201},
    {interface: 'E', method: 'POST', caller: 'ada', onBehalfOf: '24256790', id: endedId, code: 201},
    {interface: 'E', method: 'DELETE', caller: 'ada', onBehalfOf: '24256790', id: endedId, code: 200},
    {interface: 'E', method: 'POST', id: 'abonnementer', code: 401},
    {interface: 'E', method: 'DELETE', caller: 'ada', onBehalfOf: '24256790', id: linkId, code: 200},
    {interface: 'C', method: 'DELETE', caller: skat, id, code: 200},
    {interface: 'D', method: 'PUT', caller: 'ada', id: 'cvr', code: 200},
    {interface: 'A', method: 'POST', caller: dafolo, id: 'a-1', code: 201},
    {
      ...{interface: 'A', method: 'PUT', caller: dafolo, id: 'a-1', code: 201},
      changed: ['kortBeskrivelse'],
    },
    {interface: 'A', method: 'DELETE', caller: dafolo, id: 'a-1', code: 200},
    {interface: 'B', method: 'PUT', caller: dafolo, onBehalfOf: kmd, id: 'b-1', code: 422},
    {interface: 'B', method: 'PUT', caller: dafolo, onBehalfOf: kmd, id: 'b-1', isNew: true, code: 201},
    {
      ...{interface: 'B', method: 'PUT', caller: dafolo, onBehalfOf: kmd, id: 'b-1', code: 201},
      changed: ['titel', 'aarligeBlanketter'],
    },
    {interface: 'B', method: 'PUT', caller: dafolo, id: 'b-1', isNew: true, code: 201},
    {interface: 'B', method: 'PUT', caller: dafolo, onBehalfOf: skat, id: 'b-1', code: 403},
    {interface: 'B', method: 'DELETE', onBehalfOf: skat, id: 'b-1', code: 401},
  ]);
  expect(await readFile(file, 'utf8')).not.toMatch(/hemmeligt|24256790,|eyJ|127\.0\.0\.1/);
});

it('marks a repeated delivery as a replay, also after the deadline was withdrawn', async () => {
  const asSkat = callerWith(url, await organisation(skat));
  const send = () => asSkat('POST', '/calendar/1/frister', deadline(), {'idempotency-key': 'job-17'});
  const {body} = await send();
  const id = String((body as {fristId: number}).fristId);
  await send();
  await asSkat('DELETE', `/calendar/1/frister/${id}`);
  await send();
  const written = await lines();
  expect(
    written.filter(({method}) => method === 'POST').map(({id, code, replay}) => [id, code, replay]),
  ).toEqual([
    [id, 201, undefined],
    [id, 201, true],
    [id, 201, true],
  ]);
});

const maxLines = bounds.maxRefusedAuditLinesPerMinute;

/** Sends requests, 50 at a time; by default, more than the log has lines for in a minute. */
async function sendMany(send: () => Promise<unknown>, count = maxLines + 50): Promise<void> {
  for (let sent = 0; sent < count; sent += 50) await Promise.all(Array.from({length: 50}, send));
}

it('limits the lines about refused requests of one caller, and has one for each of its changes', async () => {
  const call = callerWith(url);
  await call('PUT', `/calendar/1/virksomheder/24256790/frister/${'x'.repeat(5_000)}`, {isLaest: true});
  const owner = `o${'🚢'.repeat(3_000)}`;
  const headers = await issuer.authorize(owner);
  const state = (app: string, activated = true) =>
    `/dashboard/1/apps/state?app=${app}&activated=${activated}`;
  await sendMany(() => call('PUT', state('unknown'), undefined, headers));
  await sendMany(() => call('PATCH', state('cvr'), undefined, headers), 50);
  let sent = 0;
  await sendMany(() => {
    // Each of 50 apps is turned on, off, and on again.
    const [turn, app] = [Math.floor(sent / 50), sent++ % 50];
    return call('PUT', state(`app-${app}`, turn % 2 === 0), undefined, headers);
  });
  await call('PUT', state('unknown'), undefined, await issuer.authorize('eve'));
  const written = await lines();
  expect(String(written[0]?.id)).toHaveLength(bounds.maxAuditTextLength + 1);
  const cut = `${owner.slice(0, bounds.maxAuditTextLength - 1)}\ufffd…`;
  expect(written.filter(({caller}) => caller === cut)).toHaveLength(maxLines + maxLines + 50);
  expect(written.filter(({code}) => code === 404)).toHaveLength(maxLines + 1);
  expect(written.at(-1)).toMatchObject({caller: 'eve', code: 404});
});

it('writes no line for a change that changes nothing and is not stored', async () => {
  const asSkat = callerWith(url, await organisation(skat));
  const id = await deliver(asSkat, deadline({modtagere: '24256790'}));
  const call = callerWith(url);
  const headers = await issuer.authorize('same', '24256790');
  const order = '/dashboard/1/apps/order';
  const frist = `/calendar/1/virksomheder/24256790/frister/${id}`;
  const changes: [path: string, body?: object][] = [
    ['/dashboard/1/apps/state?app=cvr&activated=true'],
    [order, {apps: ['cvr', 'frister']}],
    [frist, {isLaest: true}],
  ];
  const send = async () => {
    for (const [path, body] of changes)
      expect(await call('PUT', path, body, headers)).toMatchObject({status: 200});
  };
  const writes = async () =>
    /duration_seconds_count\{operation="write",outcome="done"\} (\d+)/.exec(
      (await call('GET', '/metrics')).text,
    )?.[1];
  await lines();
  await send();
  const before = await writes();
  expect(Number(before)).toBeGreaterThan(0);
  expect(await lines()).toHaveLength(3);
  for (let turn = 0; turn < 3; turn += 1) await send();
  await call('PUT', frist, {}, headers);
  await call('PUT', frist, {isSlettet: false}, headers);
  expect(await lines()).toEqual([]);
  expect(await writes()).toEqual(before);
  // Turning on an app that is on for everybody counts as a change.
  await call('PUT', '/dashboard/1/apps/state?app=frister&activated=true', undefined, headers);
  await call('PUT', order, {apps: ['frister', 'cvr']}, headers);
  await call('PUT', frist, {isLaest: false}, headers);
  expect(await lines()).toHaveLength(3);
});

it('writes the line of a change before its response is sent', async () => {
  const headers = await issuer.authorize('ada');
  const call = callerWith(url);
  for (let turn = 0; turn < 50; turn += 1) {
    await call('PUT', `/dashboard/1/apps/state?app=app-${turn}&activated=true`, undefined, headers);
    expect(readFileSync(file, 'utf8')).toContain(`"id":"app-${turn}"`);
  }
  await lines();
});

it('writes no line for reads', async () => {
  await callerWith(url, await organisation(skat))('GET', '/calendar/1/frister');
  await callerWith(url)('GET', '/health/live');
  expect(await lines()).toEqual([]);
});

it('writes one line for a caller whose name contains Unicode line separators', async () => {
  const name = 'ada\u0085b\u2028c\u2029d\u007f\u009f';
  const headers = await issuer.authorize(name);
  await callerWith(url)('PUT', '/dashboard/1/apps/state?app=cvr&activated=true', undefined, headers);
  expect(await lines()).toMatchObject([{caller: name}]);
  expect(await readFile(file, 'utf8')).not.toMatch(/[\u007f-\u009f\u2028\u2029]/);
});

it('counts the lines that it left out when the service stops', async () => {
  const path = join(newDirectory(), 'audit.jsonl');
  const stopped = await startTestService(`file:${newDirectory()}`, {TAVLE_AUDIT: path});
  const headers = await stopped.issuer.authorize('ada');
  const refuse = () =>
    fetch(`${stopped.url}/dashboard/1/apps/state?app=unknown&activated=true`, {method: 'PUT', headers});
  await sendMany(refuse);
  await stopped.stop();
  const all = (await readFile(path, 'utf8')).trim().split('\n');
  expect(all).toHaveLength(maxLines + 2);
  expect(JSON.parse(all.at(-1) ?? '')).toMatchObject({event: 'leftOut', caller: 'ada', count: 50});
});
