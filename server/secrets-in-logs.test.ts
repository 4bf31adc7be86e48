import {expect, it} from 'vitest';

import {deadline} from './testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from './testing/certificates.ts';
import {cvrClaim} from './testing/issuer.ts';
import {skat, useTestService} from './testing/service.ts';

const company = '12345674';

const service = await useTestService(tlsSettings, {engine: 'Redis'});

it('the log at level trace has every request and no secret, also while the store is unavailable', async () => {
  const redis = service.engine.server;
  const certificate = await organisation(skat);
  const authority = callerWith(service.url, certificate);
  const anyone = callerWith(service.url);
  const token = await service.issuer.token('secret-person', {[cvrClaim]: company});
  const person = {authorization: `Bearer ${token}`, cookie: 'session=secret-cookie'};
  const frist = deadline({overskrift: 'Secret heading', beskrivelse: 'Secret text', modtagere: company});
  const calendar = `/calendar/1/virksomheder/${company}`;

  await authority('POST', '/calendar/1/frister', frist, {'idempotency-key': 'secret-key'});
  await authority('POST', '/calendar/1/frister', {...frist, modtagere: `${company},no-such-number`});
  await authority('POST', '/calendar/1/frister', '{"secret half of a body": ');
  await anyone('GET', `${calendar}/frister`, undefined, person);
  await anyone('GET', '/dashboard/1/apps/state?apps=secret-app', undefined, person);
  await anyone('GET', '/dashboard/1/apps/state', undefined, {authorization: 'Bearer secret-token'});
  await anyone('GET', '/nowhere/secret-path?secret=query');
  const created = await anyone('POST', '/calendar/1/mine/abonnementer', {navn: 'Secret device'}, person);
  const feed = new URL((created.body as {url: string}).url).pathname;
  expect((await anyone('GET', feed)).status).toBe(200);

  await redis?.kill();
  await anyone('GET', feed);
  await anyone('PUT', '/dashboard/1/apps/state?app=cvr&activated=true', undefined, person);
  await authority('POST', '/calendar/1/frister', frist);
  await redis?.restart();

  const log = service.logged.join('');
  expect(log.match(/"msg":"request answered"/g)?.length).toBeGreaterThanOrEqual(12);
  expect(log).toContain('"route":"/calendar/1/abonnementer/:hemmelighed.ics"');
  expect(log).toMatch(/"msg":"request failed"/);
  expect(log.toLowerCase()).not.toContain('secret');
  for (const hidden of [token, feed.slice(-47), company, 'Bearer', 'BEGIN', certificate.key.slice(40, 80)])
    expect(log).not.toContain(hidden);
});
