import {spawn} from 'node:child_process';
import {once} from 'node:events';
import {join} from 'node:path';
import {setTimeout} from 'node:timers/promises';

import {startTimeoutMs} from './timeout.ts';

/* Proxies as processes, for the end-to-end tests and the proof. To start another one, pass its command to
 * `startProxy`. */

/** Starts a proxy, such as nginx, HAProxy or Caddy, and returns a function that stops it. @throws With the proxy's output, when the URL does not respond. */
export async function startProxy(command: readonly string[], url: string): Promise<() => Promise<void>> {
  const [program = '', ...parameters] = command;
  const child = spawn(program, parameters, {stdio: ['ignore', 'ignore', 'pipe']});
  const closed = once(child, 'close');
  let output = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (output += text));
  const end = performance.now() + startTimeoutMs;
  while (!(await fetch(url).catch(() => undefined))) {
    if (child.exitCode !== null || performance.now() > end)
      throw new Error(`${program} does not start.\n${output}`);
    await setTimeout(50);
  }
  return async () => {
    child.kill('SIGTERM');
    await closed;
  };
}

/** The path of nginx on Debian, which not every user's PATH contains. */
export const nginx = '/usr/sbin/nginx';

/** Returns a configuration around sites like Debian's own nginx.conf, without a user and paths that need root. */
export function nginxConfig(sites: string, directory: string): string {
  const temporaryPaths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map(name => `${name}_temp_path ${join(directory, name)};`)
    .join(' ');
  return `
daemon off; master_process off; pid ${join(directory, 'nginx.pid')}; error_log stderr warn;
events {}
http {
  access_log off; ${temporaryPaths}
  ${sites}
}
`;
}
