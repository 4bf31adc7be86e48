/*
 * Measures the time of large deliveries, and how long other requests take at the same time. For `run-one.mjs`; `section.mjs` writes the result into
 * the manual.
 */
import {once} from 'node:events';

import autocannon from 'autocannon';

import {authority, connections, createCertificate, createTokens, statesPath} from '../support/portal.mjs';
import {withTavle} from '../support/processes.mjs';
import {report, sized} from '../support/rounds.mjs';
import {onBoth, withRedis} from '../support/start.mjs';

const companies = sized(100_000, 1_000);
const deliveries = sized(8, 2);
const readsPerSecond = 200;
const modtagere = Array.from({length: companies}, (_, index) => 10_000_000 + index).join(',');

/** Delivers deadlines to many companies over HTTP while people read the states of their apps. */
export function measure() {
  return withRedis(['--appendfsync', 'always'], async (directory, url) => {
    const {headers, settings} = await createCertificate(directory, authority);
    const people = await createTokens(directory);
    const addresses = {LMDB: `file:${directory}/store`, Redis: url};
    const engines = await onBoth(engine => {
      const env = {...settings, ...people.settings, TAVLE_STORE: addresses[engine], TAVLE_CVR_CHECK: 'off'};
      return withTavle(env, server => deliverToAll(server, headers, people.authorizations, engine));
    });
    return {companies, readsPerSecond, engines};
  });
}

/** Returns the seconds of each delivery, and the 99th percentile of concurrent reads in milliseconds.
 * @param {import('../support/processes.mjs').MeasuredServer} server @param {Record<string, string>} headers
 * @param {readonly string[]} authorizations @param {string} engine */
async function deliverToAll({url}, headers, authorizations, engine) {
  const deliver = async () => {
    const started = performance.now();
    const response = await fetch(`${url}/calendar/1/frister`, {
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
      url: url + statesPath,
      connections: connections / 4,
      overallRate: readsPerSecond,
      duration: 600,
      setupClient: client => client.setHeaders({authorization: authorizations[connection++] ?? ''}),
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
}
