import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import {freePort} from '../server/store/testing/redis-process.ts';
import {callerWith, clientCertField, organisation, proxySettings} from '../server/testing/certificates.ts';
import {deadline} from '../server/testing/bodies.ts';
import {nginx as nginxPath, nginxConfig, startProxy} from './support/proxy-process.ts';
import {expect, skat, test} from './support/test.ts';

/** A proxy that compresses the responses of a service. */
interface Software {
  readonly command: readonly string[];
  readonly coding: 'br' | 'gzip';
  /** @param host The host and port of the service. */
  readonly config: (directory: string, port: number, host: string) => string;
}

const nginx: Software = {
  command: [nginxPath, '-e', 'stderr', '-c'],
  coding: 'gzip',
  config: (directory, port, host) =>
    nginxConfig(
      `gzip on; gzip_proxied any; gzip_types *; gzip_min_length 1;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://${host}; proxy_set_header Host $http_host; }
  }`,
      directory,
    ),
};

const apache = (filter: 'DEFLATE' | 'BROTLI_COMPRESS', coding: Software['coding']): Software => ({
  command: ['/usr/sbin/apache2', '-D', 'FOREGROUND', '-f'],
  coding,
  config: (directory, port, host) => `
${['mpm_event', 'authz_core', 'filter', 'deflate', 'brotli', 'proxy', 'proxy_http']
  .map(name => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`)
  .join('\n')}
ServerName localhost
DefaultRuntimeDir ${directory}
PidFile ${join(directory, 'pid')}
ErrorLog ${join(directory, 'error.log')}
Listen 127.0.0.1:${port}
User nobody
Group nogroup
SetOutputFilter ${filter}
ProxyPreserveHost On
ProxyPass / http://${host}/
`,
});

const compressingProxies = {
  nginx,
  'Apache with mod_deflate': apache('DEFLATE', 'gzip'),
  'Apache with mod_brotli': apache('BROTLI_COMPRESS', 'br'),
};

/** Enough apps for a response that is worth compressing. */
const apps = Array.from({length: 40}, (_, index) => `app-${index}`);
const beskrivelse = '<p>Betal</p>'.repeat(20);

test('behind proxies that compress and change each ETag, conditional requests work', async ({
  start,
  withOrganisations: {TAVLE_PORTAL},
  issuer,
  directory,
}) => {
  const service = await start({...proxySettings, TAVLE_PORTAL, TAVLE_CVR_CHECK: 'off'});
  const direct = callerWith(service.url);
  const authority = {'client-cert': clientCertField((await organisation(skat)).certificate)};
  const person = await issuer.authorize('ada', '24256790');

  /** Sends conditional requests with tags of a proxy. @param coding The value of `Accept-Encoding` and `Content-Encoding`. */
  async function useTags(url: string, coding: string): Promise<void> {
    const call = callerWith(url);
    const encoding = {'accept-encoding': coding};

    /** Returns the tag that the proxy has changed. Expects a response with 304 to a request with this tag. */
    async function tagOf(path: string, headers: Record<string, string>): Promise<string> {
      const compressed = await fetch(url + path, {headers: {...headers, ...encoding}});
      expect(compressed.status, path).toBe(200);
      expect(compressed.headers.get('content-encoding'), path).toBe(coding);
      const {etag} = (await direct('GET', path, undefined, headers)).headers;
      const changed = compressed.headers.get('etag') ?? '';
      expect(changed, path).not.toBe(etag);
      const known = {...headers, ...encoding, 'if-none-match': `"other", ${changed}`};
      expect((await call('GET', path, undefined, known)).status, path).toBe(304);
      return changed;
    }

    /** Requires that a change needs the newest tag. */
    async function change(path: string, headers: Record<string, string>, body: object) {
      const [old, other] = [await tagOf(path, headers), {...headers, 'if-match': '"other-gzip", W/"other"'}];
      expect((await call('PUT', path, body, other)).status, path).toBe(412);
      expect((await call('PUT', path, body, {...headers, 'if-match': old})).status, path).toBe(200);
      expect((await call('PUT', path, body, {...headers, 'if-match': old})).status, path).toBe(412);
    }

    const [list, order] = ['/calendar/1/frister', '/dashboard/1/apps/order'];
    const created = await call('POST', list, deadline({beskrivelse}), authority);
    expect(created.status).toBe(201);
    const own = `${list}/${(created.body as {fristId: number}).fristId}`;
    expect((await call('PUT', order, {apps}, person)).status).toBe(200);
    await tagOf(list, authority);
    await tagOf('/calendar/1/virksomheder/24256790/frister', person);
    await tagOf('/openapi.json', {});
    // The service sends this file compressed, and the proxy does not change it.
    const script = await call('GET', '/embed/tavle.js', undefined, encoding);
    const same = {...encoding, 'if-none-match': String(script.headers.etag)};
    expect((await call('GET', '/embed/tavle.js', undefined, same)).status).toBe(304);

    await change(own, authority, deadline({beskrivelse, overskrift: 'Moms, rettet'}));
    await change(order, person, {apps: [...apps].reverse()});
    const last = {...authority, 'if-match': await tagOf(own, authority)};
    expect((await call('DELETE', own, undefined, last)).status).toBe(200);
  }

  for (const [name, {command, config, coding}] of Object.entries(compressingProxies)) {
    await test.step(name, async () => {
      const port = await freePort();
      const file = join(directory, `${port}.conf`);
      await writeFile(file, config(directory, port, new URL(service.url).host));
      const url = `http://127.0.0.1:${port}`;
      const stop = await startProxy([...command, file], url);
      try {
        await useTags(url, coding);
      } finally {
        await stop();
      }
    });
  }
});
