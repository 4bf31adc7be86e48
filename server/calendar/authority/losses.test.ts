import {expect, it} from 'vitest';

import {deadline} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {fristCounter} from '../records.ts';
import {createDeliveries} from './deliveries.ts';
import type {FristInput} from './schema.ts';

const authority = '19552101';
const allow = () => undefined;
const input: FristInput = {
  overskrift: 'Moms',
  beskrivelse: 'Betal',
  fristDato: '2099-03-01',
  modtagere: ['24256790', '61056416'],
};

const service = await useTestService(tlsSettings);
const store = useStoreOf(service);
const deliveries = createDeliveries(store);

/** Creates a deadline without its recipients and returns its id. */
async function lost(): Promise<number> {
  const {fristId, delivery} = await deliveries.create(authority, input);
  await store.remove(['frist', String(fristId), 'modtagere', delivery]);
  return fristId;
}

it('a deadline whose recipients the store has lost can be withdrawn', async () => {
  const id = await lost();
  await deliveries.withdraw(authority, id, allow);
  await expect(deliveries.get(authority, id)).rejects.toMatchObject({code: 404});
});

it('an authority whose deadline has lost its recipients gets a 503 with an explanation from GET, and restores them with PUT', async () => {
  const call = callerWith(service.url, await organisation(authority));
  const path = `/calendar/1/frister/${await lost()}`;
  expect(await call('GET', path)).toMatchObject({
    status: 503,
    body: {message: expect.stringContaining('Send a PUT that names them') as string},
  });
  const body = deadline({modtagere: '24256790'});
  expect(await call('PUT', path, body, {'if-match': '"any"'})).toMatchObject({status: 412});
  expect(await call('PUT', path, body, {'if-none-match': '*'})).toMatchObject({status: 412});
  expect(await call('DELETE', path, undefined, {'if-none-match': '*'})).toMatchObject({status: 412});
  expect(await call('PUT', path, body)).toMatchObject({status: 200});
  expect((await call('GET', path)).body).toMatchObject({modtagere: '24256790'});
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
