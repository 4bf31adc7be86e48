import {expect, it} from 'vitest';

import {deadline} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {fristCounter} from '../records.ts';
import {createDeliveries} from './deliveries.ts';
import type {Delivery} from './schema.ts';

const authority = '19552101';
const input: Delivery = {
  overskrift: 'Moms',
  beskrivelse: 'Betal',
  afsenderNavn: 'Skattestyrelsen',
  fristDato: '2099-03-01',
  modtagere: ['24256790', '61056416'],
};

const service = await useTestService(tlsSettings);
const store = useStoreOf(service);
const deliveries = createDeliveries(store);

it('a deadline whose recipients were damaged gets 503, which names the operator', async () => {
  const {fristId} = await deliveries.create(authority, input);
  await store.remove(['frist', String(fristId), 'modtagere']);
  const call = callerWith(service.url, await organisation(authority));
  const path = `/calendar/1/frister/${fristId}`;
  const unreadable = {
    status: 503,
    body: {message: expect.stringContaining('restore it from a backup') as string},
  };
  expect(await call('GET', path)).toMatchObject(unreadable);
  expect(await call('PUT', path, deadline({modtagere: '24256790'}))).toMatchObject(unreadable);
  expect(await call('DELETE', path)).toMatchObject(unreadable);
  expect((await call('GET', '/calendar/1/frister')).text).toContain(`"fristId":${fristId},`);
});

it.each([undefined, {key: 'job-1', fingerprint: 'a'}])(
  'a new deadline never gets another one’s number after the store has lost the counter’s last steps',
  async retry => {
    const older = await deliveries.create('10150817', input);
    await store.add(fristCounter, -1);

    const {fristId} = await deliveries.create(authority, input, retry);
    expect(fristId).not.toBe(older.fristId);
    expect(await deliveries.get(authority, fristId)).toMatchObject({frist: {afsenderCvr: authority}});
    expect(await deliveries.get('10150817', older.fristId)).toMatchObject({frist: older});
  },
);

it('a repeated request does not return another authority’s deadline that has the number of a lost one', async () => {
  const request = {key: 'job-2', fingerprint: 'a'};
  const lost = await deliveries.create(authority, input, request);
  await store.remove(['frist', String(lost.fristId)]);
  await store.add(fristCounter, -1);
  const other = await deliveries.create('10150817', input);
  expect(other.fristId).toBe(lost.fristId);

  expect(await deliveries.findCreated(authority, request)).toBeUndefined();
  const [first, second] = await Promise.all([1, 2].map(() => deliveries.create(authority, input, request)));
  expect(first?.fristId).not.toBe(other.fristId);
  expect(second).toEqual(first);
  expect(await deliveries.findCreated(authority, request)).toEqual(first);
  expect(await deliveries.get(authority, first?.fristId ?? 0)).toMatchObject({frist: {overskrift: 'Moms'}});
  expect(await deliveries.get('10150817', other.fristId)).toMatchObject({frist: other});
});
