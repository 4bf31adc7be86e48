import {createInterface} from 'node:readline';

const timeoutMs = 60_000;

/** Returns the URL that a service prints once it is ready, for scripts that start the service or the demo. A demo prints other URLs before.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} */
export async function readyUrl({stdout}) {
  if (!stdout) throw new Error('The output of the service is not read.');
  // Reads the output after the URL as well: a full pipe would stop the service.
  const lines = createInterface({input: stdout});
  const url = await new Promise(resolve => {
    lines.on('line', line => {
      const [, ready] = /^tavle ready (\S+)$/.exec(line) ?? [];
      if (ready) resolve(ready);
    });
    lines.once('close', () => resolve(''));
    setTimeout(resolve, timeoutMs, '').unref();
  });
  if (!url) throw new Error('The service was not ready in time.');
  return url;
}
