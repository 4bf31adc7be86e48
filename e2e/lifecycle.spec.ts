import {spawn} from 'node:child_process';
import {randomUUID} from 'node:crypto';
import {once} from 'node:events';
import {mkdir, readdir, readFile, writeFile} from 'node:fs/promises';
import {type IncomingMessage, request as httpRequest} from 'node:http';
import {request as httpsRequest} from 'node:https';
import {connect, createServer} from 'node:net';
import {dirname, join} from 'node:path';
import {text} from 'node:stream/consumers';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {holdWriteLock} from '../server/store/testing/hold-lmdb.ts';
import {freePort} from '../server/store/testing/redis-process.ts';
import {deadline} from '../server/testing/bodies.ts';
import {listen} from '../server/testing/listen.ts';
import {metricIn} from '../server/testing/metric.ts';
import {dashboardOf} from './support/dashboard.ts';
import {demoToken} from './support/demo-calendar.ts';
import {beginProcess, runToEnd} from './support/process.ts';
import {sampleData} from './support/sample-data.ts';
import {expect, test} from './support/test.ts';

test.describe('tavle serve', () => {
  test('prints only its URL, once it can serve', async ({siteService: {url, output}}) => {
    expect(url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect(output.stdout).toBe(`tavle ready ${url}\n`);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
  });

  test('prints its URL as JSON if TAVLE_LOG_FORMAT is json, and names all interfaces', async ({
    settings,
    directory,
  }) => {
    const process = beginProcess('serve', {...settings, TAVLE_LOG_FORMAT: 'json'}, directory);
    await expect.poll(() => process.output.stdout).toMatch(/\n$/);
    const {url, ...line} = JSON.parse(process.output.stdout) as {url: string};
    expect(line).toEqual({level: 'info', time: expect.stringContaining('T') as unknown, msg: 'tavle ready'});
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    const started = process.output.stderr.split('\n').find(each => each.includes('"msg":"started"')) ?? '';
    expect(JSON.parse(started)).toMatchObject({
      interfacesABC: 'off: TAVLE_CLIENT_CA is not set',
      interfacesDEG: 'on',
      interfaceF: 'on',
    });
    await process.stop();
  });

  test('reports to systemd that it is ready, then that its event loop runs', async ({
    settings,
    directory,
  }) => {
    const socket = join(directory, 'notify');
    const script = fileURLToPath(new URL('support/notify-socket.pl', import.meta.url));
    const receiver = spawn('perl', [script, socket], {stdio: ['ignore', 'pipe', 'inherit']});
    let received = '';
    receiver.stdout.setEncoding('utf8').on('data', (chunk: string) => (received += chunk));
    try {
      await expect.poll(() => received).toBe('listening\n');
      const notified = {NOTIFY_SOCKET: socket, WATCHDOG_USEC: '1000000', PATH: process.env.PATH};
      const service = beginProcess('serve', {...settings, ...notified}, directory);
      await service.ready();
      await expect.poll(() => received).toMatch(/^listening\nREADY=1\n(?:WATCHDOG=1\n){2,}$/);
      service.send('SIGSTOP');
      // A message may be on its way.
      await setTimeout(500);
      const before = received;
      await setTimeout(1_500);
      expect(received).toBe(before);
      service.send('SIGCONT');
      expect(await service.stop()).toMatchObject({code: 0});
      expect(service.output.stderr).not.toContain('systemd could not be notified');
    } finally {
      receiver.kill();
    }
  });

  test('completes requests in flight at SIGTERM', async ({start, startDurableRedis, issuer}) => {
    const redis = await startDurableRedis();
    const service = await start({TAVLE_STORE: redis.url});
    const token = await issuer.token('anna');

    redis.freeze();
    const headers = {authorization: `Bearer ${token}`};
    const path = '/dashboard/1/apps/state?app=cvr&activated=true';
    const request = httpRequest(service.url + path, {method: 'PUT', headers});
    const response = once(request, 'response') as Promise<[IncomingMessage]>;
    request.end();
    const metrics = async () => (await fetch(`${service.url}/metrics`)).text();
    await expect
      .poll(metrics, {intervals: [25], timeout: 1_500})
      .toMatch(/^tavle_http_requests_in_flight [12]$/m);
    // SIGINT: after SIGTERM, the service still accepts connections for a time.
    const ended = service.stop('SIGINT');
    // Requests to a hanging store return 503 after two seconds.
    const look = () => fetch(`${service.url}/health/live`).catch(() => 'refused');
    await expect.poll(look, {intervals: [25]}).toBe('refused');
    redis.thaw();

    expect((await response)[0].resume().statusCode).toBe(200);
    expect(await ended).toMatchObject({code: 0});
    const next = await start({TAVLE_STORE: redis.url});
    expect(await dashboardOf(next.url, token).states(['cvr'])).toEqual({cvr: 'active'});
  });

  test('does not open a debugger at SIGUSR1, at which Node.js would give every program of the machine its keys', async ({
    start,
  }) => {
    const service = await start();
    service.send('SIGUSR1');
    await setTimeout(500);
    expect(service.output.stderr).not.toContain('Debugger');
    expect((await fetch(`${service.url}/health/ready`)).status).toBe(200);
  });

  test('exits on SIGTERM while another process holds the store’s write lock', async ({
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
    await expect.poll(readiness, {intervals: [25]}).toContain('The service is stopping.');
    const {code, stderr} = await ended;
    // The signal ended the process, which did not exit with a code.
    expect(code).toBe('SIGTERM');
    expect(stderr).toContain('The store cannot be closed');
    await holder.release();
  });

  test('issues no tokens', async ({siteService: {url}}) => {
    for (const path of ['/demo/token', '/demo/users', '/demo/']) {
      expect((await fetch(url + path, {method: 'POST'})).status).toBe(404);
    }
  });
});

test.describe('tavle demo', () => {
  test('shuts down cleanly while it fills its store', async ({startDurableRedis, directory}) => {
    const redis = await startDurableRedis();
    const port = await freePort();
    const settings = {TAVLE_PORT: String(port), TAVLE_STORE: redis.url, TAVLE_LOG_LEVEL: 'debug'};
    const demo = beginProcess('demo', settings, directory);
    await expect.poll(() => demo.output.stderr, {intervals: [50]}).toContain('request answered');
    // An incomplete request, which the shutdown waits for.
    const half = connect(port, '127.0.0.1');
    await once(half, 'connect');
    const headers = ['Host: localhost', 'Content-Type: application/json', 'Content-Length: 100'];
    half.write(`POST /demo/token HTTP/1.1\r\n${headers.join('\r\n')}\r\n\r\n`);
    const inFlight = async () => {
      const metrics = await fetch(`http://127.0.0.1:${port}/metrics`);
      return metricIn(await metrics.text(), 'tavle_http_requests_in_flight');
    };
    await expect.poll(inFlight, {intervals: [25]}).toBeGreaterThan(0);
    // A request of the demo waits for Redis. It fails after two seconds, so `stop` must come first.
    redis.freeze();
    await expect.poll(inFlight, {intervals: [25]}).toBeGreaterThan(1);
    const ended = demo.stop();
    await expect.poll(() => demo.output.stderr).toContain('request failed');
    half.destroy();
    const {code, stdout, stderr} = await ended;
    expect({code, stdout}).toEqual({code: 0, stdout: ''});
    // Only log lines, without a stack trace.
    expect(stderr).toMatch(/^(\{.*\}\n)+$/);
  });

  for (const [name, value, problem] of [
    ['TAVLE_PUBLIC_URL', 'https://portal.example.dk/tavle/', 'Must not have a path. '],
    ['TAVLE_HOST', '0.0.0.0', 'Must be one of 127.0.0.1, ::1, localhost. '],
    ['TAVLE_PORT', 'abc', 'Must be a whole number from 0 to 65172. '],
    ['TAVLE_PORT', '65173', 'Must be a whole number from 0 to 65172. '],
  ] as const) {
    test(`refuses ${value} in ${name}`, async ({directory}) => {
      const {code, stdout, stderr} = await runToEnd(['demo'], {TAVLE_PORT: '0', [name]: value}, directory);
      expect({code, stdout}).toEqual({code: 1, stdout: ''});
      const beginning = `tavle demo can't start:\n  ${name}: ${problem}`;
      expect(stderr.slice(0, beginning.length)).toBe(beginning);
    });
  }

  for (const [name, path, content, problem] of [
    ['a file in place of its directory', 'data', '', /cannot create data\/demo \(E[A-Z]+\)\./],
    ['mails that are cut', 'data/demo/mails.json', '[{"id": 1', /cannot read data\/demo\/mails\.json: .+/],
    ['a file in place of its certificates', 'data/demo/certificates', '', /certificates \(E[A-Z]+\)\./],
  ] as const) {
    test(`names ${name}, without a stack trace`, async ({directory}) => {
      await mkdir(join(directory, dirname(path)), {recursive: true});
      await writeFile(join(directory, path), content);
      const {code, stdout, stderr} = await runToEnd(['demo'], {TAVLE_PORT: '0'}, directory);
      expect({code, stdout}).toEqual({code: 1, stdout: ''});
      expect(stderr).toMatch(new RegExp(`^tavle demo can't start:\n {2}.*${problem.source}\n$`));
    });
  }

  for (const offset of [0, 363]) {
    test(`names the port that is in use and how to choose another one: TAVLE_PORT + ${offset}`, async ({
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

  test('accepts its tokens while a second demo runs in the same directory', async ({startDemo}) => {
    const start = async () => startDemo({TAVLE_PORT: String(await freePort())});
    const demos = [await start(), await start()];
    // After this time, a service reads a changed key set.
    await setTimeout(1_100);
    for (const {url} of demos) {
      const headers = {authorization: `Bearer ${await demoToken(url)}`};
      expect((await fetch(`${url}/dashboard/1/apps/order`, {headers})).status).toBe(200);
    }
  });

  test('prints all URLs, and the ready line last', async ({demo: {url, output}}) => {
    for (const path of ['/demo/', '/demo/frister.html', '/docs/manual', '/docs']) {
      expect(output.stdout).toContain(`${url}${path}\n`);
      expect((await fetch(url + path)).status).toBe(200);
    }
    for (const fact of [/https:\/\/localhost:\d+/, /data\/demo\/certificates/, /Ctrl-C/]) {
      expect(output.stdout).toMatch(fact);
    }
    expect(output.stdout.endsWith(`\n\ntavle ready ${url}\n`)).toBe(true);
  });

  test('returns links to the listener that received the request', async ({demo: {url, output}}) => {
    const second = /https:\/\/localhost:\d+/.exec(output.stdout)?.[0] ?? '';
    const certificates = join(sampleData(), 'data/demo/certificates');
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

    const overskrift = `Moms, ${randomUUID()}`;
    const {location} = await call(
      'POST',
      '/calendar/1/frister',
      deadline({overskrift, fristDato: '14-09-2092'}),
    );
    expect(location).toMatch(/^\/calendar\/1\/frister\/\d+$/);
    const read = await call('GET', location ?? '');
    expect(read).toMatchObject({body: {overskrift}});

    const plain = {url, description: 'Med adgangstoken: D og E.'};
    const mutual = {url: second, description: 'Med klientcertifikat: A, B og C.'};
    expect(await (await fetch(`${url}/openapi.json`)).json()).toMatchObject({servers: [plain, mutual]});
    expect((await call('GET', '/openapi.json')).body).toMatchObject({servers: [mutual, plain]});
  });
});

test.describe('tavle', () => {
  test('prints help without a store, and fails without a command', async ({directory}) => {
    const help = await runToEnd(['check', '--help'], {TAVLE_STORE: 'file:/proc/nope'}, directory);
    expect(help).toMatchObject({code: 0, stderr: ''});
    expect(help.stdout).toMatch(/^Usage: tavle check \[options\]\n\nreports problems/);
    for (const words of [[], ['inspect']]) {
      const {code, stdout, stderr} = await runToEnd(words, {}, directory);
      expect({code, stdout}).toEqual({code: 1, stdout: ''});
      expect(stderr).toMatch(/^Usage: tavle /);
    }
  });

  test('rejects an invalid CVR number before it opens a store', async ({directory}) => {
    for (const name of ['export', 'erase']) {
      const ended = await runToEnd([name, 'company', '12'], {}, directory);
      const stderr = `tavle ${name}: "12" is not a CVR number of eight digits.\n`;
      expect(ended).toEqual({code: 1, stdout: '', stderr});
      // As from a script whose variable is empty.
      expect(await runToEnd([name, 'person', ''], {}, directory)).toMatchObject({code: 1, stdout: ''});
    }
  });
});
