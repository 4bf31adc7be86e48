import {once} from 'node:events';
import {readFile, writeFile} from 'node:fs/promises';
import {join} from 'node:path';

import autocannon from 'autocannon';

import {createCertificateAuthority, oces3Subject} from '../../dist/certificates/certificate-authority.js';
import {redisVersion} from '../support/machine.mjs';
import {MeasuredServer} from '../support/processes.mjs';
import {sized} from '../support/sized.mjs';
import {withRedis} from '../support/testing.mjs';
import {apps, createPortal, connections} from '../requests/portal.mjs';

/**
 * By engine: the seconds of each delivery, and the 99th percentile of concurrent reads in milliseconds.
 *
 * @typedef {{companies: number, readsPerSecond: number, engines: Record<string, {seconds: number[], p99: number}>}} Delivery
 */

const authority = '19552101';
const companies = sized(100_000, 1_000);
const deliveries = sized(8, 2);
const readsPerSecond = 200;
const readPath = `/dashboard/1/apps/state?${apps.map(app => `apps=${app}`).join('&')}`;

/** Delivers deadlines to many companies over HTTP while people read the states of their apps.
 * @param {import('../run-one.mjs').Report} report */
export function measure(report) {
  return withRedis(['--appendfsync', 'always'], async (directory, url) => {
    const stores = {LMDB: `file:${directory}/store`, Redis: url};
    /** @type {Delivery} */
    const data = {companies, readsPerSecond, engines: {}};
    for (const [engine, store] of Object.entries(stores))
      data.engines[engine] = await measureOn(store, directory, done => report(engine, done, deliveries));
    return {tools: {Redis: redisVersion()}, data};
  });
}

/** @param {string} store @param {string} directory @param {(done: number) => void} report */
async function measureOn(store, directory, report) {
  const {settings, authorizations} = await createPortal(directory);
  const portal = JSON.parse(await readFile(settings.TAVLE_PORTAL, 'utf8'));
  const sender = {
    myndighedsid: 1,
    forkortelse: 'SKAT',
    navn: 'Skattestyrelsen',
    cvr: authority,
    type: 'stat',
  };
  await writeFile(settings.TAVLE_PORTAL, JSON.stringify({...portal, myndigheder: [sender]}));
  const ca = await createCertificateAuthority('Bench CA');
  const {certificate} = await ca.issue({subject: oces3Subject(authority, sender.navn)});
  const caFile = join(directory, 'ca.pem');
  await writeFile(caFile, ca.certificate);
  const environment = {
    ...settings,
    TAVLE_STORE: store,
    TAVLE_CLIENT_CA: caFile,
    TAVLE_CLIENT_CERT_PROXIES: '127.0.0.1',
    TAVLE_CVR_CHECK: 'off',
  };
  // As a local proxy forwards it (RFC 9440).
  const clientCert = `:${certificate.replace(/-----[^-]+-----|\s/g, '')}:`;
  const server = await MeasuredServer.start('dist/server/cli.js', ['serve'], environment);
  const deliver = async () => {
    const started = performance.now();
    const response = await fetch(`${server.url}/calendar/1/frister`, {
      method: 'POST',
      headers: {'content-type': 'application/json', 'client-cert': clientCert},
      body: JSON.stringify({overskrift: 'Moms', beskrivelse: 'Betal', fristDato: '01-03-2099', modtagere}),
    });
    if (!response.ok) throw new Error(await response.text());
    return (performance.now() - started) / 1000;
  };
  try {
    await deliver();
    let connection = 0;
    const reading = autocannon(
      {
        url: server.url + readPath,
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
      report(done);
    }
    reading.stop();
    const [{non2xx, errors, latency}] = await ended;
    if (non2xx || errors) throw new Error(`${non2xx} reads returned an error, ${errors} failed.`);
    return {seconds, p99: latency.p99};
  } finally {
    await server.stop();
  }
}

const modtagere = Array.from({length: companies}, (_, index) => 10_000_000 + index).join(',');
