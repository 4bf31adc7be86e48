import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {gzipSync} from 'node:zlib';

import {createCertificateAuthority, oces3Subject} from '../certificates/certificate-authority.ts';
import {freePort} from '../server/store/testing/redis-process.ts';
import {
  callerWith,
  clientCertField,
  organisation,
  proxySettings,
  tlsSettings,
  trusted,
} from '../server/testing/certificates.ts';
import {readDocBlocks} from '../e2e/support/doc-blocks.ts';
import {startProxy} from '../e2e/support/proxy-process.ts';
import {createRevocationList, revoked} from '../e2e/support/revocation-list.ts';
import {expect, skat, test as base} from '../e2e/support/test.ts';

interface ConfiguredProxy {
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/** @property startBehind Starts a service, and a proxy in front of it with the block `name` of the manual. */
const test = base.extend<{startBehind: (name: string, configure: Configure) => Promise<ConfiguredProxy>}>({
  startBehind: async ({start, withOrganisations: {TAVLE_PORTAL}, directory}, use) => {
    await use(async (name, configure) => {
      const service = await start({...proxySettings, TAVLE_PORTAL});
      const {files} = await readDocBlocks('operate/proxies.md');
      const list = join(directory, 'client-ca.crl');
      await writeFile(list, await createRevocationList());
      const paths = (files[name] ?? '')
        .replace('/etc/ssl/tavle/client-ca.pem', tlsSettings.TAVLE_CLIENT_CA)
        .replace('/etc/ssl/tavle/client-ca.crl', list);
      const port = await freePort();
      const {command, ready} = await configure(paths, directory, port, new URL(service.url).host);
      return {url: `https://localhost:${port}`, stop: await startProxy(command, ready)};
    });
  },
});

/* HAProxy and Caddy with the configurations of the manual. Only ports, paths and names differ, and all requests share one connection to the service. */

const path = '/calendar/1/frister';
const frist = {overskrift: 'Moms', beskrivelse: '<p>Betal</p>', fristDato: '01-03-2035', modtagere: ''};

interface Configured {
  readonly command: readonly string[];
  /** A plain HTTP URL that responds once the proxy listens. */
  readonly ready: string;
}

type Configure = (block: string, directory: string, port: number, service: string) => Promise<Configured>;

const haproxy: Configure = async (block, directory, port, service) => {
  const pair = join(directory, 'pair.pem');
  const {TAVLE_TLS_CERT: certificate, TAVLE_TLS_KEY: key} = tlsSettings;
  await writeFile(pair, `${await readFile(certificate, 'utf8')}\n${await readFile(key, 'utf8')}`);
  const frontend = block
    .replace('bind :443', `bind 127.0.0.1:${port}`)
    .replace('/etc/ssl/tavle/server-and-key.pem', pair);
  const file = join(directory, 'haproxy.cfg');
  const readyPort = await freePort();
  const limits = 'timeout connect 5s\n  timeout client 30s\n  timeout server 30s';
  await writeFile(
    file,
    `defaults\n  mode http\n  ${limits}\n${frontend}\n` +
      `backend tavle\n  http-reuse always\n  server one ${service} maxconn 1\n` +
      `frontend ready\n  bind 127.0.0.1:${readyPort}\n  http-request return status 200\n`,
  );
  return {
    command: ['/usr/sbin/haproxy', '-db', '-f', file],
    ready: `http://127.0.0.1:${readyPort}`,
  };
};

const caddy: Configure = async (block, directory, port, service) => {
  const site = block
    .replace('system.tavle.example.dk', `https://127.0.0.1:${port}, https://localhost:${port}`)
    .replace('/etc/ssl/tavle/server.pem', tlsSettings.TAVLE_TLS_CERT)
    .replace('/etc/ssl/tavle/server.key', tlsSettings.TAVLE_TLS_KEY)
    .replace('127.0.0.1:8080', `${service} {\n  transport http {\n    max_conns_per_host 1\n  }\n}`);
  const file = join(directory, 'Caddyfile');
  const options = `{\n  admin off\n  auto_https disable_redirects\n  storage file_system ${directory}\n}\n`;
  await writeFile(file, `${options}${site}\n`);
  return {
    command: ['/usr/bin/caddy', 'run', '--adapter', 'caddyfile', '--config', file],
    // Caddy returns 400 to plain HTTP.
    ready: `http://127.0.0.1:${port}`,
  };
};

for (const [proxy, name, configure] of [
  ['HAProxy', 'haproxy.cfg', haproxy],
  ['Caddy', 'Caddyfile', caddy],
] as const) {
  test(`behind ${proxy} as the manual configures it, only certificates identify callers`, async ({
    startBehind,
  }) => {
    const {url, stop} = await startBehind(name, configure);
    try {
      const own = await organisation(skat);
      const other = await organisation('24256790');
      const forged = {'client-cert': clientCertField(own.certificate)};
      expect(await callerWith(url, own)('POST', path, frist)).toMatchObject({status: 201});
      expect(await callerWith(url, other)('GET', path, undefined, forged)).toMatchObject({status: 403});
      for (const headers of [{}, forged]) {
        const anonymous = await callerWith(url)('GET', path, undefined, headers);
        expect(anonymous).toMatchObject({status: 401});
        expect(anonymous.text).toContain('certificate');
        expect(anonymous.text).not.toMatch(/not in the format|several values|cannot be read/);
      }
      expect(await callerWith(url)('GET', '/health/ready')).toMatchObject({status: 200});
      expect(await callerWith(url)('GET', '/metrics')).toMatchObject({status: 404});
      const stranger = await createCertificateAuthority('Another CA');
      const subject = oces3Subject(skat, 'Skattestyrelsen');
      const strange = await stranger.issue({subject});
      const expired = await trusted.issue({subject, notAfter: new Date(Date.now() - 1000)});
      const forServers = await trusted.issue({subject, hosts: ['localhost']});
      const all = [strange, expired, forServers, ...(configure === haproxy ? [revoked] : [])];
      for (const invalid of all) {
        const refused = await callerWith(url, invalid)('POST', path, frist).catch((error: unknown) => error);
        if (configure === caddy) expect(refused).toBeInstanceOf(Error);
        else
          expect(refused).toMatchObject({
            status: 401,
            text: expect.stringContaining('certificate'),
          });
      }
    } finally {
      await stop();
    }
  });

  test(`behind ${proxy}, a refused body does not delay the requests of others`, async ({startBehind}) => {
    const {url, stop} = await startBehind(name, configure);
    try {
      const own = await organisation(skat);
      const stranger = callerWith(url);
      const gzip = {'content-encoding': 'gzip'};
      const chunked = {'transfer-encoding': 'chunked'};
      const spaces = (bytes: number) => Buffer.alloc(bytes, ' ');
      const bodies: [number, Buffer, Record<string, string>][] = [
        [400, Buffer.alloc(200_000, 'no gzip'), gzip],
        [413, gzipSync(spaces(60_000_000)), gzip],
        [413, spaces(17 * 1024 * 1024), chunked],
        [415, spaces(200_000), {...chunked, 'content-type': 'text/plain'}],
        [401, spaces(8_000_000), {}],
        [401, spaces(8_000_000), chunked],
      ];
      for (const [status, body, headers] of bodies) {
        const caller = status === 401 ? callerWith(url) : callerWith(url, own);
        expect((await caller('POST', path, body, headers)).status).toBe(status);
        const started = performance.now();
        for (let turn = 0; turn < 5; turn += 1) expect((await stranger('GET', path)).status).toBe(401);
        // A stuck connection would delay these requests for 15 seconds.
        expect(performance.now() - started).toBeLessThan(10_000);
      }
    } finally {
      await stop();
    }
  });
}
