import {existsSync} from 'node:fs';
import {writeFile} from 'node:fs/promises';
import {createServer} from 'node:http';
import {join} from 'node:path';
import {json} from 'node:stream/consumers';
import {setTimeout} from 'node:timers/promises';

import {listen} from '../../server/testing/listen.ts';
import {type Batch, counter, show, useAll} from './script-page.ts';
import {startUntil} from './shell.ts';

const path = '/usr/bin/firefox-esr';

/** How long, in milliseconds, all batches may take. */
const timeoutMs = 180_000;

/** Its pages reach 127.0.0.1 only: nothing listens at the proxy. */
const preferences = {
  'app.update.disabledForTesting': true,
  'browser.aboutwelcome.enabled': false,
  'browser.startup.homepage_override.mstone': 'ignore',
  'datareporting.policy.dataSubmissionEnabled': false,
  'network.proxy.type': 1,
  'network.proxy.http': '127.0.0.1',
  'network.proxy.http_port': 9,
  'network.proxy.ssl': '127.0.0.1',
  'network.proxy.ssl_port': 9,
};

const page = `<!doctype html>${counter}<body><script>
  const show = ${show.toString()};
  const useAll = ${useAll.toString()};
  (async () => {
    const batch = await (await fetch('/next')).json();
    if (!batch) return;
    await show(batch);
    await useAll();
    await fetch('/hits', {method: 'POST', body: JSON.stringify([...hits])});
    window.isDone = true;
    location.reload();
  })();
</script>`;

/**
 * Shows batches in Firefox, which nothing drives: its page requests a batch, reports what ran, and loads itself again. Returns the
 * places of the attacks that ran, by batch.
 *
 * @param directory A new one, for its profile.
 */
export async function findHitsInFirefox(batches: readonly Batch[], directory: string): Promise<number[][]> {
  if (!existsSync(path))
    throw new Error(`There is no Firefox at ${path}: run "apt-get install firefox-esr".`);
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(directory, 'user.js'), lines.join(''));
  const results: number[][] = [];
  let finish = (): void => undefined;
  const finished = new Promise<void>(resolve => (finish = resolve));
  const server = createServer((request, response) => {
    if (request.url === '/') {
      response.setHeader('Content-Type', 'text/html; charset=utf-8').end(page);
    } else if (request.url === '/next') {
      const batch = batches[results.length];
      response.end(batch ? JSON.stringify({...batch, counter}) : 'null');
      if (!batch) finish();
    } else if (request.url === '/hits') {
      void json(request).then(hits => {
        results.push(hits as number[]);
        response.end();
      });
    } else {
      response.writeHead(404).end();
    }
  });
  const url = `http://127.0.0.1:${await listen(server)}/`;
  const command = `echo started; exec ${path} --headless --no-remote --profile . ${url}`;
  const firefox = await startUntil(command, /started/, directory, {HOME: directory});
  await Promise.race([finished, setTimeout(timeoutMs, undefined, {ref: false})]);
  await firefox.stop();
  server.close();
  server.closeAllConnections();
  if (results.length < batches.length)
    throw new Error(`Firefox showed ${results.length} of ${batches.length} pages.`);
  return results;
}
