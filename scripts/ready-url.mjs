import {createInterface} from 'node:readline';

const timeoutMs = 60_000;

/** Returns the URL in the first line of a service.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<string>} */
export async function readyUrl({stdout}) {
  if (!stdout) throw new Error('The output of the service is not read.');
  // Afterwards the output must still flow: a full pipe would stop the service.
  const lines = createInterface({input: stdout});
  const line = await new Promise(resolve => {
    lines.once('line', resolve).once('close', () => resolve(''));
    setTimeout(resolve, timeoutMs, '').unref();
  });
  const [, url] = /^tavle ready (\S+)$/.exec(line) ?? [];
  if (!url) throw new Error(`The service was not ready in time: ${line}`);
  return url;
}
