import {beforeAll, expect, it} from 'vitest';

import {emptyPortal} from '../portal/portal.ts';
import type {Store} from '../store/store.ts';
import {requiredV2} from '../testing/bodies.ts';
import {callerWith, organisation, tlsSettings} from '../testing/certificates.ts';
import {dafolo, useTestService} from '../testing/service.ts';
import {useStoreOf} from '../testing/store.ts';
import {createRegistry} from './registry.ts';
import type {VariantName} from './variant.ts';

const variants = 1_200;
const path = `/dia/2/formular/${dafolo}`;
const service = await useTestService(tlsSettings);
const store = useStoreOf(service);
const supplier = callerWith(service.url, await organisation(dafolo));

const nameOf = (number: number): VariantName => ({cvr: dafolo, egetId: `blanket-${number}`});
const body = {...requiredV2, titel: 'Anmeldelse af udstationering '.repeat(8).trim()};

beforeAll(async () => {
  expect((await supplier('PUT', `${path}/blanket-0`, body)).status).toBe(201);
  const registry = createRegistry(store, () => emptyPortal);
  const first = await registry.get(nameOf(0));
  if (!first) throw new Error('The first variant is missing.');
  await Promise.all(
    Array.from({length: variants - 1}, (_, index) =>
      registry.put(nameOf(index + 1), () => ({fields: first.fields, masterId: '0'})),
    ),
  );
});

async function read(known?: string) {
  const headers = known === undefined ? {} : {'if-none-match': known};
  const {status, body: list, headers: sent} = await supplier('GET', path, undefined, headers);
  return {status, count: (list as unknown[] | undefined)?.length, tag: String(sent.etag)};
}

it('a long list of variants is 304 until a variant is created, changed or deleted', async () => {
  let {tag, ...first} = await read();
  expect(first).toEqual({status: 200, count: variants});
  const changes = [
    ['PUT', `${path}/blanket-7`, {titel: 'Ny titel'}, variants],
    ['PUT', `${path}/ny`, body, variants + 1],
    ['DELETE', `${path}/blanket-8`, undefined, variants],
  ] as const;
  for (const [method, changed, sent, count] of changes) {
    expect((await read(tag)).status).toBe(304);
    expect((await supplier(method, changed, sent)).status).toBeLessThan(300);
    const now = await read(tag);
    expect(now).toMatchObject({status: 200, count});
    expect(now.tag).not.toBe(tag);
    ({tag} = now);
  }
});

it('the versions of a list are read without reading a variant', async () => {
  const unread: Store = {...store, read: () => Promise.reject(new Error('A document was read.'))};
  let found = '';
  for await (const text of createRegistry(unread, () => emptyPortal).versions(dafolo)) found += text;
  expect(found).toContain('blanket-99');
});
