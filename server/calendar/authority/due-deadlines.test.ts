import {describe, expect, it} from 'vitest';

import {deadline} from '../../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../../testing/certificates.ts';
import {skat, useTestService} from '../../testing/service.ts';
import {useStoreOf} from '../../testing/store.ts';
import {addDays, formatDate, type IsoDate, today} from '../../time/dates.ts';
import {createDeliveries} from './deliveries.ts';

const service = await useTestService(tlsSettings);
const call = callerWith(service.url, await organisation(skat));
const store = useStoreOf(service);

const inDays = (days: number) => addDays(today(), days);
const body = (date: IsoDate, overskrift = 'Corrected') =>
  deadline({overskrift, fristDato: formatDate(date), modtagere: '24256790'});

/** Stores a deadline, also with a past date, and returns its path. */
async function deliver(fristDato: IsoDate): Promise<string> {
  const input = {
    overskrift: 'Typo',
    beskrivelse: 'Pay',
    afsenderNavn: 'Skattestyrelsen',
    fristDato,
    modtagere: ['24256790'],
  };
  const {fristId} = await createDeliveries(store).create(skat, input);
  return `/calendar/1/frister/${fristId}`;
}

describe('a PUT on the day of a deadline or later', () => {
  it.each([0, -1, -400])('may keep the stored date (%i days from today)', async days => {
    const path = await deliver(inDays(days));
    expect(await call('PUT', path, body(inDays(days)))).toMatchObject({
      status: 200,
      body: {overskrift: 'Corrected', fristDato: formatDate(inDays(days))},
    });
  });

  it('may move the deadline to a later date', async () => {
    expect(await call('PUT', await deliver(inDays(0)), body(inDays(1)))).toMatchObject({status: 200});
  });

  it.each([0, -2])('refuses another date that is not after today (%i days from today)', async days => {
    const path = await deliver(inDays(-1));
    expect(await call('PUT', path, body(inDays(days), ''))).toMatchObject({
      status: 422,
      body: {
        errors: {
          fristDato: ['Must be after today (Danish time), or the stored date.'],
          overskrift: ['Must not be blank.'],
        },
      },
    });
  });

  it('is checked against the stored deadline at the time of the change', async () => {
    const path = await deliver(inDays(0));
    const both = await Promise.all([
      call('PUT', path, body(inDays(5), 'Moved')),
      call('PUT', path, body(inDays(0), 'Kept')),
    ]);
    // The request that keeps the date either precedes the move or is rejected.
    const {overskrift} = (await call('GET', path)).body as {overskrift: string};
    expect(overskrift).toBe('Moved');
    expect([200, 422]).toContain(both[1].status);
  });
});

it('a PUT before the day of a deadline refuses today as the new date', async () => {
  expect(await call('PUT', await deliver(inDays(3)), body(inDays(0)))).toMatchObject({
    status: 422,
    body: {errors: {fristDato: [expect.any(String)]}},
  });
});
