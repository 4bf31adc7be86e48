import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {connect} from 'node:net';
import {join} from 'node:path';

import {pino} from 'pino';
import {describe, expect, it} from 'vitest';

import {readConfig} from './config.ts';
import {startService} from './service.ts';
import {freePort} from './store/testing/redis-process.ts';
import {newDirectory} from './testing/directory.ts';
import {startTestService} from './testing/service.ts';

const directory = newDirectory();
const store = `file:${join(directory, 'data')}`;

it('a service whose store is unavailable resolves `ready` to false when it is stopped', async () => {
  const TAVLE_PORTAL = join(directory, 'portal.json');
  await writeFile(TAVLE_PORTAL, JSON.stringify({apps: []}));
  const TAVLE_STORE = `redis://127.0.0.1:${await freePort()}`;
  const config = readConfig({TAVLE_PORT: '0', TAVLE_STORE, TAVLE_PORTAL, TAVLE_AUDIT: 'off'});
  const service = await startService(config, pino({enabled: false}), () => []);
  await service.stop();
  expect(await service.ready).toBe(false);
});

describe('a service that cannot start', () => {
  it.for([
    ['TAVLE_HOST', '192.0.2.1', 'cannot listen on 192.0.2.1:0 (EADDRNOTAVAIL).'],
    // Node.js's recursive `mkdir` never returns on this file system.
    ['TAVLE_STORE', 'file:/proc/nope', 'cannot open /proc/nope (ENOENT).'],
    [
      'TAVLE_AUDIT',
      '/proc/nope/audit.log',
      'cannot write to /proc/nope/audit.log (ENOENT). Make room, start its reader, or name another place.',
    ],
  ] as const)('names the invalid setting %s=%s', async ([name, value, problem]) => {
    const own = name === 'TAVLE_STORE' ? value : store;
    await expect(startTestService(own, {[name]: value})).rejects.toThrow(`${name}: ${problem}`);
  });

  it('closes its port when the build is missing', async () => {
    const port = await freePort();
    const started = startTestService(store, {TAVLE_PORT: String(port)}, () => {
      throw new Error('There is no build.');
    });
    await expect(started).rejects.toThrow('There is no build.');
    await expect(once(connect(port, '127.0.0.1'), 'connect')).rejects.toThrow('ECONNREFUSED');
  });
});
