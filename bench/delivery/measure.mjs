import {once} from 'node:events';

import autocannon from 'autocannon';

import {redisVersion} from '../support/machine.mjs';
import {apps, authority, connections, createCertificate, createTokens} from '../support/portal.mjs';
import {withTavle} from '../support/processes.mjs';
import {report} from '../support/progress.mjs';
import {sized} from '../support/sized.mjs';
import {withRedis} from '../support/testing.mjs';

const companies = sized(100_000, 1_000);
const deliveries = sized(8, 2);
const readsPerSecond = 200;
const readPath = `/dashboard/1/apps/state?${apps.map(app => `apps=${app}`).join('&')}`;
const modtagere = Array.from({length: companies}, (_, index) => 10_000_000 + index).join(',');

/** Delivers deadlines to many companies over HTTP while people read the states of their apps. */
export function measure() {
  return withRedis(['--appendfsync', 'always'], async (directory, url) => ({
    tools: {Redis: redisVersion()},
    data: {
      companies,
      readsPerSecond,
      engines: {
        LMDB: await measureOn('LMDB', `file:${directory}/store`, directory),
        Redis: await measureOn('Redis', url, directory),
      },
    },
  }));
}

/** Returns the seconds of each delivery, and the 99th percentile of concurrent reads in milliseconds.
 * @param {string} engine @param {string} store @param {string} directory */
async function measureOn(engine, store, directory) {
  const {headers, settings} = await createCertificate(directory, authority);
  const people = await createTokens(directory);
  const env = {...settings, ...people.settings, TAVLE_STORE: store, TAVLE_CVR_CHECK: 'off'};
  return withTavle(env, async server => {
    const deliver = async () => {
      const started = performance.now();
      const response = await fetch(`${server.url}/calendar/1/frister`, {
        method: 'POST',
        headers,
        body: JSON.stringify({overskrift: 'Moms', beskrivelse: 'Betal', fristDato: '01-03-2099', modtagere}),
      });
      if (!response.ok) throw new Error(await response.text());
      return (performance.now() - started) / 1000;
    };
    await deliver();
    let connection = 0;
    const reading = autocannon(
      {
        url: server.url + readPath,
        connections: connections / 4,
        overallRate: readsPerSecond,
        duration: 600,
        setupClient: client => client.setHeaders({authorization: people.authorizations[connection++] ?? ''}),
      },
      () => undefined,
    );
    const ended = once(reading, 'done');
    const seconds = [];
    for (let done = 0; done < deliveries; done += 1) {
      seconds.push(await deliver());
      report(engine, done, deliveries);
    }
    reading.stop();
    const [{non2xx, errors, latency}] = await ended;
    if (non2xx || errors) throw new Error(`${non2xx} reads returned an error, ${errors} failed.`);
    return {seconds, p99: /** @type {number} */ (latency.p99)};
  });
}
