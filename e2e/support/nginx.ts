// Starts nginx with the files of `deploy/nginx/`, for tests behind a proxy. If these files get another directive with a
// path, port or name, replace it here.
import {cp, readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {freePort} from '../../server/store/testing/redis-process.ts';
import {tlsSettings} from '../../server/testing/certificates.ts';
import {nginx, nginxConfig, startProxy} from './proxy-process.ts';
import {createRevocationList} from './revocation-list.ts';

const deployed = fileURLToPath(new URL('../../deploy/nginx/', import.meta.url));

/** Debian's module for the script in `deploy/nginx/`. */
export const njs = '/usr/lib/nginx/modules/ngx_http_js_module.so';

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
 * @param directory An empty directory for nginx's files.
 * @throws With nginx's output, when nginx does not start.
 */
export async function startNginx([first = '', second]: readonly string[], directory: string): Promise<Proxy> {
  const [port, plainPort] = [await freePort(), await freePort()];
  await cp(join(deployed, 'client-cert.js'), join(directory, 'client-cert.js'));
  const revocationList = join(directory, 'client-ca.crl');
  await writeFile(revocationList, await createRevocationList());
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
    '/etc/ssl/tavle/client-ca.crl': revocationList,
  });
  const file = join(directory, 'nginx.conf');
  // A test with several visitors sets the address of each in a header.
  const addresses = 'set_real_ip_from 127.0.0.0/8; real_ip_header X-Test-Address;';
  await writeFile(file, `load_module ${njs};${nginxConfig(`${addresses}\n${site}`, directory)}`);
  // Any response proves that nginx listens. nginx returns 400 to plain HTTP.
  const stop = await startProxy(
    [nginx, '-c', file, '-p', directory, '-e', 'stderr'],
    `http://127.0.0.1:${port}`,
  );
  return {
    system: `https://localhost:${port}`,
    browsers: `https://127.0.0.1:${port}`,
    plain: `http://127.0.0.1:${plainPort}`,
    stop,
  };
}

function replaceAll(text: string, changes: Record<string, string>): string {
  let changed = text;
  for (const [from, to] of Object.entries(changes)) {
    if (!changed.includes(from)) throw new Error(`deploy/nginx/tavle.conf has no "${from}".`);
    changed = changed.replaceAll(from, to);
  }
  return changed;
}
