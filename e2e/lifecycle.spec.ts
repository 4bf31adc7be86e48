import {once} from 'node:events';
import {readdir, writeFile} from 'node:fs/promises';
import {type IncomingMessage, request as httpRequest} from 'node:http';
import {connect} from 'node:net';
import {join} from 'node:path';

import {freePort} from '../server/store/testing/redis-process.ts';
import {dashboardOf} from './support/dashboard.ts';
import {runToEnd, startDemoUntil} from './support/process.ts';
import {engines, expect, portal, test} from './support/test.ts';

/** Sends a request and resolves when the service has taken it up, which `100 Continue` tells. */
async function beginRequest(url: string, method: string, token: string) {
  const headers = {authorization: `Bearer ${token}`, expect: '100-continue'};
  const request = httpRequest(url, {method, headers});
  const response = once(request, 'response').then(([answer]) => (answer as IncomingMessage).resume());
  request.flushHeaders();
  await once(request, 'continue');
  request.end();
  return {response};
}

test.describe('tavle serve', () => {
  test('says where it is as soon as it can serve, and nothing else', async ({start}) => {
    const {url, output} = await start();
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(output.stdout).toBe(`tavle ready ${url}\n`);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  test('lists everything that is wrong with its settings and starts nothing', async ({directory}) => {
    const wrong = {
      TAVLE_PORT: 'many',
      TAVLE_STORE: 'mysql://somewhere',
      TAVLE_PORTAL: 'missing.json',
      TAVLE_ORIGINS: '*',
      TAVLE_TLS_CERT: 'missing.pem',
      TAVLE_TOKEN_JWKS: 'missing-keys.json',
      TAVLE_LOG_LEVEL: 'loud',
    };
    const {code, stdout, stderr} = await runToEnd(['serve'], wrong, directory);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(/^tavle can't start:\n( {2}TAVLE_\w+: .+\n)+$/);
    const partners = ['TAVLE_TLS_KEY', 'TAVLE_TOKEN_ISSUER', 'TAVLE_TOKEN_AUDIENCE'];
    for (const name of [...Object.keys(wrong), ...partners]) expect(stderr).toContain(`\n  ${name}: `);
  });

  test('says which address is taken', async ({start, settings, directory}) => {
    const {port} = new URL((await start()).url);
    const second = {...settings, TAVLE_PORT: port, TAVLE_STORE: 'file:other'};
    const {code, stdout, stderr} = await runToEnd(['serve'], second, directory);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^tavle can't start:\n.*already in use.*127\\.0\\.0\\.1:${port}\n$`));
  });

  test('finishes what is under way when it is told to stop', async ({start, startDurableRedis, issuer}) => {
    const redis = await startDurableRedis();
    const service = await start({TAVLE_STORE: redis.url});
    const token = await issuer.token('anna');

    redis.freeze();
    const underWay = await beginRequest(
      `${service.url}/dashboard/1/apps/state?app=cvr&activated=true`,
      'PUT',
      token,
    );
    const ended = service.stop();
    // Soon: what asked a store that hangs is answered 503 after two seconds.
    const look = () => fetch(`${service.url}/health/live`).catch(() => 'refused');
    await expect.poll(look, {intervals: [10]}).toBe('refused');
    redis.thaw();

    expect((await underWay.response).statusCode).toBe(200);
    expect(await ended).toMatchObject({code: 0});
    const next = await start({TAVLE_STORE: redis.url});
    expect(await dashboardOf(next.url, token).states(['cvr'])).toEqual({cvr: 'active'});
  });

  test('reads its portal file again when it is told to, unless the new one is wrong', async ({
    start,
    settings,
    issuer,
  }) => {
    const service = await start();
    const dashboard = dashboardOf(service.url, await issuer.token('anna'));
    const portalFile = settings.TAVLE_PORTAL ?? '';
    expect(await dashboard.states(['ny'])).toEqual({});

    const apps = [...portal.apps, {navn: 'ny', tilstand: 'active'}];
    await writeFile(portalFile, JSON.stringify({apps}));
    service.send('SIGHUP');
    await expect.poll(() => dashboard.states(['ny'])).toEqual({ny: 'active'});

    await writeFile(portalFile, JSON.stringify({apps: [{navn: 'ny', tilstand: 'sleeping'}]}));
    service.send('SIGHUP');
    await expect.poll(() => service.output.stderr).toContain('the old one stays in force');
    expect(service.output.stderr).toContain('apps.0.tilstand');
    expect(await dashboard.states(['ny', 'cvr'])).toEqual({ny: 'active', cvr: 'deactive'});
  });

  test('gives nobody a token', async ({start}) => {
    const {url} = await start();
    for (const path of ['/demo/token', '/demo/users', '/demo/']) {
      expect((await fetch(url + path, {method: 'POST'})).status).toBe(404);
    }
  });

  for (const engine of engines) {
    test(`agrees with a second process on one store on ${engine}`, async ({start, newStore, issuer}) => {
      const TAVLE_STORE = await newStore(engine);
      const token = await issuer.token('anna');
      const services = await Promise.all([start({TAVLE_STORE}), start({TAVLE_STORE})]);
      const [one, other] = services.map(({url}) => dashboardOf(url, token));
      if (!one || !other) throw new Error('There are two services.');

      for (const activated of [true, false, true, false]) {
        await one.turn('app-1', activated);
        expect(await other.states(['app-1'])).toEqual({'app-1': activated ? 'active' : 'deactive'});
        await other.turn('app-2', activated);
        expect(await one.states(['app-2'])).toEqual({'app-2': activated ? 'active' : 'deactive'});
      }
    });
  }
});

test.describe('tavle demo', () => {
  test('gives the people of its portal a token that works', async ({startDemo}) => {
    const {url} = await startDemo();
    const users = (await (await fetch(`${url}/demo/users`)).json()) as {sub: string}[];
    const response = await fetch(`${url}/demo/token`, {
      method: 'POST',
      headers: {'content-type': 'application/json'},
      body: JSON.stringify(users[0]),
    });
    const {token} = (await response.json()) as {token: string};
    expect(await dashboardOf(url, token).states(['frister'])).toEqual({frister: 'active'});
  });

  test('takes an empty variable for one that is not set', async ({startDemo, directory}) => {
    const {url} = await startDemo({TAVLE_HOST: '', TAVLE_STORE: ''});
    expect(url).toContain('127.0.0.1');
    expect(await readdir(join(directory, 'data'))).toEqual(['demo']);
  });

  test('ends in order while it is filling its store, although that fails then', async ({
    startDurableRedis,
    directory,
  }) => {
    const redis = await startDurableRedis();
    const port = await freePort();
    const settings = {TAVLE_PORT: String(port), TAVLE_STORE: redis.url, TAVLE_LOG_LEVEL: 'debug'};
    const demo = await startDemoUntil('request answered', settings, directory);
    redis.freeze();
    // Half a request, which the end waits for.
    const half = connect(port, '127.0.0.1');
    await once(half, 'connect');
    const headers = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 100'];
    half.write(`POST /demo/token HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    const ended = demo.stop();
    await expect.poll(() => demo.output.stderr).toContain('request failed');
    half.destroy();
    const {code, stdout, stderr} = await ended;
    expect({code, stdout}).toEqual({code: 0, stdout: ''});
    // Lines of the log alone, and no stack beside them.
    expect(stderr).toMatch(/^(\{.*\}\n)+$/);
  });

  test('listens on this machine only', async ({directory}) => {
    const {code, stdout, stderr} = await runToEnd(['demo'], {TAVLE_HOST: '0.0.0.0'}, directory);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('listens on this machine only');
  });
});

test.describe('tavle', () => {
  for (const parameters of [[], ['server'], ['serve', 'now'], ['backup'], ['constructor']]) {
    test(`explains itself when it is called as "${['tavle', ...parameters].join(' ')}"`, async ({
      directory,
    }) => {
      const {code, stdout, stderr} = await runToEnd(parameters, {}, directory);
      expect(code).toBe(1);
      expect(stdout).toBe('');
      const explained = ['serve', 'check', 'backup', 'restore', 'repair', 'prune', 'demo', '--version'];
      expect(stderr).toMatch(new RegExp(`^${explained.map(each => `tavle ${each} .*\\n`).join('')}$`));
    });
  }

  test('explains itself when it is asked to', async ({directory}) => {
    const {code, stdout} = await runToEnd(['--help'], {}, directory);
    expect(code).toBe(0);
    expect(stdout).toContain('tavle serve');
  });
});
