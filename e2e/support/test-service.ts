import {join} from 'node:path';
import {fileURLToPath} from 'node:url';

import {freePort} from '../../server/store/testing/redis-process.ts';
import {runToEnd} from './process.ts';
import {startUntil} from './shell.ts';

const cli = fileURLToPath(new URL('../../dist/server/cli.js', import.meta.url));

/** Creates a service with `tavle init` in `my-service`, and starts it on a free port. For tests of manual pages that expect this service. */
export async function startTestService(
  directory: string,
): Promise<{url: string; place: string; stop: () => Promise<void>}> {
  const port = String(await freePort());
  await runToEnd(['init', 'my-service', '--port', port], {}, directory);
  const place = join(directory, 'my-service');
  const command = `set -a && . ./tavle.env && set +a\nexec ${process.execPath} ${cli} serve`;
  const running = await startUntil(command, /^tavle ready (\S+)$/m, place);
  return {url: `https://localhost:${port}`, place, stop: () => running.stop()};
}
