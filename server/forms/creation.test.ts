import {describe, expect, it} from 'vitest';

import {requiredV1} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo as dafoloCvr, kmd as kmdCvr, onEachStore, onLmdb} from '../testing/service.ts';

const path = '/dia/1/formular';
const variant = (egetId: string) => ({...requiredV1, egetId});

onLmdb(({url}) => {
  describe('a POST with an Idempotency-Key', async () => {
    const dafolo = callerWith(url, await organisation(dafoloCvr));
    const kmd = callerWith(url, await organisation(kmdCvr));
    const post = (body: unknown, key: string, caller = dafolo) =>
      caller('POST', path, body, {'idempotency-key': key});

    it('returns the same response when it is repeated, and creates one variant', async () => {
      const created = await post(variant('gentaget'), 'key-1');
      const repeated = await post(variant('gentaget'), 'key-1');
      expect(created.status).toBe(201);
      expect(repeated).toMatchObject({
        status: 201,
        body: created.body,
        headers: {location: created.headers.location},
      });
    });

    it('may have another order of keys and other white space', async () => {
      const body = variant('ordnet');
      const created = await post(body, 'key-2');
      const reversed = Object.fromEntries(Object.entries(body).reverse());
      const repeated = await post(Buffer.from(JSON.stringify(reversed, null, 2)), 'key-2');
      expect([created.status, repeated.status]).toEqual([201, 201]);
      expect(repeated.body).toEqual(created.body);
    });

    it('returns 422 for another body', async () => {
      await post(variant('en'), 'key-3');
      const message = 'Must be a new key: this one was used for a request with another body.';
      expect(await post(variant('to'), 'key-3')).toMatchObject({
        status: 422,
        body: {errors: {'Idempotency-Key': [message]}},
      });
    });

    it('returns the first response after the variant was changed and deleted', async () => {
      const created = await post(variant('slettet'), 'key-4');
      await dafolo('PUT', `${path}/slettet`, {titel: 'Ny titel'});
      expect((await post(variant('slettet'), 'key-4')).body).toEqual(created.body);
      await dafolo('DELETE', `${path}/slettet`);
      expect((await post(variant('slettet'), 'key-4')).body).toEqual(created.body);
      expect((await dafolo('PUT', `${path}/slettet`, {titel: 'Igen'})).status).toBe(404);
    });

    it('returns 400 if another request created the variant, without using the key', async () => {
      await dafolo('POST', path, variant('optaget'));
      expect((await post(variant('optaget'), 'key-5')).status).toBe(400);
      expect((await post(variant('ledig'), 'key-5')).status).toBe(201);
    });

    it('belongs to its caller', async () => {
      const created = await post(variant('delt'), 'key-6');
      const other = await post(variant('delt'), 'key-6', kmd);
      expect(other.status).toBe(201);
      expect(other.body).not.toEqual(created.body);
    });

    it('without visible characters returns 400', async () => {
      expect(await post(variant('usynlig'), 'a b')).toMatchObject({
        status: 400,
        body: {errors: {'Idempotency-Key': [expect.any(String)]}},
      });
    });
  });
}, tlsSettings);

onEachStore(({url}) => {
  it('ten concurrent POSTs with one Idempotency-Key create one variant', async () => {
    const dafolo = callerWith(url, await organisation(dafoloCvr));
    const responses = await Promise.all(
      Array.from({length: 10}, () => dafolo('POST', path, variant('samtidig'), {'idempotency-key': 'key-7'})),
    );
    expect(responses.map(({status}) => status)).toEqual(Array<number>(10).fill(201));
    expect(new Set(responses.map(({text}) => text)).size).toBe(1);
  });
}, tlsSettings);
