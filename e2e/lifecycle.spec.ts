import {once} from 'node:events';
import {readdir, readFile, writeFile} from 'node:fs/promises';
import {type IncomingMessage, request as httpRequest} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {connect, createServer} from 'node:net';
import {join} from 'node:path';
import {text} from 'node:stream/consumers';

import {holdWriteLock} from '../server/store/testing/hold-lmdb.ts';
import {freePort} from '../server/store/testing/redis-process.ts';
import {deadline} from '../server/testing/bodies.ts';
import {listen} from '../server/testing/listen.ts';
import {dashboardOf} from './support/dashboard.ts';
import {runToEnd, startDemoUntil} from './support/process.ts';
import {engines, expect, portal, test} from './support/test.ts';

/** Sends a request and resolves when the service has accepted it, which it reports with `100 Continue`. */
async function beginRequest(url: string, method: string, token: string) {
  const headers = {authorization: `Bearer ${token}`, expect: '100-continue'};
  const request = httpRequest(url, {method, headers});
  const response = once(request, 'response').then(([message]) => (message as IncomingMessage).resume());
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
    expect(stderr).toMatch(
      new RegExp(`^tavle can't start:\n  TAVLE_PORT: 127\\.0\\.0\\.1:${port} is already in use .*\n$`),
    );
  });

  // The file system refuses new directories in a way that used to keep Node.js busy without end.
  test('names the setting of a store that cannot be opened', async ({settings, directory}) => {
    const unusable = {...settings, TAVLE_STORE: 'file:/proc/nope'};
    expect(await runToEnd(['serve'], unusable, directory)).toEqual({
      code: 1,
      stdout: '',
      stderr: "tavle can't start:\n  TAVLE_STORE: cannot open /proc/nope (ENOENT).\n",
    });
  });

  test('listens on every address, and gives links to its public URL', async ({start}) => {
    const {url} = await start({TAVLE_HOST: '0.0.0.0', TAVLE_PUBLIC_URL: 'https://tavle.example.dk/'});
    const response = await fetch(`http://127.0.0.1:${new URL(url).port}/openapi.json`);
    expect(await response.json()).toMatchObject({servers: [{url: 'https://tavle.example.dk'}]});
  });

  test('finishes what is under way at SIGTERM', async ({start, startDurableRedis, issuer}) => {
    const redis = await startDurableRedis();
    const service = await start({TAVLE_STORE: redis.url});
    const token = await issuer.token('anna');

    redis.freeze();
    const underWay = await beginRequest(
      `${service.url}/dashboard/1/apps/state?app=cvr&activated=true`,
      'PUT',
      token,
    );
    // Without the time after SIGTERM in which connections are still accepted.
    const ended = service.stop('SIGINT');
    // Soon: what asked a store that hangs is answered 503 after two seconds.
    const look = () => fetch(`${service.url}/health/live`).catch(() => 'refused');
    await expect.poll(look, {intervals: [10]}).toBe('refused');
    redis.thaw();

    expect((await underWay.response).statusCode).toBe(200);
    expect(await ended).toMatchObject({code: 0});
    const next = await start({TAVLE_STORE: redis.url});
    expect(await dashboardOf(next.url, token).states(['cvr'])).toEqual({cvr: 'active'});
  });

  test('ends on SIGTERM while another process holds the write lock of the store', async ({
    start,
    directory,
    issuer,
  }) => {
    const service = await start();
    const holder = await holdWriteLock(join(directory, 'store'));
    const anna = dashboardOf(service.url, await issuer.token('anna'));
    await expect(anna.turn('cvr', true)).rejects.toThrow('503');
    const ended = service.stop();
    const readiness = async () => (await fetch(`${service.url}/health/ready`)).text();
    await expect.poll(readiness, {intervals: [10]}).toContain('The service is stopping.');
    const {code, stderr} = await ended;
    // The signal itself ended it.
    expect(code).toBeNull();
    expect(stderr).toContain('The store cannot be closed');
    await holder.release();
  });

  test('reads its portal file again at SIGHUP, unless the new one is wrong', async ({
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

  test('gives nobody a token', async ({siteService: {url}}) => {
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
  test('gives the people of its portal a token that works', async ({demo: {url}}) => {
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
    // Lines of the log alone, and no stack between them.
    expect(stderr).toMatch(/^(\{.*\}\n)+$/);
  });

  for (const offset of [0, 363]) {
    test(`says which of its ports is taken and how to choose others: TAVLE_PORT + ${offset}`, async ({
      directory,
    }) => {
      const port = await freePort();
      const holder = createServer();
      const taken = await listen(holder, port + offset);
      const settings = {TAVLE_PORT: String(port)};
      const {code, stdout, stderr} = await runToEnd(['demo'], settings, directory);
      holder.close();
      expect({code, stdout}).toEqual({code: 1, stdout: ''});
      expect(stderr).toBe(
        `tavle demo can't start:\n  TAVLE_PORT: 127.0.0.1:${taken} is already in use (EADDRINUSE). The demo needs two ports, TAVLE_PORT and TAVLE_PORT + 363: set another one, such as TAVLE_PORT=8090.\n`,
      );
      expect(await readdir(directory)).toEqual([]);
    });
  }

  test('prints where everything is, and the ready line last, alone on its line', async ({
    demo: {url, output},
  }) => {
    for (const path of ['/demo/', '/demo/frister.html', '/demo/manual.html', '/docs']) {
      expect(output.stdout).toContain(`${url}${path}\n`);
      expect((await fetch(url + path)).status).toBe(200);
    }
    for (const fact of [/https:\/\/localhost:\d+/, /data\/demo\/certificates/, /Ctrl-C/]) {
      expect(output.stdout).toMatch(fact);
    }
    expect(output.stdout.endsWith(`\n\ntavle ready ${url}\n`)).toBe(true);
  });

  test('gives links to the listener that a request came through', async ({startDemo, directory}) => {
    const {url, output} = await startDemo();
    const second = /https:\/\/localhost:\d+/.exec(output.stdout)?.[0] ?? '';
    const certificates = join(directory, 'data/demo/certificates');
    const [ca, cert, key] = await Promise.all(
      ['ca.pem', 'skst.pem', 'skst.key'].map(name => readFile(join(certificates, name))),
    );
    const call = async (method: string, path: string, body?: object) => {
      const headers = {'Content-Type': 'application/json'};
      const request = httpsRequest(second + path, {method, headers, ca, cert, key});
      request.end(body && JSON.stringify(body));
      const [response] = (await once(request, 'response')) as [IncomingMessage];
      return {location: response.headers.location, body: JSON.parse(await text(response)) as unknown};
    };

    const {location} = await call('POST', '/calendar/1/frister', deadline());
    expect(location).toMatch(new RegExp(`^${second}/calendar/1/frister/\\d+$`));
    const read = await call('GET', location?.slice(second.length) ?? '');
    expect(read).toMatchObject({body: {overskrift: 'Moms'}});

    const plain = {url, description: 'Med adgangstoken: D og E.'};
    const mutual = {url: second, description: 'Med klientcertifikat: A, B og C.'};
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({servers: [plain, mutual]});
    expect((await call('GET', '/openapi.json')).body).toMatchObject({servers: [mutual, plain]});
  });

  test('listens on this machine only', async ({directory}) => {
    const {code, stdout, stderr} = await runToEnd(['demo'], {TAVLE_HOST: '0.0.0.0'}, directory);
    expect(code).toBe(1);
    expect(stdout).toBe('');
    expect(stderr).toContain('listens on this machine only');
  });
});

test.describe('tavle', () => {
  test('describes its commands without a store, and fails when it is called without a command', async ({
    directory,
  }) => {
    for (const [words, start] of [
      [['--help'], 'tavle serve '],
      [['-h'], 'tavle serve '],
      [['help'], 'tavle serve '],
      [['check', '--help'], 'tavle check\n\nReports what is wrong'],
      [['help', 'backup'], 'tavle backup DIRECTORY\n\nCopies the store'],
      [['inspect', '-h'], 'tavle inspect deadline ID [--company CVR] [--json]\n'],
      [['inspect', 'person', 'anna', '--help'], 'tavle inspect person OWNER [--json]\n'],
    ] as const) {
      const {code, stdout, stderr} = await runToEnd(words, {TAVLE_STORE: 'file:/proc/nope'}, directory);
      expect({words, code, stderr}).toEqual({words, code: 0, stderr: ''});
      expect(stdout.slice(0, start.length)).toBe(start);
    }
    const {code, stdout, stderr} = await runToEnd([], {}, directory);
    expect({code, stdout}).toEqual({code: 1, stdout: ''});
    expect(stderr).toMatch(/^tavle serve /);
  });

  test('says what is wrong with the call, and which help to read', async ({directory}) => {
    for (const [words, problem, help] of [
      [['server'], 'Unknown command "server". Did you mean "tavle serve"?', ''],
      [['constructor'], 'Unknown command "constructor".', ''],
      [['server', '--help'], 'Unknown command "server". Did you mean "tavle serve"?', ''],
      [['--port'], 'Unknown option --port.', ''],
      [
        ['demo', '--port', '9999'],
        'Unknown option --port. Settings are environment variables: TAVLE_PORT.',
        'demo ',
      ],
      [['serve', 'now'], 'Unexpected argument "now".', 'serve '],
      [['backup'], 'tavle backup needs DIRECTORY.', 'backup '],
      [['inspect'], 'tavle inspect needs one of: deadline, company, form, person, authority.', 'inspect '],
      [['inspect', 'company', '--from'], '--from needs a value.', 'inspect company '],
      [['restore', 'one', 'two'], 'Unexpected argument "two".', 'restore '],
    ] as const) {
      const ended = await runToEnd(words, {}, directory);
      expect(ended).toEqual({code: 1, stdout: '', stderr: `${problem} See tavle ${help}--help.\n`});
    }
  });

  test('refuses a CVR number that is not one, before it opens a store', async ({directory}) => {
    for (const name of ['export', 'erase']) {
      const ended = await runToEnd([name, 'company', '12'], {}, directory);
      const stderr = `tavle ${name}: "12" is not a CVR number of eight digits.\n`;
      expect(ended).toEqual({code: 1, stdout: '', stderr});
    }
  });
});
