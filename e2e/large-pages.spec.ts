import {execFile} from 'node:child_process';
import {readFile, writeFile} from 'node:fs/promises';
import {promisify} from 'node:util';

import {requiredV2} from '../server/testing/bodies.ts';
import {callerWith, clientCertField, organisation, proxySettings} from '../server/testing/certificates.ts';
import {dafolo, expect, test} from './support/test.ts';

/* Measures a process that only serves: garbage grows with the heap, and the heap of the server's tests is three times as large. */

const run = promisify(execFile);
const MiB = 1024 * 1024;
const requests = 200;
/** A round that takes less is enough: garbage is collected later while other processes use the cores. */
const rounds = 2;
const most = 64 * MiB;

/** A form of 0.85 MB. */
const large = (titel: string) => ({
  ...requiredV2,
  ...{udstillere: 'SKST', titel, publiceringsdato: '2020-01-01'},
  urlTilLovstof: Array.from({length: 1_000}, (_, index) => ({
    titel: `Lov ${index}`,
    url: `https://lov.example.dk/${'x'.repeat(800)}`,
  })),
});

/** Returns the highest memory of a process since this value was last reset, in bytes (`proc_pid_status(5)`). */
async function peakOf(pid: number): Promise<number> {
  const [, kilobytes] = /^VmHWM:\s*(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Number(kilobytes) * 1024;
}

/** Sends 200 requests at once from another process, which reads the responses as they arrive. Returns their statuses. */
async function read200(url: string, paths: readonly string[], headers: Record<string, string>) {
  const lines = [
    ...['silent', 'parallel', 'parallel-immediate', 'parallel-max = 200', 'write-out = "%{http_code}\\n"'],
    ...Object.entries(headers).map(([name, value]) => `header = ${JSON.stringify(`${name}: ${value}`)}`),
    ...Array.from({length: requests}, (_, index) => [
      `url = "${url}${paths[index % paths.length] ?? ''}"`,
      'output = "/dev/null"',
    ]).flat(),
  ];
  const curl = run('curl', ['--config', '-']);
  curl.child.stdin?.end(lines.join('\n'));
  const {stdout} = await curl;
  return new Set(stdout.trim().split('\n').map(Number));
}

for (const engine of ['LMDB', 'Redis']) {
  test(`takes less than 64 MiB when 200 clients read 40 forms of 0.85 MB, on ${engine}`, async ({
    start,
    startDurableRedis,
    withOrganisations,
  }) => {
    const store = engine === 'LMDB' ? 'file:store' : (await startDurableRedis()).url;
    const {TAVLE_PORTAL, TAVLE_CVR_CHECK} = withOrganisations;
    const {url, pid} = await start({TAVLE_PORTAL, TAVLE_CVR_CHECK, ...proxySettings, TAVLE_STORE: store});
    const anyone = callerWith(url);
    const asDafolo = {'client-cert': clientCertField((await organisation(dafolo)).certificate)};
    const own = Array.from({length: 40}, (_, index) => `/dia/2/formular/${dafolo}/m-${index}`);
    const all: {diaId: string; permalink: string}[] = [];
    for (const path of own) {
      expect(await anyone('PUT', path, large(path), asDafolo)).toMatchObject({status: 201});
      const {status, body} = await anyone('GET', path, undefined, asDafolo);
      expect(status).toBe(200);
      all.push(body as {diaId: string; permalink: string});
    }
    const pages = all.map(({permalink}) => `/formularer/1/SKST/${permalink}`);
    const cases: Record<string, [readonly string[], Record<string, string>, number]> = {
      B: [own, asDafolo, 200],
      'B, known': [own, {...asDafolo, 'if-none-match': '*'}, 304],
      A: [all.map(({diaId}) => `/dia/1/formular/${diaId}`), asDafolo, 200],
      F: [pages, {}, 200],
      'one page': [pages.slice(0, 1), {}, 200],
      list: [[`/dia/2/formular/${dafolo}`], asDafolo, 200],
      unknown: [[`/dia/2/formular/${dafolo}/nothing`], asDafolo, 404],
    };
    for (const [name, [paths, headers, status]] of Object.entries(cases)) {
      let growth = Infinity;
      for (let round = 0; round < rounds && growth >= most; round += 1) {
        // `5` resets the highest memory to the current memory.
        await writeFile(`/proc/${pid}/clear_refs`, '5');
        const before = await peakOf(pid);
        const statuses = await read200(url, paths, headers);
        expect(statuses, name).toContain(status);
        // The service returns 503 to requests that have waited some seconds for their turn.
        statuses.delete(503);
        expect(statuses, name).toEqual(new Set([status]));
        growth = (await peakOf(pid)) - before;
      }
      expect(growth, name).toBeLessThan(most);
    }
  });
}
