import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import {freePort} from '../../server/store/testing/redis-process.ts';

/** The maximum time, in milliseconds, until a proxy listens. */
const timeoutMs = 60_000;

/** A proxy that compresses the responses of a service. */
interface Software {
  readonly command: readonly string[];
  /** @param host The host and port of the service. */
  readonly config: (directory: string, port: number, host: string) => string;
}

const temporaryPaths = (directory: string) =>
  ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(directory, name)};`)
    .join(' ');

const nginx: Software = {
  command: ['/usr/sbin/nginx', '-e', 'stderr', '-c'],
  config: (directory, port, host) => `
daemon off; master_process off; pid ${join(directory, 'pid')}; error_log stderr warn;
events {}
http {
  access_log off; ${temporaryPaths(directory)}
  gzip on; gzip_proxied any; gzip_types *; gzip_min_length 1;
  server {
    listen 127.0.0.1:${port};
    location / { proxy_pass http://${host}; proxy_set_header Host $http_host; }
  }
}
`,
};

const apache = (filter: 'DEFLATE' | 'BROTLI_COMPRESS'): Software => ({
  command: ['/usr/sbin/apache2', '-D', 'FOREGROUND', '-f'],
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

export const compressingProxies = {
  nginx,
  'Apache with mod_deflate': apache('DEFLATE'),
  'Apache with mod_brotli': apache('BROTLI_COMPRESS'),
};

/**
 * Starts a proxy in front of a service, both on plain HTTP.
 *
 * @returns The URL of the proxy, and a function that stops it.
 * @throws With the output, when it does not listen.
 */
export async function startCompressingProxy(
  name: keyof typeof compressingProxies,
  service: string,
  directory: string,
): Promise<{readonly url: string; stop(): Promise<void>}> {
  const {command, config} = compressingProxies[name];
  const [program = '', ...options] = command;
  const port = await freePort();
  const file = join(directory, 'proxy.conf');
  await writeFile(file, config(directory, port, new URL(service).host));
  const child = spawn(program, [...options, file], {stdio: ['ignore', 'ignore', 'pipe']});
  const closed = once(child, 'close');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  const end = performance.now() + timeoutMs;
  while (!(await fetch(`${url}/health/live`).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`${name} does not start.\n${output}`);
    await setTimeout(50);
  }
  return {
    url,
    async stop() {
      child.kill('SIGTERM');
      await closed;
    },
  };
}
