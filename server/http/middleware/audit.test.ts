import {readFile} from 'node:fs/promises';
import {join} from 'node:path';

import {expect, it} from 'vitest';

import {deadline, deliver, requiredV1} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {newDirectory} from '../../testing/directory.ts';
import {dafolo, kmd, skat, useTestService} from '../../testing/service.ts';
import type {AuditLine} from './audit.ts';

const file = join(newDirectory(), 'logs', 'audit.jsonl');
const service = await useTestService({...tlsSettings, TAVLE_AUDIT: file});
const {url, issuer} = service;

/** The first line says that the service started. */
let read = 1;
/** The lines that came since the last look. */
async function lines(): Promise<AuditLine[]> {
  const all = (await readFile(file, 'utf8')).trim().split('\n');
  const fresh = all.slice(read).map(line => JSON.parse(line) as AuditLine);
  read = all.length;
  return fresh;
}

const secret = 'hemmeligt indhold';

it('every change of every interface is told in a line: who, for whom, what, and how it went', async () => {
  const asSkat = callerWith(url, await organisation(skat));
  const asDafolo = callerWith(url, await organisation(dafolo));
  const anonymous = callerWith(url);
  const frist = deadline({overskrift: secret, beskrivelse: secret, modtagere: '24256790'});
  const ada = await issuer.authorize('ada', '24256790');
  const company = '/calendar/1/virksomheder/24256790';

  await anonymous('POST', '/calendar/1/frister', frist);
  await anonymous('POST', '/calendar/1/frister', frist, {host: 'localhost:x'});
  await asDafolo('POST', '/calendar/1/frister', frist);
  const fristId = await deliver(asSkat, frist);
  await asSkat('PUT', `/calendar/1/frister/${fristId}`, {});
  await anonymous('PUT', `${company}/frister/${fristId}`, {isLaest: true}, ada);
  await anonymous('POST', `${company}/abonnement`, undefined, ada);
  await asSkat('DELETE', `/calendar/1/frister/${fristId}`);
  const state = '/dashboard/1/apps/state?app=cvr&activated=true';
  await anonymous('PUT', state, undefined, ada);
  await asDafolo('POST', '/dia/1/formular', {...requiredV1, egetId: 'a-1', titel: secret});
  await asDafolo('DELETE', '/dia/1/formular/a-1');
  await asDafolo('PUT', `/dia/2/formular/${kmd}/b-1`, {titel: secret});
  await asDafolo('PUT', `/dia/2/formular/${skat}/b-1`, {titel: secret});

  expect(
    (await lines()).map(({time, ...line}) => (Date.parse(time) > Date.now() - 60_000 ? line : time)),
  ).toEqual([
    {interface: 'C', method: 'POST', code: 401},
    {interface: 'C', method: 'POST', code: 400},
    {interface: 'C', method: 'POST', caller: dafolo, code: 403},
    {interface: 'C', method: 'POST', caller: skat, id: fristId, code: 201},
    {interface: 'C', method: 'PUT', caller: skat, id: String(fristId), code: 422},
    {interface: 'E', method: 'PUT', caller: 'ada', onBehalfOf: '24256790', id: String(fristId), code: 200},
    {interface: 'E', method: 'POST', caller: 'ada', onBehalfOf: '24256790', id: 'abonnement', code: 201},
    {interface: 'C', method: 'DELETE', caller: skat, id: String(fristId), code: 200},
    {interface: 'D', method: 'PUT', caller: 'ada', id: 'cvr', code: 200},
    {interface: 'A', method: 'POST', caller: dafolo, id: 'a-1', code: 201},
    {interface: 'A', method: 'DELETE', caller: dafolo, id: 'a-1', code: 200},
    {interface: 'B', method: 'PUT', caller: dafolo, onBehalfOf: kmd, id: 'b-1', code: 422},
    {interface: 'B', method: 'PUT', caller: dafolo, onBehalfOf: skat, id: 'b-1', code: 403},
  ]);
  expect(await readFile(file, 'utf8')).not.toMatch(/hemmeligt|24256790,|eyJ/);
});

it('reading leaves no line', async () => {
  await callerWith(url, await organisation(skat))('GET', '/calendar/1/frister');
  await callerWith(url)('GET', '/health/live');
  expect(await lines()).toEqual([]);
});

it('the first line of each start has the time and nothing of a change', async () => {
  const [first = ''] = (await readFile(file, 'utf8')).split('\n');
  expect(JSON.parse(first)).toEqual({time: expect.any(String) as string, event: 'start'});
});

it('a caller whose name holds line separators of Unicode still gets one line', async () => {
  const name = 'ada\u0085b\u2028c\u2029d\u007f\u009f';
  const headers = await issuer.authorize(name);
  await callerWith(url)('PUT', '/dashboard/1/apps/state?app=cvr&activated=true', undefined, headers);
  expect(await lines()).toMatchObject([{caller: name}]);
  expect(await readFile(file, 'utf8')).not.toMatch(/[\u007f-\u009f\u2028\u2029]/);
});
