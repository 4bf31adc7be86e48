import {expect, test} from 'vitest';

import type {DemoCertificates} from './certificate-files.ts';
import type {MtlsServer} from './mtls-server.ts';
import {createSuppliers} from './suppliers.ts';

test('creates each sample form once, and as many copies of one as are wanted', async () => {
  const stored = new Map<string, unknown>();
  const send: MtlsServer['send'] = (_, method, path, body) => {
    if (method === 'GET')
      return Promise.resolve({status: stored.has(path) ? 200 : 404, body: stored.get(path)});
    const {egetId} = body as {egetId?: string};
    stored.set(method === 'POST' ? `${path}/${egetId}` : path, body);
    return Promise.resolve({status: 201, body});
  };
  const suppliers = createSuppliers(
    [{cvr: '61966617', navn: 'Dafolo', fil: 'dafolo'}],
    {of: () => ({certificate: '', key: ''})} as unknown as DemoCertificates,
    () => ({url: 'https://localhost', send}) as unknown as MtlsServer,
  );
  await suppliers.createSampleForms('http://localhost/demo/loesning.html', 0);
  const {size} = stored;
  await suppliers.createSampleForms('http://localhost/demo/loesning.html', 600);
  expect(stored.size).toBe(size + 600);
  expect(new Set([...stored.values()].map(form => (form as {titel: string}).titel)).size).toBe(size + 600);
});
