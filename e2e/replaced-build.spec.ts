import {once} from 'node:events';
import {cp, rm, symlink} from 'node:fs/promises';
import {connect} from 'node:net';
import {join, resolve} from 'node:path';

import {callerWith} from '../server/testing/certificates.ts';
import {expect, test} from './support/test.ts';

const paths = ['/embed/tavle.js', '/docs', '/docs/swagger-ui-bundle.js'];

test('a running service keeps serving its files after the build was removed, also without free file descriptors', async ({
  start,
  directory,
}) => {
  const installed = join(directory, 'installed');
  await cp('dist', join(installed, 'dist'), {recursive: true});
  await cp('package.json', join(installed, 'package.json'));
  await symlink(resolve('node_modules'), join(installed, 'node_modules'));
  const cli = join(installed, 'dist/server/cli.js');
  const {url} = await start({}, {cli, shell: 'ulimit -n 200; exec "$@"'});
  const read = async (path: string) => {
    const {status, text} = await callerWith(url)('GET', path);
    return {status, text};
  };
  const before = await Promise.all(paths.map(read));
  expect(before.map(({status}) => status)).toEqual([200, 200, 200]);

  await rm(join(installed, 'dist'), {recursive: true});

  expect(await Promise.all(paths.map(read))).toEqual(before);

  const port = Number(new URL(url).port);
  const asked = connect(port, '127.0.0.1');
  await once(asked, 'connect');
  const idle = Array.from({length: 300}, () =>
    connect(port, '127.0.0.1')
      .on('error', () => undefined)
      .resume(),
  );
  // The service closes connections without a free file descriptor.
  await expect.poll(() => idle.filter(socket => socket.closed).length).toBeGreaterThan(50);

  // A file that was not read before the build was removed.
  asked.write('GET /docs/swagger-ui.css HTTP/1.1\r\nHost: localhost\r\n\r\n');
  const [response] = (await once(asked, 'data')) as [Buffer];
  expect(response.toString('latin1')).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
  for (const socket of [asked, ...idle]) socket.destroy();
  const call = callerWith(url);
  await expect.poll(async () => (await call('GET', '/health/live').catch(() => undefined))?.status).toBe(200);
});
