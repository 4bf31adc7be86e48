import {type ChildProcess, spawn} from 'node:child_process';
import {once} from 'node:events';
import {cp, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';
import {fileURLToPath} from 'node:url';

import {freePort} from '../../server/store/testing/redis-process.ts';
import {tlsSettings} from '../../server/testing/certificates.ts';

const deployed = fileURLToPath(new URL('../../deploy/nginx/', import.meta.url));

/** Debian's path, which not every user's PATH contains. */
const command = '/usr/sbin/nginx';
const njs = '/usr/lib/nginx/modules/ngx_http_js_module.so';

/** The maximum time, in milliseconds, until nginx listens. */
const timeoutMs = 60_000;

/** nginx in front of a service. */
export interface Proxy {
  /** The URL that requests client certificates. */
  readonly system: string;
  /** The URL for browsers. */
  readonly browsers: string;
  /** The URL with plain HTTP. */
  readonly plain: string;
  stop(): Promise<void>;
}

/**
 * Starts nginx with the file in `deploy/nginx/`, with other ports, paths and names.
 *
 * @param services The URLs of one or two services, plain HTTP.
 * @param directory An empty directory for its files.
 * @throws With what nginx output, when it does not start.
 */
export async function startNginx([first = '', second]: readonly string[], directory: string): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  await cp(join(deployed, 'client-cert.js'), join(directory, 'client-cert.js'));
  const site = replaceAll(await readFile(join(deployed, 'tavle.conf'), 'utf8'), {
    'listen 443': `listen 127.0.0.1:${port}`,
    'listen 80;': `listen 127.0.0.1:${plainPort};`,
    '127.0.0.1:8080': new URL(first).host,
    ...(second !== undefined && {'# server 127.0.0.1:8081': `server ${new URL(second).host}`}),
    '/etc/nginx/tavle/client-cert.js': join(directory, 'client-cert.js'),
    'server_name system.tavle.example.dk': 'server_name localhost',
    'server_name tavle.example.dk': 'server_name 127.0.0.1',
    '/etc/ssl/tavle/server.pem': tlsSettings.TAVLE_TLS_CERT,
    '/etc/ssl/tavle/server.key': tlsSettings.TAVLE_TLS_KEY,
    '/etc/ssl/tavle/client-ca.pem': tlsSettings.TAVLE_CLIENT_CA,
  });
  const file = join(directory, 'nginx.conf');
  await writeFile(file, mainConfig(site, directory));

  const child = spawn(command, ['-c', file, '-p', directory, '-e', 'stderr'], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const failed = once(child, 'error').then(([error]) => {
    throw new Error('nginx does not start: run "apt-get install nginx libnginx-mod-http-js".', {
      cause: error,
    });
  });
  const system = `https://localhost:${port}`;
  await Promise.race([failed, listening(port, child, () => output)]);
  return {
    system,
    browsers: `https://127.0.0.1:${port}`,
    plain: `http://127.0.0.1:${plainPort}`,
    async stop() {
      if (child.exitCode !== null) return;
      const closed = once(child, 'close');
      child.kill('SIGTERM');
      await closed;
    },
  };
}

/** What Debian's own nginx.conf has mainConfig a site, without a user and places that need root. */
function mainConfig(site: string, directory: string): string {
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(directory, name)};`)
    .join('\n  ');
  return `
load_module ${njs};
daemon off;
master_process off;
pid ${join(directory, 'nginx.pid')};
error_log stderr warn;
events {}
http {
  access_log off;
  ${temporary}
  ${site}
}
`;
}

function replaceAll(text: string, changes: Record<string, string>): string {
  let changed = text;
  for (const [from, to] of Object.entries(changes)) {
    if (!changed.includes(from)) throw new Error(`deploy/nginx/tavle.conf has no "${from}".`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
}

async function listening(port: number, child: ChildProcess, output: () => string): Promise<void> {
  const end = performance.now() + timeoutMs;
  while (performance.now() < end && child.exitCode === null) {
    // Any response proves that nginx listens. It returns 400 to plain HTTP.
    if (await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)) return;
    await setTimeout(50);
  }
  throw new Error(`nginx does not listen.\n${output()}`);
}
